import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { PlatformStandingOut } from '@tollgate/contract/platform/standing';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { ArchivedNote } from '../shared/archived-note.tsx';
import { Loaded } from '../shared/page-states.tsx';
import { texts } from '../shared/texts/platform.ts';
import { formatCredits } from '../shared/money.ts';
import { duration } from '../shared/times.ts';
import { Figure } from '../shared/ui/card.tsx';
import { Money } from '../shared/ui/money.tsx';
import { LIVE_MS } from './queries.ts';

const labels = texts.overview;
const LOOK = 'text-accent underline';
const MS_PER_SECOND = 1_000;
const MINUTE_SECONDS = 60;
type StandingOut = PlatformStandingOut;

/** Shows the margin over provider costs, and the oldest open hold. */
export function Standing({ days }: { days: number }): ReactElement {
  const standing = useQuery({
    queryKey: ['standing', days],
    queryFn: () => dataOf(platform.GET('/api/platform/standing', { params: { query: { days } } })),
    refetchInterval: LIVE_MS,
  });
  return (
    <div className="mb-4">
      <Loaded query={standing}>
        {({ margin, oldest_hold: hold, archived }) => (
          <>
            <div className="grid gap-4 sm:grid-cols-2">
              <Margin margin={margin} />
              <OldestHold hold={hold} />
            </div>
            <ArchivedNote of={archived} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function Margin({ margin }: Pick<StandingOut, 'margin'>): ReactElement {
  const { most, least, uplifts, losses } = margin;
  return (
    <Figure
      label={labels.margin}
      value={<Money amount={most} />}
      note={
        <>
          <span className="block">
            {labels.marginParts(formatCredits(uplifts), formatCredits(losses))}
          </span>
          {least !== most && (
            <Link to="/losses" className={LOOK}>
              {labels.marginRange(formatCredits(least))}
            </Link>
          )}
        </>
      }
    />
  );
}

const ageOf = (seconds: number): string =>
  seconds < MINUTE_SECONDS ? `${seconds} s` : duration(seconds * MS_PER_SECOND);

function OldestHold({ hold }: { hold: StandingOut['oldest_hold'] }): ReactElement {
  if (hold === null) return <Figure label={labels.oldestHold} value={labels.noHold} />;
  const { operation_id: id, user_id: userId, kind, held, age_seconds: age } = hold;
  return (
    <Figure
      label={labels.oldestHold}
      value={ageOf(age)}
      note={
        <>
          {labels.heldFor(formatCredits(held))} {labels.holdKinds[kind]}:{' '}
          <Link to="/requests/$id" params={{ id: id.replace(/^op_/u, 'req_') }} className={LOOK}>
            {labels.holdRequest}
          </Link>
          {', '}
          <Link to="/users/$userId" params={{ userId }} className={LOOK}>
            {labels.holdOwner}
          </Link>
        </>
      }
    />
  );
}
