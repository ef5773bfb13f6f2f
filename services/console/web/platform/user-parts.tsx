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
import { useMay } from './may.tsx';

const words = texts.user;
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
    <Card title={words.grants}>
      <Loaded query={grants}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={words.noGrants}>{words.noGrantsText}</Empty>
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
  const may = useMay();
  const revocation: Column<Grant> = {
    head: words.revoke,
    cell: (row) => (
      <Button disabled={Number(row.remaining) === 0} onClick={() => revoke(row)}>
        {words.revoke}
      </Button>
    ),
  };
  return (
    <Table
      label={words.grants}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { head: words.created, cell: (row) => <Time at={row.created_at} /> },
        { head: words.amount, isNumber: true, cell: (row) => <Money amount={row.amount} /> },
        { head: words.remaining, isNumber: true, cell: (row) => <Money amount={row.remaining} /> },
        { head: words.revoked, isNumber: true, cell: (row) => <Money amount={row.revoked} /> },
        {
          head: words.expires,
          cell: ({ expires_at: at }) => (at === null ? words.noEnd : <Time at={at} />),
        },
        { head: words.reason, cell: ({ reason }) => <bdi>{reason ?? common.none}</bdi> },
        ...(may('POST /api/platform/credit-grants/{grant_id}/revoke') ? [revocation] : []),
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
      title={words.revoke}
      name={grant.remaining}
      action={words.revoke}
      run={run}
      close={close}
    >
      {words.revokeText}
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
    <Card title={words.transactions}>
      <Loaded query={transactions}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={words.noTransactions} />
          ) : (
            <Table
              label={words.transactions}
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                { head: words.at, cell: (row) => <Time at={row.created_at} /> },
                { head: words.kind, cell: ({ type }) => common.transactions[type] ?? type },
                {
                  head: words.change,
                  isNumber: true,
                  cell: (row) => <Money amount={row.available_change} />,
                },
                {
                  head: words.heldChange,
                  isNumber: true,
                  cell: (row) => <Money amount={row.reserved_change} />,
                },
                { head: words.by, cell: ({ actor }) => <bdi>{actor ?? common.none}</bdi> },
                {
                  head: words.operation,
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
