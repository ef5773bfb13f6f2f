import type { ReactElement } from 'react';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { rawIn, textIn } from '../shared/keys/form-values.ts';
import { common } from '../shared/texts/common.ts';
import { firstRun as labels } from '../shared/texts/first-run.ts';
import { TextField } from '../shared/ui/field.tsx';
import { Form } from '../shared/ui/form.tsx';
import type { Credentials } from '../shared/ui/sign-in-form.tsx';

interface SetupPageProps {
  /** The operator has given the service a set-up token. */
  isOpen: boolean;
  /** Signs the new administrator in. */
  enter: (credentials: Credentials) => Promise<void>;
}

/** The page of an installation without any administrator. */
export function SetupPage({ isOpen, enter }: SetupPageProps): ReactElement {
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="w-full max-w-sm rounded-xl border border-line bg-card p-6">
        <h1 className="text-xl font-semibold">{labels.title}</h1>
        <p className="mt-1 mb-5 text-sm text-dim">{isOpen ? labels.lead : labels.closed}</p>
        {isOpen && <SetupForm enter={enter} />}
        <a href="/docs/first-hour" className="mt-5 block text-sm text-accent underline">
          {common.docs}: {labels.guide}
        </a>
      </div>
    </main>
  );
}

function SetupForm({ enter }: Pick<SetupPageProps, 'enter'>): ReactElement {
  const send = async (form: FormData): Promise<void> => {
    const credentials = { email: textIn(form, 'email'), password: rawIn(form, 'password') };
    const body = { ...credentials, setup_token: textIn(form, 'setup_token') };
    await dataOf(platform.POST('/api/platform/setup', { body }));
    await enter(credentials);
  };
  return (
    <Form action={labels.create} pending={labels.busy} send={send}>
      <TextField
        label={labels.token}
        name="setup_token"
        type="password"
        autoComplete="off"
        required
        hint={labels.tokenHint}
      />
      <TextField label={labels.email} name="email" type="email" autoComplete="username" required />
      <TextField
        label={labels.password}
        name="password"
        type="password"
        autoComplete="new-password"
        required
        hint={labels.passwordHint}
      />
    </Form>
  );
}
