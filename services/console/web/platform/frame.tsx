import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { ReactElement } from 'react';
import { asFailure } from '../shared/api/failure.ts';
import { dataOf } from '../shared/api/data-of.ts';
import { changeSession } from '../shared/api/session.ts';
import { platform } from '../shared/api/platform-client.ts';
import { Loading } from '../shared/page-states.tsx';
import type { Found } from '../shared/palette-items.ts';
import { Shell } from '../shared/shell.tsx';
import { SignInPage } from '../shared/sign-in-page.tsx';
import { texts } from '../shared/texts/platform.ts';
import { ErrorNote } from '../shared/ui/error-note.tsx';
import type { Credentials } from '../shared/ui/sign-in-form.tsx';
import { menuWith } from './menu.ts';
import { ProviderSignIn } from './provider-sign-in.tsx';
import { attentionQuery, setupQuery, whoIsSignedIn } from './queries.ts';

const signIn = async (body: Credentials): Promise<void> => {
  await dataOf(platform.POST('/api/platform/auth/login', { body }));
  changeSession('open');
};

const find = async (typed: string): Promise<readonly Found[]> =>
  (await import('./found.ts')).findAnywhere(typed);

// Nobody sees it twice, so it is no part of the first load.
const SetupPage = lazy(async () => ({ default: (await import('./setup-page.tsx')).SetupPage }));

/** Signs in, or shows the frame around the page. */
export function PlatformFrame(): ReactElement {
  const queries = useQueryClient();
  const me = useQuery(whoIsSignedIn);
  const attention = useQuery({ ...attentionQuery, enabled: me.data !== undefined });
  // A notice is a decision that may wait; the number is for what may not.
  const urgent = attention.data?.data.filter(({ severity }) => severity !== 'notice').length ?? 0;
  const signOut = async (): Promise<void> => {
    await dataOf(platform.POST('/api/platform/auth/logout'));
    changeSession('ended');
    queries.clear();
    globalThis.location.assign('/console/platform');
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
    return <Entrance enter={enter} />;
  }
  return (
    <Shell
      title={texts.title}
      menu={menuWith(urgent)}
      find={find}
      who={`${me.data.email} (${me.data.role})`}
      signIn={signIn}
      signOut={signOut}
      beside={<ProviderSignIn />}
    >
      <Outlet />
    </Shell>
  );
}

/** The page of whoever is not signed in: the set-up where there is no administrator at all. */
function Entrance({ enter }: { enter: (credentials: Credentials) => Promise<void> }): ReactElement {
  const setup = useQuery(setupQuery);
  if (setup.isPending) return <Loading />;
  if (setup.data?.setup_required !== true) {
    return <SignInPage lead={texts.signInLead} signIn={enter} beside={<ProviderSignIn />} />;
  }
  return (
    <Suspense fallback={<Loading />}>
      <SetupPage isOpen={setup.data.setup_token_set} enter={enter} />
    </Suspense>
  );
}
