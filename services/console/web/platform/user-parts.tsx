import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import type { Schemas } from '../shared/api/platform-client.ts';
import { BelongsTo } from '../shared/belongs-to.tsx';
import { Loaded } from '../shared/page-states.tsx';
import { common } from '../shared/texts/common.ts';
import { texts } from '../shared/texts/platform.ts';
import { Button } from '../shared/ui/button.tsx';
import { Card, Empty } from '../shared/ui/card.tsx';
import { Confirm } from '../shared/ui/confirm.tsx';
import { Money } from '../shared/ui/money.tsx';
import { Table } from '../shared/ui/table.tsx';
import type { Column } from '../shared/ui/table.tsx';
import { Time } from '../shared/ui/time.tsx';
import { usePermission } from './permission.tsx';

const labels = texts.user;
const ROWS_MAX = 50;
type Grant = Schemas['PlatformCreditGrantOut'];

const pathOf = (userId: string) => ({ path: { user_id: userId } });

/** The grants of a user, each with what is left of it. */
export function UserGrants({ userId }: { userId: string }): ReactElement {
  const [revoking, revoke] = useState<Grant | null>(null);
  const grants = useQuery({
    queryKey: ['user', userId, 'grants'],
    queryFn: () =>
      dataOf(
        platform.GET('/api/platform/users/{user_id}/credit-grants', {
          params: { ...pathOf(userId), query: { limit: ROWS_MAX } },
        }),
      ),
  });
  return (
    <Card title={labels.grants}>
      <Loaded query={grants}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={labels.noGrants}>{labels.noGrantsText}</Empty>
          ) : (
            <GrantRows rows={rows} revoke={revoke} />
          )
        }
      </Loaded>
      {revoking !== null && (
        <RevokeDialog userId={userId} grant={revoking} close={() => revoke(null)} />
      )}
    </Card>
  );
}

function GrantRows({
  rows,
  revoke,
}: {
  rows: readonly Grant[];
  revoke: (grant: Grant) => void;
}): ReactElement {
  const isAllowed = usePermission();
  const revocation: Column<Grant> = {
    head: labels.revoke,
    cell: (row) => (
      <Button disabled={Number(row.remaining) === 0} onClick={() => revoke(row)}>
        {labels.revoke}
      </Button>
    ),
  };
  return (
    <Table
      label={labels.grants}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { head: labels.created, cell: (row) => <Time at={row.created_at} /> },
        { head: labels.amount, isNumber: true, cell: (row) => <Money amount={row.amount} /> },
        { head: labels.remaining, isNumber: true, cell: (row) => <Money amount={row.remaining} /> },
        { head: labels.revoked, isNumber: true, cell: (row) => <Money amount={row.revoked} /> },
        {
          head: labels.expires,
          cell: ({ expires_at: at }) => (at === null ? labels.noEnd : <Time at={at} />),
        },
        { head: labels.reason, cell: ({ reason }) => <bdi>{reason ?? common.none}</bdi> },
        ...(isAllowed('POST /api/platform/credit-grants/{grant_id}/revoke') ? [revocation] : []),
      ]}
    />
  );
}

function RevokeDialog({
  userId,
  grant,
  close,
}: {
  userId: string;
  grant: Grant;
  close: () => void;
}): ReactElement {
  const queries = useQueryClient();
  const [key] = useState(() => crypto.randomUUID());
  const run = async (): Promise<void> => {
    const params = { path: { grant_id: grant.id }, header: { 'idempotency-key': key } };
    await dataOf(
      platform.POST('/api/platform/credit-grants/{grant_id}/revoke', { params, body: {} }),
    );
    await queries.invalidateQueries({ queryKey: ['user', userId] });
  };
  return (
    <Confirm
      title={labels.revoke}
      name={grant.remaining}
      action={labels.revoke}
      run={run}
      close={close}
    >
      {labels.revokeText}
    </Confirm>
  );
}

/** The latest transactions of a user's credit. */
export function UserMoves({ userId }: { userId: string }): ReactElement {
  const transactions = useQuery({
    queryKey: ['user', userId, 'transactions'],
    queryFn: () =>
      dataOf(
        platform.GET('/api/platform/users/{user_id}/credit-transactions', {
          params: { ...pathOf(userId), query: { limit: ROWS_MAX } },
        }),
      ),
  });
  return (
    <Card title={labels.transactions}>
      <Loaded query={transactions}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={labels.noTransactions} />
          ) : (
            <Table
              label={labels.transactions}
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                { head: labels.at, cell: (row) => <Time at={row.created_at} /> },
                { head: labels.kind, cell: ({ type }) => common.transactions[type] ?? type },
                {
                  head: labels.change,
                  isNumber: true,
                  cell: (row) => <Money amount={row.available_change} />,
                },
                {
                  head: labels.heldChange,
                  isNumber: true,
                  cell: (row) => <Money amount={row.reserved_change} />,
                },
                { head: labels.by, cell: ({ actor }) => <bdi>{actor ?? common.none}</bdi> },
                {
                  head: labels.operation,
                  cell: (row) => <BelongsTo of={row} />,
                },
              ]}
            />
          )
        }
      </Loaded>
    </Card>
  );
}
