import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { RetentionPolicyOut } from '@tollgate/contract/platform/retention';
import { dataOf } from '../../shared/api/data-of.ts';
import { platform } from '../../shared/api/platform-client.ts';
import { Loaded } from '../../shared/page-states.tsx';
import { common } from '../../shared/texts/common.ts';
import { administration } from '../../shared/texts/administration.ts';
import { categoryName } from '../../shared/texts/names.ts';
import { count } from '../../shared/times.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card, PageHead } from '../../shared/ui/card.tsx';
import { Table } from '../../shared/ui/table.tsx';
import type { Column } from '../../shared/ui/table.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { usePermission } from '../permission.tsx';
import { PolicyDialog } from '../policy-dialog.tsx';
import { ManualPurge } from '../manual-purge.tsx';
import { Purges } from '../purges.tsx';
import { ZoneNote } from '../zone-note.tsx';

const labels = administration.retention;
type Policy = RetentionPolicyOut;

/** How long what is kept, and what a purge would take. */
export function RetentionPage(): ReactElement {
  const policies = useQuery({
    queryKey: ['retention'],
    queryFn: () => dataOf(platform.GET('/api/platform/retention-policies')),
  });
  return (
    <div className="space-y-4">
      <PageHead title={labels.title} lead={labels.lead} />
      <Loaded query={policies}>
        {(rows) => (
          <>
            <Policies rows={rows} />
            <ManualPurge categories={rows.map(({ category }) => category)} />
          </>
        )}
      </Loaded>
      <Purges />
      <ZoneNote />
    </div>
  );
}

function Policies({ rows }: { rows: readonly Policy[] }): ReactElement {
  const [changing, change] = useState<Policy | null>(null);
  const isAllowed = usePermission();
  const changes: Column<Policy> = {
    head: labels.change,
    cell: (row) => <Button onClick={() => change(row)}>{labels.change}</Button>,
  };
  return (
    <Card title={labels.days}>
      <Table
        label={labels.title}
        rows={rows}
        keyOf={({ category }) => category}
        columns={[
          {
            head: labels.category,
            cell: ({ category, description }) => (
              <>
                {categoryName(category)}
                <p className="text-xs text-dim">{description}</p>
              </>
            ),
          },
          { head: labels.days, isNumber: true, cell: ({ days }) => count(days) },
          { head: labels.usual, isNumber: true, cell: (row) => count(row.default_days) },
          { head: labels.least, isNumber: true, cell: (row) => count(row.minimum_days) },
          { head: labels.most, isNumber: true, cell: (row) => count(row.maximum_days) },
          {
            head: labels.changed,
            cell: ({ updated_at: at }) => (at === null ? common.none : <Time at={at} />),
          },
          ...(isAllowed('PUT /api/platform/retention-policies/{category}') ? [changes] : []),
        ]}
      />
      {changing !== null && <PolicyDialog policy={changing} close={() => change(null)} />}
    </Card>
  );
}
