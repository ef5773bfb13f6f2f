import { useState } from 'react';
import type { ReactElement } from 'react';
import type { AdministratorOut } from '@tollgate/contract/platform/administrators';
import { dataOf } from '../../shared/api/data-of.ts';
import { platform } from '../../shared/api/platform-client.ts';
import { ListPage } from '../../shared/list.tsx';
import { useAct } from '../../shared/query-hooks.ts';
import { administration } from '../../shared/texts/administration.ts';
import { common } from '../../shared/texts/common.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { RowActions } from '../../shared/ui/row-actions.tsx';
import type { RowAction } from '../../shared/ui/row-actions.tsx';
import type { Column } from '../../shared/ui/table.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { PermittedOrReason, usePermission } from '../permission.tsx';
import { NewAdministratorDialog } from '../new-administrator-dialog.tsx';
import { OwnPassword } from '../own-password.tsx';
import { RoleDialog } from '../role-dialog.tsx';
import { ZoneNote } from '../zone-note.tsx';

const labels = administration.administrators;
const PATH = '/api/platform/administrators/{administrator_id}';
const CHANGED = [['administrators']];
type Administrator = AdministratorOut;

/** Who may administer. */
export function AdministratorsPage(): ReactElement {
  const [isAdding, add] = useState(false);
  const isAllowed = usePermission();
  return (
    <ListPage
      title={labels.title}
      lead={labels.lead}
      actions={
        <PermittedOrReason use="POST /api/platform/administrators">
          <Button look="main" onClick={() => add(true)}>
            {labels.add}
          </Button>
        </PermittedOrReason>
      }
      query={{
        queryKey: ['administrators'],
        queryFn: () => dataOf(platform.GET('/api/platform/administrators')),
      }}
      columns={isAllowed(`PATCH ${PATH}`) ? [...COLUMNS, ACTIONS] : COLUMNS}
      keyOf={({ id }) => id}
      empty={labels.title}
    >
      <div className="mt-4">
        <OwnPassword />
      </div>
      <ZoneNote />
      {isAdding && <NewAdministratorDialog close={() => add(false)} />}
    </ListPage>
  );
}

const COLUMNS: readonly Column<Administrator>[] = [
  {
    head: labels.email,
    sort: ({ email }) => email,
    cell: ({ email }) => <bdi className="block min-w-36">{email}</bdi>,
  },
  {
    head: labels.name,
    sort: ({ name }) => name,
    cell: ({ name }) => <bdi className="break-words">{name}</bdi>,
  },
  { head: labels.role, sort: ({ role }) => role, cell: ({ role }) => role },
  { head: labels.source, cell: ({ source }) => labels.sources[source] },
  {
    head: labels.state,
    sort: ({ status }) => status,
    cell: ({ status }) => (
      <Badge tone={status === 'active' ? 'good' : 'warn'}>{labels.states[status]}</Badge>
    ),
  },
  {
    head: labels.created,
    sort: (row) => row.created_at,
    cell: (row) => <Time at={row.created_at} />,
  },
  {
    head: labels.seen,
    sort: (row) => row.last_seen_at,
    cell: ({ last_seen_at: at }) => (at === null ? labels.never : <Time at={at} />),
  },
  {
    head: labels.passwordSet,
    cell: ({ password_changed_at: at }) => (at === null ? labels.noPassword : <Time at={at} />),
  },
];
const ACTIONS: Column<Administrator> = {
  head: labels.actions,
  cell: (row) => <Actions of={row} />,
};

type Asked = 'role' | 'disable' | 'remove' | null;

function Actions({ of }: { of: Administrator }): ReactElement {
  const { id, email, status, source } = of;
  const isAllowed = usePermission();
  const [asked, ask] = useState<Asked>(null);
  const act = useAct(CHANGED);
  const params = { path: { administrator_id: id } };
  const turn = (next: Administrator['status']): Promise<unknown> =>
    dataOf(platform.PATCH(PATH, { params, body: { status: next } }));
  const actions: RowAction[] = [
    ...(source === 'local' ? [{ label: labels.changeRole, run: () => ask('role') }] : []),
    status === 'active'
      ? { label: labels.disable, run: () => ask('disable') }
      : { label: labels.enable, run: () => act(() => turn('active'), common.done(labels.enable)) },
    ...(isAllowed(`DELETE ${PATH}`)
      ? [{ label: labels.remove, run: () => ask('remove'), isDanger: true }]
      : []),
  ];
  return (
    <>
      <RowActions name={email} actions={actions} />
      {asked === 'role' && <RoleDialog of={of} close={() => ask(null)} />}
      {asked !== null && asked !== 'role' && (
        <Confirm
          title={labels[asked]}
          name={email}
          action={labels[asked]}
          run={() =>
            asked === 'remove' ? dataOf(platform.DELETE(PATH, { params })) : turn('disabled')
          }
          changed={CHANGED}
          close={() => ask(null)}
        >
          {asked === 'remove' ? labels.removeText : labels.disableText}
        </Confirm>
      )}
    </>
  );
}
