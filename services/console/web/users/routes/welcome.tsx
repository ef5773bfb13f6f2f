import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ReactElement } from 'react';
import { dataOf } from '../../shared/api/data-of.ts';
import { changeSession } from '../../shared/api/session.ts';
import { users } from '../../shared/api/users-client.ts';
import { common } from '../../shared/texts/common.ts';
import { texts } from '../../shared/texts/users.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ErrorNote } from '../../shared/ui/error-note.tsx';
import { FieldFaults } from '../../shared/ui/faults.tsx';
import { TextField } from '../../shared/ui/field.tsx';

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

/** What stood behind `#`; the address and its history are rid of it at once. */
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
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const send = async (form: FormData): Promise<void> => {
    setBusy(true);
    setError(undefined);
    const password = form.get('new_password');
    const body = { token, new_password: typeof password === 'string' ? password : '' };
    try {
      await dataOf(users.POST('/api/auth/accept-link', { body }));
      // Somebody else may have been signed in before.
      queries.clear();
      changeSession('open');
      await navigate({ to: '/' });
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        void send(new FormData(event.currentTarget));
      }}
    >
      <FieldFaults error={error}>
        <TextField
          label={texts.account.next}
          name="new_password"
          type="password"
          autoComplete="new-password"
          required
          hint={labels.hint}
        />
        {error !== undefined && <ErrorNote error={error} />}
      </FieldFaults>
      <Button look="main" type="submit" disabled={isBusy} className="w-full">
        {isBusy ? common.saving : labels.choose}
      </Button>
    </form>
  );
}
