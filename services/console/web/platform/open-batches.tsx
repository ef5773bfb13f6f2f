import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { PlatformBatchOut } from '@tollgate/contract/platform/batches';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { Loaded } from '../shared/page-states.tsx';
import { openBatchTexts } from '../shared/texts/open-batches.ts';
import { texts } from '../shared/texts/platform.ts';
import { count } from '../shared/times.ts';
import { Badge } from '../shared/ui/badge.tsx';
import { Button } from '../shared/ui/button.tsx';
import { Card } from '../shared/ui/card.tsx';
import { Confirm } from '../shared/ui/confirm.tsx';
import { Id } from '../shared/ui/copy.tsx';
import { Money } from '../shared/ui/money.tsx';
import { Table } from '../shared/ui/table.tsx';
import type { Column } from '../shared/ui/table.tsx';
import { Time } from '../shared/ui/time.tsx';
import { usePermission } from './permission.tsx';
import { openBatches } from './queries.ts';
import { UserLink } from './user-link.tsx';

const labels = openBatchTexts;
const { jobs } = texts;
type Batch = PlatformBatchOut;

/** Batches of all users that have not ended; any of them can be cancelled. */
export function OpenBatches(): ReactElement {
  const batches = useQuery(openBatches);
  const [ending, cancel] = useState<Batch | null>(null);
  return (
    <Card title={labels.title}>
      <Loaded query={batches}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="text-sm text-dim">{labels.none}</p>
          ) : (
            <BatchRows rows={rows} cancel={cancel} />
          )
        }
      </Loaded>
      {ending !== null && <CancelDialog batch={ending} close={() => cancel(null)} />}
    </Card>
  );
}

function BatchRows({
  rows,
  cancel,
}: {
  rows: readonly Batch[];
  cancel: (batch: Batch) => void;
}): ReactElement {
  const isAllowed = usePermission();
  const ending: Column<Batch> = {
    head: labels.cancel,
    cell: (row) => <Button onClick={() => cancel(row)}>{labels.cancel}</Button>,
  };
  return (
    <Table
      label={labels.title}
      rows={rows}
      keyOf={(row) => row.batch_id}
      columns={[
        { head: labels.batch, cell: (row) => <Id value={row.batch_id} /> },
        { head: labels.userAndKey, cell: (row) => <Owner batch={row} /> },
        { head: jobs.state, cell: ({ state }) => <Badge tone="plain">{state}</Badge> },
        {
          head: labels.lines,
          isNumber: true,
          cell: (row) => <Lines batch={row} />,
        },
        {
          head: labels.spent,
          isNumber: true,
          cell: (row) => <Money amount={row.charged_credits} />,
        },
        { head: jobs.since, cell: (row) => <Time at={row.created_at} /> },
        { head: labels.moved, cell: (row) => <Time at={row.moved_at} /> },
        { head: jobs.givesUp, cell: (row) => <Time at={row.expires_at} /> },
        ...(isAllowed('POST /api/platform/batches/{batch_id}/cancel') ? [ending] : []),
      ]}
    />
  );
}

function Owner({ batch }: { batch: Batch }): ReactElement {
  return (
    <>
      <UserLink id={batch.user_id} email={batch.user_email} />
      <bdi className="block text-xs text-dim" title={batch.key_id}>
        {batch.key_name ?? batch.key_id}
      </bdi>
    </>
  );
}

function Lines({ batch }: { batch: Batch }): ReactElement {
  const { done, failed, lines, lines_at_batch_price: cheaper } = batch;
  return (
    <>
      {count(done + failed)} / {count(lines)}
      {cheaper > 0 && (
        <span className="block text-xs text-dim">{labels.atBatchPrice(count(cheaper))}</span>
      )}
    </>
  );
}

function CancelDialog({ batch, close }: { batch: Batch; close: () => void }): ReactElement {
  const params = { path: { batch_id: batch.batch_id } };
  return (
    <Confirm
      title={labels.cancel}
      name={batch.batch_id}
      action={labels.cancel}
      run={() =>
        dataOf(platform.POST('/api/platform/batches/{batch_id}/cancel', { params, body: {} }))
      }
      changed={[['batches']]}
      close={close}
    >
      {labels.cancelText}
    </Confirm>
  );
}
