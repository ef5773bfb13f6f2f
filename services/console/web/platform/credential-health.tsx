import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { CredentialHealthOut } from '@tollgate/contract/platform/credentials';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { health } from '../shared/texts/health.ts';
import { count } from '../shared/times.ts';
import { Badge } from '../shared/ui/badge.tsx';
import { Time } from '../shared/ui/time.tsx';
import { ModelLink } from './model-link.tsx';
import { LIVE_MS } from './queries.ts';

const labels = health.credential;
type Health = CredentialHealthOut;

/** The health of all credentials, in one request for the whole page. */
const credentialsHealth = queryOptions({
  queryKey: ['credentials-health'],
  queryFn: () => dataOf(platform.GET('/api/platform/provider-health')),
  refetchInterval: LIVE_MS,
});

/** How one credential works for the processes that use it. */
export function CredentialHealth({ id }: { id: string }): ReactElement {
  const known = useQuery(credentialsHealth);
  const found = known.data?.credentials.find((one) => one.id === id);
  if (found === undefined) return <span className="text-dim">{labels.unreported}</span>;
  return (
    <div className="min-w-36 space-y-1">
      {found.left_alone === null ? <Works of={found} /> : <LeftAlone left={found.left_alone} />}
      {found.models.map(({ model, ...left }) => (
        <div key={model}>
          <p className="text-xs">
            <ModelLink id={model} />
          </p>
          <LeftAlone left={left} />
        </div>
      ))}
      <Tries of={found} />
    </div>
  );
}

/** One that nobody leaves alone works only where something has come back. */
function Works({ of: { tries, failed } }: { of: Health }): ReactElement {
  if (tries === 0) return <Badge tone="plain">{labels.unused}</Badge>;
  if (tries === failed) return <Badge tone="bad">{labels.fails}</Badge>;
  return <Badge tone="good">{labels.well}</Badge>;
}

function LeftAlone({ left }: { left: NonNullable<Health['left_alone']> }): ReactElement {
  const { state, failure, processes, since, until } = left;
  return (
    <>
      <Badge tone={state === 'shut' ? 'bad' : 'warn'}>{labels[state]}</Badge> {labels.until}{' '}
      <Time at={until} />
      <p className="text-xs text-dim">
        {labels.because(labels.whys[failure], processes)}. {labels.since} <Time at={since} />
      </p>
    </>
  );
}

function Tries({ of }: { of: Health }): ReactElement {
  const { tries, failed, last_failure: last } = of;
  return (
    <p className="text-xs text-dim">
      {tries === 0 ? labels.noTries : labels.tries(count(tries), count(failed))}
      {last !== null && (
        <>
          {'. '}
          {labels.last(labels.whys[last.failure])} <Time at={last.at} />
        </>
      )}
    </p>
  );
}
