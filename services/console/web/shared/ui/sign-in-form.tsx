import { useState } from 'react';
import type { ReactElement } from 'react';
import { rawIn, textIn } from '../keys/form-values.ts';
import { common } from '../texts/common.ts';
import { TextField } from './field.tsx';
import { Form } from './form.tsx';

/** What a reader signs in with. */
export interface Credentials {
  email: string;
  password: string;
}

interface SignInFormProps {
  /** Rejects with what went wrong. */
  signIn: (credentials: Credentials) => Promise<void>;
}

/** Asks for address and password. */
export function SignInForm({ signIn }: SignInFormProps): ReactElement {
  const [isShown, show] = useState(false);
  return (
    <Form
      action={common.signIn.submit}
      pending={common.signIn.busy}
      send={(form) => signIn({ email: textIn(form, 'email'), password: rawIn(form, 'password') })}
    >
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
        type={isShown ? 'text' : 'password'}
        autoComplete="current-password"
        required
      />
      <label className="flex items-center gap-2 text-sm">
        <input type="checkbox" checked={isShown} onChange={() => show(!isShown)} />
        {common.signIn.show}
      </label>
      <p className="text-xs text-dim">{common.signIn.forgotten}</p>
    </Form>
  );
}
