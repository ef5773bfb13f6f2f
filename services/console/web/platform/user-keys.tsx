import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { ApiKeyOut } from '@tollgate/contract/keys';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { List } from '../shared/list.tsx';
import { useAct } from '../shared/query-hooks.ts';
import { common } from '../shared/texts/common.ts';
import { limitTexts } from '../shared/texts/limits.ts';
import { lookup } from '../shared/texts/lookup.ts';
import { texts } from '../shared/texts/platform.ts';
import { Badge } from '../shared/ui/badge.tsx';
import { Button } from '../shared/ui/button.tsx';
import { Card } from '../shared/ui/card.tsx';
import { Confirm } from '../shared/ui/confirm.tsx';
import { RowActions } from '../shared/ui/row-actions.tsx';
import type { Column } from '../shared/ui/table.tsx';
import { Time } from '../shared/ui/time.tsx';
import { Permitted, usePermission } from './permission.tsx';
import { KeyLimitsDialog, NewUserKeyDialog } from './user-dialogs.tsx';

const labels = texts.user;
const ACTION = 'POST /api/platform/users/{user_id}/keys/{key_id}/{action}';
type Key = ApiKeyOut;
const pathOf = (userId: string) => ({ path: { user_id: userId } });

const change = (userId: string, keyId: string, action: string) =>
  dataOf(
    platform.POST('/api/platform/users/{user_id}/keys/{key_id}/{action}', {
      params: { path: { user_id: userId, key_id: keyId, action } },
      body: {},
    }),
  );

/** The keys of a user. */
export function UserKeys({ userId }: { userId: string }): ReactElement {
  const [isMaking, make] = useState(false);
  const isAllowed = usePermission();
  const keys = useQuery({
    queryKey: ['user', userId, 'keys'],
    queryFn: () =>
      dataOf(platform.GET('/api/platform/users/{user_id}/keys', { params: pathOf(userId) })),
  });
  const actions: Column<Key> = {
    head: labels.actions,
    cell: (row) => <KeyActions userId={userId} apiKey={row} />,
  };
  return (
    <Card
      title={labels.keys}
      actions={
        <Permitted use="POST /api/platform/users/{user_id}/keys">
          <Button onClick={() => make(true)}>{limitTexts.create}</Button>
        </Permitted>
      }
    >
      {isMaking && <NewUserKeyDialog userId={userId} close={() => make(false)} />}
      <List
        label={labels.keys}
        query={keys}
        columns={isAllowed(ACTION) ? [...COLUMNS, actions] : COLUMNS}
        keyOf={({ id }) => id}
        empty={labels.noKeys}
        emptyText={labels.noKeysText}
      />
    </Card>
  );
}

const COLUMNS: readonly Column<Key>[] = [
  { head: labels.key, sort: ({ name }) => name, cell: ({ name }) => <bdi>{name}</bdi> },
  { head: labels.secret, cell: (row) => <code>{`${row.prefix}…${row.last_four}`}</code> },
  { head: labels.mode, sort: ({ mode }) => mode, cell: ({ mode }) => mode },
  {
    head: texts.users.status,
    sort: ({ status }) => status,
    cell: ({ status }) => <Badge tone={status === 'active' ? 'good' : 'warn'}>{status}</Badge>,
  },
  {
    head: labels.lastUsed,
    sort: (row) => row.last_used_at,
    cell: ({ last_used_at: at }) => (at === null ? texts.users.never : <Time at={at} />),
  },
];

interface KeyActionsProps {
  userId: string;
  apiKey: Key;
}

function KeyActions({ userId, apiKey }: KeyActionsProps): ReactElement {
  const { id, name, status } = apiKey;
  const changed = [['user', userId, 'keys']];
  const isAllowed = usePermission();
  const act = useAct(changed);
  const [asked, ask] = useState<'delete' | 'limits' | null>(null);
  const action = status === 'active' ? 'suspend' : 'resume';
  const turn = (): void =>
    act(() => change(userId, id, action), common.done(`${labels[action]}: ${name}`));
  const close = (): void => ask(null);
  return (
    <>
      <RowActions
        name={name}
        actions={[
          ...(isAllowed('PUT /api/platform/users/{user_id}/keys/{key_id}/limits')
            ? [{ label: limitTexts.limits, run: () => ask('limits') }]
            : []),
          ...(status === 'expired' ? [] : [{ label: labels[action], run: turn }]),
          { label: lookup.user.remove, run: () => ask('delete'), isDanger: true },
        ]}
      />
      {asked === 'limits' && <KeyLimitsDialog userId={userId} apiKey={apiKey} close={close} />}
      {asked === 'delete' && (
        <Confirm
          title={lookup.user.remove}
          name={name}
          action={lookup.user.remove}
          run={() => change(userId, id, 'delete')}
          changed={changed}
          close={close}
        >
          {lookup.user.removeText}
        </Confirm>
      )}
    </>
  );
}
