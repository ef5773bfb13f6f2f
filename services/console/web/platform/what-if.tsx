import type { ReactElement } from 'react';
import type { WhatIfOut } from '@tollgate/contract/platform/what-if';
import { ArchivedNote } from '../shared/archived-note.tsx';
import { sales } from '../shared/texts/sales.ts';
import { count } from '../shared/times.ts';
import { Card, Figure } from '../shared/ui/card.tsx';
import { Money } from '../shared/ui/money.tsx';
import { Table } from '../shared/ui/table.tsx';
import type { Column } from '../shared/ui/table.tsx';
import { CallsOfModel } from './model-link.tsx';
import { UserLink } from './user-link.tsx';

const labels = sales.whatIf;
type Result = WhatIfOut;
type Sums = Pick<Result, 'requests' | 'charged' | 'cost_before' | 'cost_after' | 'difference'>;

const sums = <Row extends Sums>(): Column<Row>[] => [
  { head: labels.requests, isNumber: true, cell: (row) => count(row.requests) },
  { head: labels.spent, isNumber: true, cell: (row) => <Money amount={row.charged} /> },
  { head: labels.before, isNumber: true, cell: (row) => <Money amount={row.cost_before} /> },
  { head: labels.after, isNumber: true, cell: (row) => <Money amount={row.cost_after} /> },
  { head: labels.difference, isNumber: true, cell: (row) => <Money amount={row.difference} /> },
];

/** What calls that were made would have cost under other prices or another uplift. */
export function WhatIf({ result }: { result: Result }): ReactElement {
  if (result.requests === 0) {
    return (
      <>
        <p className="text-sm text-dim">{labels.nothing}</p>
        <ArchivedNote of={result.archived} />
      </>
    );
  }
  return (
    <div className="space-y-4" role="status">
      <div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
        <Figure label={labels.before} value={<Money amount={result.cost_before} unit />} />
        <Figure label={labels.after} value={<Money amount={result.cost_after} unit />} />
        <Figure label={labels.difference} value={<Money amount={result.difference} unit />} />
        <Figure label={labels.requests} value={count(result.requests)} />
      </div>
      <ArchivedNote of={result.archived} />
      {result.unpriced_requests > 0 && (
        <p className="text-sm text-warn">{labels.unpriced(count(result.unpriced_requests))}</p>
      )}
      <Card title={labels.users}>
        <Table
          label={labels.users}
          rows={result.users}
          keyOf={(row) => row.user_id}
          columns={[
            {
              head: labels.user,
              cell: (row) => <UserLink id={row.user_id} email={row.user_email} />,
            },
            ...sums(),
          ]}
        />
      </Card>
      {result.models.length > 1 && (
        <Card title={labels.models}>
          <Table
            label={labels.models}
            rows={result.models}
            keyOf={({ model }) => model}
            columns={[
              { head: labels.model, cell: ({ model }) => <CallsOfModel model={model} /> },
              ...sums(),
            ]}
          />
        </Card>
      )}
    </div>
  );
}
