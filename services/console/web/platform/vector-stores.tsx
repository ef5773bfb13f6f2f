import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { PlatformVectorStoreOut } from '@tollgate/contract/platform/vector-stores';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { textIn } from '../shared/keys/form-values.ts';
import { Loaded } from '../shared/page-states.tsx';
import { storeTexts as labels } from '../shared/texts/vector-stores.ts';
import { Button } from '../shared/ui/button.tsx';
import { Card } from '../shared/ui/card.tsx';
import { Confirm } from '../shared/ui/confirm.tsx';
import { Id } from '../shared/ui/copy.tsx';
import { ChoiceField, TextField } from '../shared/ui/field.tsx';
import { FormDialog } from '../shared/ui/form-dialog.tsx';
import { Table } from '../shared/ui/table.tsx';
import type { Column } from '../shared/ui/table.tsx';
import { Time } from '../shared/ui/time.tsx';
import { usePermission } from './permission.tsx';
import { UserLink } from './user-link.tsx';

/** The most stores that the page shows, the newest ones. */
const STORES_MAX = 1_000;
const CHANGED = [['vector-stores']];
type Store = PlatformVectorStoreOut;

/** Vector stores at providers, and who may search each. */
export function VectorStores(): ReactElement {
  const isAllowed = usePermission();
  const query = { limit: STORES_MAX };
  const stores = useQuery({
    queryKey: ['vector-stores'],
    queryFn: () => dataOf(platform.GET('/api/platform/vector-stores', { params: { query } })),
  });
  const [isNew, setNew] = useState(false);
  const [ending, remove] = useState<Store | null>(null);
  return (
    <Card
      title={labels.title}
      actions={
        isAllowed('POST /api/platform/vector-stores') && (
          <Button onClick={() => setNew(true)}>{labels.add}</Button>
        )
      }
    >
      <p className="mb-3 text-sm text-dim">{labels.lead}</p>
      <Loaded query={stores}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="text-sm text-dim">{labels.none}</p>
          ) : (
            <StoreRows rows={rows} remove={remove} />
          )
        }
      </Loaded>
      {isNew && <NewStoreDialog close={() => setNew(false)} />}
      {ending !== null && <RemoveDialog store={ending} close={() => remove(null)} />}
    </Card>
  );
}

interface RowsProps {
  rows: readonly Store[];
  remove: (store: Store) => void;
}

function StoreRows({ rows, remove }: RowsProps): ReactElement {
  const isAllowed = usePermission();
  const removing: Column<Store> = {
    head: labels.remove,
    cell: (row) => (
      <Button aria-label={`${labels.remove}: ${row.name}`} onClick={() => remove(row)}>
        {labels.remove}
      </Button>
    ),
  };
  return (
    <Table
      label={labels.title}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { head: labels.name, sort: ({ name }) => name, cell: ({ name }) => <bdi>{name}</bdi> },
        { head: labels.user, cell: (row) => <Owner of={row} /> },
        { head: labels.id, cell: ({ id }) => <Id value={id} /> },
        { head: labels.upstream, cell: (row) => <Id value={row.upstream_id} /> },
        { head: labels.provider, cell: ({ provider }) => provider },
        { head: labels.since, cell: (row) => <Time at={row.created_at} /> },
        ...(isAllowed('DELETE /api/platform/vector-stores/{vector_store_id}') ? [removing] : []),
      ]}
    />
  );
}

function Owner({ of }: { of: Store }): ReactElement {
  if (of.user_id === null) return <>{labels.everyone}</>;
  return <UserLink id={of.user_id} email={of.email} />;
}

function NewStoreDialog({ close }: { close: () => void }): ReactElement {
  const credentials = useQuery({
    queryKey: ['credentials'],
    queryFn: () => dataOf(platform.GET('/api/platform/provider-credentials')),
  });
  const send = (form: FormData): Promise<unknown> =>
    dataOf(
      platform.POST('/api/platform/vector-stores', {
        body: {
          name: textIn(form, 'name'),
          credential_id: textIn(form, 'credential_id'),
          upstream_id: textIn(form, 'upstream_id'),
          user_id: textIn(form, 'user_id') || null,
        },
      }),
    );
  const choices = (credentials.data ?? []).map(({ id: value, provider, name }) => ({
    value,
    label: `${provider}: ${name}`,
  }));
  return (
    <FormDialog title={labels.add} action={labels.add} send={send} changed={CHANGED} close={close}>
      <TextField label={labels.name} name="name" required autoComplete="off" />
      <ChoiceField label={labels.credential} name="credential_id" choices={choices} />
      <TextField
        label={labels.upstream}
        name="upstream_id"
        hint={labels.upstreamHint}
        required
        autoComplete="off"
      />
      <TextField label={labels.user} name="user_id" hint={labels.userHint} autoComplete="off" />
    </FormDialog>
  );
}

function RemoveDialog({ store, close }: { store: Store; close: () => void }): ReactElement {
  const params = { path: { vector_store_id: store.id } };
  return (
    <Confirm
      title={labels.remove}
      name={store.name}
      action={labels.remove}
      run={() =>
        dataOf(platform.DELETE('/api/platform/vector-stores/{vector_store_id}', { params }))
      }
      changed={CHANGED}
      close={close}
    >
      {labels.removeText}
    </Confirm>
  );
}
