import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { dataOf } from '../shared/api/data-of.ts';
import { users } from '../shared/api/users-client.ts';
import { texts } from '../shared/texts/users.ts';
import { Money } from '../shared/ui/money.tsx';

const labels = texts.playground;
const LOOK_EVERY_MS = 1_000;

/** What a call came to, as soon as its record is there. */
export function Cost({ requestId }: { requestId: string }): ReactElement {
  const records = useQuery({
    queryKey: ['requests', 'of', requestId],
    queryFn: () =>
      dataOf(
        users.GET('/api/requests', { params: { query: { limit: 1, request_id: requestId } } }),
      ),
    refetchInterval: ({ state }) => (state.data?.data.length === 1 ? false : LOOK_EVERY_MS),
  });
  const record = records.data?.data[0];
  if (record === undefined) return <p className="mt-4 text-sm text-dim">{labels.reckoning}</p>;
  return (
    <p className="mt-4 text-sm">
      {labels.cost} <Money amount={record.credits} exact unit /> ·{' '}
      <Link to="/requests/$id" params={{ id: record.public_id }} className="text-accent underline">
        {texts.requests.receipt}
      </Link>
    </p>
  );
}
