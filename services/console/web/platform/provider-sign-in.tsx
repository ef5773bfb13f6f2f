import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { signIn as labels } from '../shared/texts/sign-in.ts';
import { Button } from '../shared/ui/button.tsx';
import { ErrorNote } from '../shared/ui/error-note.tsx';

/** Why the sign-in that this browser comes back from came to nothing. */
const faultOf = (search: string): string | undefined => {
  const fault = new URLSearchParams(search).get('sign_in');
  if (fault === null) return undefined;
  return Object.hasOwn(labels.faults, fault)
    ? labels.faults[fault as keyof typeof labels.faults]
    : labels.otherFault;
};

/** The page that the reader is on, without the fault of a sign-in. */
const here = (): string => {
  const { pathname, search } = globalThis.location;
  const query = new URLSearchParams(search);
  query.delete('sign_in');
  return query.size === 0 ? pathname : `${pathname}?${query.toString()}`;
};

/** The sign-in through the OpenID provider, where one is configured. */
export function ProviderSignIn(): ReactElement | null {
  const methods = useQuery({
    queryKey: ['sign-in-methods'],
    queryFn: () => dataOf(platform.GET('/api/platform/auth/methods')),
    staleTime: Infinity,
  });
  const start = useMutation({
    mutationFn: async () => {
      const body = { return_to: here() };
      return dataOf(platform.POST('/api/platform/auth/oidc/start', { body }));
    },
    onSuccess: ({ authorization_url: url }) => globalThis.location.assign(url),
  });
  const oidc = methods.data?.oidc;
  if (oidc === null || oidc === undefined) return null;
  const fault = faultOf(globalThis.location.search);
  return (
    <div className="mb-5 space-y-3 border-b border-line pb-5">
      {fault !== undefined && (
        <p role="alert" className="rounded-lg border border-bad bg-bad-soft p-3 text-sm text-bad">
          {fault}
        </p>
      )}
      <Button className="w-full" disabled={start.isPending} onClick={() => start.mutate()}>
        {labels.through(oidc.name)}
      </Button>
      {start.isError && <ErrorNote error={start.error} />}
    </div>
  );
}
