import { useQuery } from '@tanstack/react-query';
import type { UseQueryOptions } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Loaded } from '../page-states.tsx';
import { common } from '../texts/common.ts';
import { hooks as labels } from '../texts/webhooks.ts';
import { duration } from '../times.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/copy.tsx';
import { Facts } from '../ui/facts.tsx';
import { Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import type { Delivery, DeliveryDetail } from './api.ts';

const TONES = { open: 'warn', delivered: 'good', failed: 'bad', dropped: 'plain' } as const;
const SUCCESS_MIN = 200;
const SUCCESS_MAX = 299;

/** The state of a delivery. */
export function DeliveryStateBadge({ state }: Pick<Delivery, 'state'>): ReactElement {
  return <Badge tone={TONES[state]}>{labels.states[state]}</Badge>;
}

interface OneDeliveryProps {
  id: string;
  query: UseQueryOptions<DeliveryDetail>;
  /** The button that sends the message again; null for those who may not. */
  again: ReactElement | null;
  back: () => void;
}

/** One message: what was sent, and every attempt with the beginning of its answer. */
export function OneDelivery({ id, query, again, back }: OneDeliveryProps): ReactElement {
  const delivery = useQuery(query);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button onClick={back}>{labels.back}</Button>
        {again}
      </div>
      <h3 className="font-medium">{labels.detailsTitle}</h3>
      <Loaded query={delivery}>
        {(found) => (
          <>
            <Facts
              facts={[
                [labels.message, <code key={id}>{id}</code>],
                [labels.type, <code key={found.type}>{found.type}</code>],
                [labels.state, <DeliveryStateBadge key={found.state} state={found.state} />],
                [
                  labels.next,
                  found.next_attempt_at === null ? (
                    common.none
                  ) : (
                    <Time at={found.next_attempt_at} />
                  ),
                ],
              ]}
            />
            <Attempts tries={found.tries} />
            <CodeBlock label={labels.body} code={found.body} />
          </>
        )}
      </Loaded>
    </>
  );
}

/** The attempts of one delivery, the latest first. */
export function Attempts({ tries }: Pick<DeliveryDetail, 'tries'>): ReactElement {
  if (tries.length === 0) return <p className="text-sm text-dim">{labels.noAttempts}</p>;
  return (
    <Table
      label={labels.details}
      rows={tries}
      keyOf={({ number }) => String(number)}
      columns={[
        { head: labels.number, isNumber: true, cell: ({ number }) => number },
        { head: labels.at, cell: ({ at }) => <Time at={at} /> },
        { head: labels.duration, isNumber: true, cell: (one) => duration(one.duration_ms) },
        { head: labels.answerStatus, cell: (one) => <AttemptStatus of={one} /> },
        {
          head: labels.answer,
          cell: ({ failure, answer }) => (
            <span className="block min-w-40 text-xs break-words">
              {failure !== null && <bdi className="block text-bad">{failure}</bdi>}
              <bdi>{answer}</bdi>
            </span>
          ),
        },
      ]}
    />
  );
}

function AttemptStatus({ of: { status } }: { of: DeliveryDetail['tries'][number] }): ReactElement {
  if (status === null) return <Badge tone="bad">{labels.noAnswer}</Badge>;
  const isGood = status >= SUCCESS_MIN && status <= SUCCESS_MAX;
  return <Badge tone={isGood ? 'good' : 'bad'}>{status}</Badge>;
}
