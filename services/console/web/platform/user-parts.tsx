import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { PlatformCreditGrantOut } from '@tollgate/contract/platform/credits';
import type { PlatformCreditTransactionOut } from '@tollgate/contract/platform/credits';
import { dataOf, listOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { List } from '../shared/list.tsx';
import { common } from '../shared/texts/common.ts';
import { texts } from '../shared/texts/platform.ts';
import { HoldsSwitch, transactionColumns } from '../shared/transactions.tsx';
import { Button } from '../shared/ui/button.tsx';
import { Card } from '../shared/ui/card.tsx';
import { Confirm } from '../shared/ui/confirm.tsx';
import { Money } from '../shared/ui/money.tsx';
import type { Column } from '../shared/ui/table.tsx';
import { Time } from '../shared/ui/time.tsx';
import { usePermission } from './permission.tsx';

const labels = texts.user;
const ROWS_MAX = 50;
type Grant = PlatformCreditGrantOut;

const pathOf = (userId: string) => ({ path: { user_id: userId } });

/** The grants of a user, each with what is left of it. */
export function UserGrants({ userId }: { userId: string }): ReactElement {
  const [revoking, revoke] = useState<Grant | null>(null);
  const isAllowed = usePermission();
  const grants = useQuery({
    queryKey: ['user', userId, 'grants'],
    queryFn: () =>
      dataOf(
        platform.GET('/api/platform/users/{user_id}/credit-grants', {
          params: { ...pathOf(userId), query: { limit: ROWS_MAX } },
        }),
      ),
  });
  const revocation: Column<Grant> = {
    head: labels.revoke,
    cell: (row) => (
      <Button disabled={Number(row.remaining) === 0} onClick={() => revoke(row)}>
        {labels.revoke}
      </Button>
    ),
  };
  return (
    <Card title={labels.grants}>
      <List
        label={labels.grants}
        query={grants}
        columns={
          isAllowed('POST /api/platform/credit-grants/{grant_id}/revoke')
            ? [...GRANTS, revocation]
            : GRANTS
        }
        keyOf={({ id }) => id}
        empty={labels.noGrants}
        emptyText={labels.noGrantsText}
      />
      {revoking !== null && (
        <RevokeDialog userId={userId} grant={revoking} close={() => revoke(null)} />
      )}
    </Card>
  );
}

const GRANTS: readonly Column<Grant>[] = [
  {
    head: labels.created,
    sort: (row) => row.created_at,
    cell: (row) => <Time at={row.created_at} />,
  },
  {
    head: labels.amount,
    isNumber: true,
    sort: (row) => Number(row.amount),
    cell: (row) => <Money amount={row.amount} />,
  },
  {
    head: labels.remaining,
    isNumber: true,
    sort: (row) => Number(row.remaining),
    cell: (row) => <Money amount={row.remaining} />,
  },
  { head: labels.revoked, isNumber: true, cell: (row) => <Money amount={row.revoked} /> },
  {
    head: labels.expires,
    sort: (row) => row.expires_at,
    cell: ({ expires_at: at }) => (at === null ? labels.noEnd : <Time at={at} />),
  },
  { head: labels.reason, cell: ({ reason }) => <bdi>{reason ?? common.none}</bdi> },
];

function RevokeDialog({
  userId,
  grant,
  close,
}: {
  userId: string;
  grant: Grant;
  close: () => void;
}): ReactElement {
  const [key] = useState(() => crypto.randomUUID());
  const params = { path: { grant_id: grant.id }, header: { 'idempotency-key': key } };
  const run = (): Promise<unknown> =>
    dataOf(platform.POST('/api/platform/credit-grants/{grant_id}/revoke', { params, body: {} }));
  return (
    <Confirm
      title={labels.revoke}
      name={grant.remaining}
      action={labels.revoke}
      run={run}
      changed={[['user', userId]]}
      close={close}
    >
      {labels.revokeText}
    </Confirm>
  );
}

/** The latest transactions of a user's credit. */
export function UserMoves({ userId }: { userId: string }): ReactElement {
  const [holds, showHolds] = useState(false);
  const transactions = useQuery({
    queryKey: ['user', userId, 'transactions', holds],
    queryFn: () =>
      listOf(
        platform.GET('/api/platform/users/{user_id}/credit-transactions', {
          params: { ...pathOf(userId), query: { limit: ROWS_MAX, holds } },
        }),
      ),
  });
  return (
    <Card title={labels.transactions} actions={<HoldsSwitch holds={holds} show={showHolds} />}>
      <List
        label={labels.transactions}
        query={transactions}
        columns={transactionColumns({ isExact: false, holds }, BY)}
        keyOf={({ id }) => id}
        empty={labels.noTransactions}
      />
    </Card>
  );
}

const BY: readonly Column<PlatformCreditTransactionOut>[] = [
  { head: labels.by, cell: ({ actor }) => <bdi>{actor ?? common.none}</bdi> },
];
