import { useState } from 'react';
import type { ReactElement } from 'react';
import { common } from '../texts/common.ts';
import { Button } from './button.tsx';
import { ErrorNote } from './error-note.tsx';
import { FieldFaults } from './faults.tsx';
import { TextField } from './field.tsx';

/** What a reader signs in with. */
export interface Credentials {
  email: string;
  password: string;
}

/** Asks for address and password; `signIn` rejects with what went wrong. */
export function SignInForm({
  signIn,
}: {
  signIn: (credentials: Credentials) => Promise<void>;
}): ReactElement {
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (form: FormData): Promise<void> => {
    setBusy(true);
    setError(undefined);
    const text = (name: string): string => {
      const value = form.get(name);
      return typeof value === 'string' ? value : '';
    };
    try {
      await signIn({ email: text('email').trim(), password: text('password') });
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(new FormData(event.currentTarget));
      }}
    >
      <FieldFaults error={error}>
        <TextField
          label={common.signIn.email}
          name="email"
          type="email"
          autoComplete="username"
          required
        />
        <TextField
          label={common.signIn.password}
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        {error !== undefined && <ErrorNote error={error} />}
      </FieldFaults>
      <Button look="main" type="submit" disabled={isBusy} className="w-full">
        {isBusy ? common.signIn.busy : common.signIn.submit}
      </Button>
    </form>
  );
}
