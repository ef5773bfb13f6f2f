import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { administration } from '../shared/texts/administration.ts';
import { Button } from '../shared/ui/button.tsx';
import { Card } from '../shared/ui/card.tsx';
import { ErrorNote } from '../shared/ui/error-note.tsx';
import { FieldFaults } from '../shared/ui/faults.tsx';
import { TextField } from '../shared/ui/field.tsx';
import { whoIsSignedIn } from './queries.ts';

const labels = administration.administrators;

/** Changes the password of whoever is signed in; nobody has one here whom an OpenID provider answers for. */
export function OwnPassword(): ReactElement | null {
  const me = useQuery(whoIsSignedIn);
  return me.data?.source === 'local' ? <PasswordForm /> : null;
}

function PasswordForm(): ReactElement {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useMutation({
    mutationFn: () => {
      const body = { current_password: current, new_password: next };
      return dataOf(platform.POST('/api/platform/auth/change-password', { body }));
    },
    onSuccess: () => {
      setCurrent('');
      setNext('');
    },
  });
  return (
    <Card title={labels.own}>
      <FieldFaults error={change.error}>
        <form
          className="grid items-end gap-3 sm:grid-cols-3"
          onSubmit={(event) => {
            event.preventDefault();
            change.mutate();
          }}
        >
          <TextField
            label={labels.current}
            name="current_password"
            type="password"
            required
            autoComplete="current-password"
            value={current}
            onChange={(event) => setCurrent(event.target.value)}
          />
          <TextField
            label={labels.next}
            name="new_password"
            type="password"
            required
            autoComplete="new-password"
            value={next}
            onChange={(event) => setNext(event.target.value)}
          />
          <Button type="submit" disabled={change.isPending}>
            {labels.change}
          </Button>
        </form>
        {change.isError && <ErrorNote error={change.error} />}
      </FieldFaults>
      {change.isSuccess && (
        <p role="status" className="mt-3 text-sm text-good">
          {labels.changedNote}
        </p>
      )}
    </Card>
  );
}
