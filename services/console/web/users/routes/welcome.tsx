import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ReactElement } from 'react';
import { dataOf } from '../../shared/api/data-of.ts';
import { changeSession } from '../../shared/api/session.ts';
import { users } from '../../shared/api/users-client.ts';
import { rawIn } from '../../shared/keys/form-values.ts';
import { common } from '../../shared/texts/common.ts';
import { texts } from '../../shared/texts/users.ts';
import { TextField } from '../../shared/ui/field.tsx';
import { Form } from '../../shared/ui/form.tsx';

const labels = texts.welcome;

/** Where whoever has a link of an administrator chooses a password; needs no session. */
export function WelcomePage(): ReactElement {
  const token = useLinkToken();
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="w-full max-w-sm rounded-xl border border-line bg-card p-6">
        <h1 className="text-xl font-semibold">
          {labels.title} · <span className="text-accent">{common.product}</span>
        </h1>
        <p className="mt-1 mb-5 text-sm text-dim">{token === '' ? labels.noToken : labels.lead}</p>
        {token === '' ? (
          <Link to="/" className="text-sm text-accent underline">
            {common.signIn.title}
          </Link>
        ) : (
          <PasswordForm token={token} />
        )}
      </div>
    </main>
  );
}

/** The token behind `#`; the address and its history are rid of it at once. */
function useLinkToken(): string {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const [token, setToken] = useState(hash);
  useEffect(() => {
    if (hash === '') return;
    setToken(hash);
    void navigate({ to: '/welcome', hash: '', replace: true });
  }, [hash, navigate]);
  return token;
}

function PasswordForm({ token }: { token: string }): ReactElement {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const send = async (form: FormData): Promise<void> => {
    const body = { token, new_password: rawIn(form, 'new_password') };
    await dataOf(users.POST('/api/auth/accept-link', { body }));
    // Somebody else may have been signed in before.
    queries.clear();
    changeSession('open');
    await navigate({ to: '/' });
  };
  return (
    <Form action={labels.choose} pending={common.saving} send={send}>
      <TextField
        label={texts.account.next}
        name="new_password"
        type="password"
        autoComplete="new-password"
        required
        hint={labels.hint}
      />
    </Form>
  );
}
