import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { dataOf } from '../shared/api/data-of.ts';
import { users } from '../shared/api/users-client.ts';
import { storeTexts as labels } from '../shared/texts/vector-stores.ts';
import { Card } from '../shared/ui/card.tsx';
import { Id } from '../shared/ui/copy.tsx';
import { Table } from '../shared/ui/table.tsx';
import { Time } from '../shared/ui/time.tsx';

/** Vector stores that the account may search; nothing where there are none. */
export function VectorStores(): ReactElement | null {
  const stores = useQuery({
    queryKey: ['vector-stores'],
    queryFn: () => dataOf(users.GET('/api/vector-stores')),
  });
  const rows = stores.data ?? [];
  if (rows.length === 0) return null;
  return (
    <div className="mt-6">
      <Card title={labels.title}>
        <p className="mb-3 text-sm text-dim">{labels.ownLead}</p>
        <Table
          label={labels.title}
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            { head: labels.name, sort: ({ name }) => name, cell: ({ name }) => <bdi>{name}</bdi> },
            { head: labels.id, cell: ({ id }) => <Id value={id} /> },
            { head: labels.provider, cell: ({ provider }) => provider },
            { head: labels.since, cell: (row) => <Time at={row.created_at} /> },
          ]}
        />
      </Card>
    </div>
  );
}
