import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { ReactElement } from 'react';
import { asFailure } from '../shared/api/failure.ts';
import { dataOf } from '../shared/api/data-of.ts';
import { changeSession } from '../shared/api/session.ts';
import { users } from '../shared/api/users-client.ts';
import { Loading } from '../shared/page-states.tsx';
import type { Found } from '../shared/palette-items.ts';
import { Shell } from '../shared/shell.tsx';
import { SignInPage } from '../shared/sign-in-page.tsx';
import { texts } from '../shared/texts/users.ts';
import { ErrorNote } from '../shared/ui/error-note.tsx';
import type { Credentials } from '../shared/ui/sign-in-form.tsx';
import { forgetInTab } from './kept-in-tab.ts';
import { MENU } from './menu.ts';
import { whoIsSignedIn } from './queries.ts';

const signIn = async (body: Credentials): Promise<void> => {
  await dataOf(users.POST('/api/auth/login', { body }));
  changeSession('open');
};

const find = async (typed: string): Promise<readonly Found[]> =>
  (await import('./found.ts')).findOwn(typed);

/** The frame around every page but the one of those who cannot sign in yet. */
export function UsersFrame(): ReactElement {
  const isWelcome = useLocation({ select: ({ pathname }) => pathname.endsWith('/welcome') });
  return isWelcome ? <Outlet /> : <SignedIn />;
}

/** Signs in, or shows the frame around the page. */
function SignedIn(): ReactElement {
  const queries = useQueryClient();
  const me = useQuery(whoIsSignedIn);
  useSameReader(me.data?.id);
  const signOut = async (): Promise<void> => {
    await dataOf(users.POST('/api/auth/logout'));
    changeSession('ended');
    forgetInTab();
    queries.clear();
    globalThis.location.assign('/console');
  };
  if (me.isPending) return <Loading />;
  if (me.data === undefined) {
    if (asFailure(me.error).status !== 401) {
      return <ErrorNote error={me.error} retry={() => void me.refetch()} />;
    }
    const enter = async (credentials: Credentials): Promise<void> => {
      await signIn(credentials);
      await me.refetch();
    };
    return <SignInPage lead={texts.signInLead} signIn={enter} />;
  }
  return (
    <Shell
      title={texts.title}
      menu={MENU}
      find={find}
      who={me.data.email}
      signIn={signIn}
      signOut={signOut}
    >
      <Outlet />
    </Shell>
  );
}

/**
 * Somebody else may have signed in, here or in another tab: nothing of the account before stays in
 * this page.
 */
function useSameReader(id: string | undefined): void {
  const before = useRef(id);
  useEffect(() => {
    if (id === undefined) return;
    if (before.current !== undefined && before.current !== id) {
      forgetInTab();
      globalThis.location.assign('/console');
    }
    before.current = id;
  }, [id]);
}
