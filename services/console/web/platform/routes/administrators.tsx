import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { dataOf } from '../../shared/api/data-of.ts';
import { platform } from '../../shared/api/platform-client.ts';
import type { Schemas } from '../../shared/api/platform-client.ts';
import { Loaded } from '../../shared/page-states.tsx';
import { administration } from '../../shared/texts/administration.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { PageHead } from '../../shared/ui/card.tsx';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { ErrorNote } from '../../shared/ui/error-note.tsx';
import { Table } from '../../shared/ui/table.tsx';
import type { Column } from '../../shared/ui/table.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { Permitted, PermittedOrReason, usePermission } from '../permission.tsx';
import { NewAdministratorDialog } from '../new-administrator-dialog.tsx';
import { OwnPassword } from '../own-password.tsx';
import { RoleDialog } from '../role-dialog.tsx';
import { ZoneNote } from '../zone-note.tsx';

const labels = administration.administrators;
type Administrator = Schemas['AdministratorOut'];

/** Who may administer. */
export function AdministratorsPage(): ReactElement {
  const [isAdding, add] = useState(false);
  const administrators = useQuery({
    queryKey: ['administrators'],
    queryFn: () => dataOf(platform.GET('/api/platform/administrators')),
  });
  return (
    <div className="space-y-4">
      <PageHead
        title={labels.title}
        lead={labels.lead}
        actions={
          <PermittedOrReason use="POST /api/platform/administrators">
            <Button look="main" onClick={() => add(true)}>
              {labels.add}
            </Button>
          </PermittedOrReason>
        }
      />
      <Loaded query={administrators}>{(rows) => <Rows rows={rows} />}</Loaded>
      <OwnPassword />
      <ZoneNote />
      {isAdding && <NewAdministratorDialog close={() => add(false)} />}
    </div>
  );
}

function Rows({ rows }: { rows: readonly Administrator[] }): ReactElement {
  const isAllowed = usePermission();
  const actions: Column<Administrator> = {
    head: labels.actions,
    cell: (row) => <Actions of={row} />,
  };
  return (
    <Table
      label={labels.title}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { head: labels.email, cell: ({ email }) => <bdi className="block min-w-40">{email}</bdi> },
        { head: labels.name, cell: ({ name }) => <bdi className="break-words">{name}</bdi> },
        { head: labels.role, cell: ({ role }) => role },
        { head: labels.source, cell: ({ source }) => labels.sources[source] },
        {
          head: labels.state,
          cell: ({ status }) => (
            <Badge tone={status === 'active' ? 'good' : 'warn'}>{labels.states[status]}</Badge>
          ),
        },
        { head: labels.created, cell: (row) => <Time at={row.created_at} /> },
        {
          head: labels.seen,
          cell: ({ last_seen_at: at }) => (at === null ? labels.never : <Time at={at} />),
        },
        {
          head: labels.passwordSet,
          cell: ({ password_changed_at: at }) =>
            at === null ? labels.noPassword : <Time at={at} />,
        },
        ...(isAllowed('PATCH /api/platform/administrators/{administrator_id}') ? [actions] : []),
      ]}
    />
  );
}

type Asked = 'role' | 'disable' | 'remove' | null;

function Actions({ of }: { of: Administrator }): ReactElement {
  const { id, email, status, source } = of;
  const queries = useQueryClient();
  const [asked, ask] = useState<Asked>(null);
  const [error, setError] = useState<unknown>();
  const params = { path: { administrator_id: id } };
  const path = '/api/platform/administrators/{administrator_id}';
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: ['administrators'] });
  const turn = async (next: Administrator['status']): Promise<void> => {
    await dataOf(platform.PATCH(path, { params, body: { status: next } }));
    await refresh();
  };
  const remove = async (): Promise<void> => {
    await dataOf(platform.DELETE(path, { params }));
    await refresh();
  };
  const close = (): void => ask(null);
  return (
    <div className="min-w-44 space-y-2">
      <div className="flex flex-wrap gap-2">
        {source === 'local' && <Button onClick={() => ask('role')}>{labels.changeRole}</Button>}
        {status === 'active' ? (
          <Button onClick={() => ask('disable')}>{labels.disable}</Button>
        ) : (
          <Button onClick={() => void turn('active').catch(setError)}>{labels.enable}</Button>
        )}
        <Permitted use="DELETE /api/platform/administrators/{administrator_id}">
          <Button onClick={() => ask('remove')}>{labels.remove}</Button>
        </Permitted>
      </div>
      {error !== undefined && <ErrorNote error={error} />}
      {asked === 'role' && <RoleDialog of={of} close={close} />}
      {asked !== null && asked !== 'role' && (
        <Confirm
          title={labels[asked]}
          name={email}
          action={labels[asked]}
          run={asked === 'remove' ? remove : () => turn('disabled')}
          close={close}
        >
          {asked === 'remove' ? labels.removeText : labels.disableText}
        </Confirm>
      )}
    </div>
  );
}
