import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import type { Schemas } from '../shared/api/platform-client.ts';
import { Loaded } from '../shared/page-states.tsx';
import { limitTexts } from '../shared/texts/limits.ts';
import { lookup } from '../shared/texts/lookup.ts';
import { texts } from '../shared/texts/platform.ts';
import { Badge } from '../shared/ui/badge.tsx';
import { Button } from '../shared/ui/button.tsx';
import { Card, Empty } from '../shared/ui/card.tsx';
import { Confirm } from '../shared/ui/confirm.tsx';
import { Table } from '../shared/ui/table.tsx';
import type { Column } from '../shared/ui/table.tsx';
import { Time } from '../shared/ui/time.tsx';
import { Permitted, usePermission } from './permission.tsx';
import { KeyLimitsDialog, NewUserKeyDialog } from './user-dialogs.tsx';

const labels = texts.user;
const pathOf = (userId: string) => ({ path: { user_id: userId } });

const act = (userId: string, keyId: string, action: string) =>
  dataOf(
    platform.POST('/api/platform/users/{user_id}/keys/{key_id}/{action}', {
      params: { path: { user_id: userId, key_id: keyId, action } },
      body: {},
    }),
  );

/** The keys of a user. */
export function UserKeys({ userId }: { userId: string }): ReactElement {
  const [isMaking, make] = useState(false);
  const keys = useQuery({
    queryKey: ['user', userId, 'keys'],
    queryFn: () =>
      dataOf(platform.GET('/api/platform/users/{user_id}/keys', { params: pathOf(userId) })),
  });
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
      <Loaded query={keys}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={labels.noKeys}>{labels.noKeysText}</Empty>
          ) : (
            <KeyRows userId={userId} rows={rows} />
          )
        }
      </Loaded>
    </Card>
  );
}

function KeyRows({
  userId,
  rows,
}: {
  userId: string;
  rows: readonly Schemas['ApiKeyOut'][];
}): ReactElement {
  const isAllowed = usePermission();
  const actions: Column<Schemas['ApiKeyOut']> = {
    head: labels.actions,
    cell: (row) => <KeySwitch userId={userId} apiKey={row} />,
  };
  return (
    <Table
      label={labels.keys}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { head: labels.key, cell: ({ name }) => <bdi>{name}</bdi> },
        { head: labels.secret, cell: (row) => <code>{`${row.prefix}…${row.last_four}`}</code> },
        { head: labels.mode, cell: ({ mode }) => mode },
        {
          head: texts.users.status,
          cell: ({ status }) => (
            <Badge tone={status === 'active' ? 'good' : 'warn'}>{status}</Badge>
          ),
        },
        {
          head: labels.lastUsed,
          cell: ({ last_used_at: at }) => (at === null ? texts.users.never : <Time at={at} />),
        },
        ...(isAllowed('POST /api/platform/users/{user_id}/keys/{key_id}/{action}')
          ? [actions]
          : []),
      ]}
    />
  );
}

function KeySwitch({
  userId,
  apiKey,
}: {
  userId: string;
  apiKey: Schemas['ApiKeyOut'];
}): ReactElement {
  const { id, name, status } = apiKey;
  const queries = useQueryClient();
  const [asked, ask] = useState<'delete' | 'limits' | null>(null);
  const action = status === 'active' ? 'suspend' : 'resume';
  const run = async (): Promise<void> => {
    await act(userId, id, action);
    await queries.invalidateQueries({ queryKey: ['user', userId, 'keys'] });
  };
  const remove = async (): Promise<void> => {
    await act(userId, id, 'delete');
    await queries.invalidateQueries({ queryKey: ['user', userId, 'keys'] });
  };
  return (
    <div className="flex flex-wrap gap-2">
      {(status === 'active' || status === 'suspended') && (
        <Button onClick={() => void run()} aria-label={`${labels[action]}: ${name}`}>
          {labels[action]}
        </Button>
      )}
      <Permitted use="PUT /api/platform/users/{user_id}/keys/{key_id}/limits">
        <Button onClick={() => ask('limits')} aria-label={`${limitTexts.limits}: ${name}`}>
          {limitTexts.limits}
        </Button>
      </Permitted>
      <Button onClick={() => ask('delete')} aria-label={`${lookup.user.remove}: ${name}`}>
        {lookup.user.remove}
      </Button>
      {asked === 'limits' && (
        <KeyLimitsDialog userId={userId} apiKey={apiKey} close={() => ask(null)} />
      )}
      {asked === 'delete' && (
        <Confirm
          title={lookup.user.remove}
          name={name}
          action={lookup.user.remove}
          run={remove}
          close={() => ask(null)}
        >
          {lookup.user.removeText}
        </Confirm>
      )}
    </div>
  );
}
