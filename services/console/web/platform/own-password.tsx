import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { rawIn } from '../shared/keys/form-values.ts';
import { administration } from '../shared/texts/administration.ts';
import { Card } from '../shared/ui/card.tsx';
import { TextField } from '../shared/ui/field.tsx';
import { Form } from '../shared/ui/form.tsx';
import { whoIsSignedIn } from './queries.ts';

const labels = administration.administrators;

/**
 * Changes the password of whoever is signed in; nobody has one here whom an OpenID provider answers
 * for.
 */
export function OwnPassword(): ReactElement | null {
  const me = useQuery(whoIsSignedIn);
  return me.data?.source === 'local' ? <PasswordForm /> : null;
}

function PasswordForm(): ReactElement {
  const send = (form: FormData): Promise<unknown> => {
    const body = {
      current_password: rawIn(form, 'current_password'),
      new_password: rawIn(form, 'new_password'),
    };
    return dataOf(platform.POST('/api/platform/auth/change-password', { body }));
  };
  return (
    <Card title={labels.own}>
      <Form
        className="max-w-sm"
        action={labels.change}
        send={send}
        said={labels.changedNote}
        done={(_result, form) => form.reset()}
      >
        <TextField
          label={labels.current}
          name="current_password"
          type="password"
          required
          autoComplete="current-password"
        />
        <TextField
          label={labels.next}
          name="new_password"
          type="password"
          required
          autoComplete="new-password"
        />
      </Form>
    </Card>
  );
}
