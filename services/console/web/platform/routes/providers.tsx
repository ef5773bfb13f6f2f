import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { dataOf } from '../../shared/api/data-of.ts';
import { platform } from '../../shared/api/platform-client.ts';
import type { Schemas } from '../../shared/api/platform-client.ts';
import { Loaded } from '../../shared/page-states.tsx';
import { texts } from '../../shared/texts/platform.ts';
import { count } from '../../shared/times.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Empty, PageHead } from '../../shared/ui/card.tsx';
import { ErrorNote } from '../../shared/ui/error-note.tsx';
import { Table } from '../../shared/ui/table.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { NewCredentialDialog } from '../new-credential-dialog.tsx';
import { ZoneNote } from '../zone-note.tsx';

const words = texts.providers;
type Credential = Schemas['ProviderCredentialOut'];

/** Credentials of providers. */
export function ProvidersPage(): ReactElement {
  const [isNew, setNew] = useState(false);
  const credentials = useQuery({
    queryKey: ['credentials'],
    queryFn: () => dataOf(platform.GET('/api/platform/provider-credentials')),
  });
  return (
    <>
      <PageHead
        title={words.title}
        lead={words.lead}
        actions={
          <Button look="main" onClick={() => setNew(true)}>
            {words.add}
          </Button>
        }
      />
      <Loaded query={credentials}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={words.none}>{words.noneText}</Empty>
          ) : (
            <Rows rows={rows} />
          )
        }
      </Loaded>
      <ZoneNote />
      {isNew && <NewCredentialDialog close={() => setNew(false)} />}
    </>
  );
}

function Rows({ rows }: { rows: readonly Credential[] }): ReactElement {
  return (
    <Table
      label={words.title}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { head: words.name, cell: ({ name }) => <bdi>{name}</bdi> },
        { head: words.provider, cell: ({ provider, family }) => `${provider} (${family})` },
        { head: words.address, cell: (row) => <code className="break-all">{row.base_url}</code> },
        { head: words.ends, cell: ({ last4 }) => <code>{last4}</code> },
        {
          head: words.status,
          cell: ({ status }) => (
            <Badge tone={status === 'active' ? 'good' : 'plain'}>{words.states[status]}</Badge>
          ),
        },
        { head: words.lastTest, cell: (row) => <LastTest test={row.last_test} /> },
        { head: words.actions, cell: (row) => <Actions credential={row} /> },
      ]}
    />
  );
}

function LastTest({ test }: { test: Credential['last_test'] }): ReactElement {
  if (test === null) return <span className="text-dim">{words.untested}</span>;
  return (
    <>
      <Badge tone={test.ok ? 'good' : 'bad'}>{test.ok ? words.works : test.failure}</Badge>{' '}
      <Time at={test.tested_at} />
      {!test.ok && (
        <p className="max-w-80 text-xs text-dim">
          <bdi>{test.message}</bdi>
        </p>
      )}
    </>
  );
}

function Actions({ credential: { id, status } }: { credential: Credential }): ReactElement {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [told, tell] = useState('');
  const params = { path: { credential_id: id } };
  const run = async (work: () => Promise<string>): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      tell(await work());
    } catch (failure) {
      setError(failure);
    }
    setBusy(false);
    await queries.invalidateQueries({ queryKey: ['credentials'] });
  };
  const test = async (): Promise<string> => {
    await dataOf(
      platform.POST('/api/platform/provider-credentials/{credential_id}/test', { params }),
    );
    return '';
  };
  const sync = async (): Promise<string> => {
    const { discovered, known } = await dataOf(
      platform.POST('/api/platform/provider-credentials/{credential_id}/sync-models', { params }),
    );
    return words.synced(count(discovered.length), count(known));
  };
  const change = async (): Promise<string> => {
    const body = { status: status === 'active' ? ('disabled' as const) : ('active' as const) };
    await dataOf(
      platform.PATCH('/api/platform/provider-credentials/{credential_id}', { params, body }),
    );
    return '';
  };
  return (
    <div className="min-w-64 space-y-2">
      <div className="flex flex-wrap gap-2">
        <Button disabled={busy} onClick={() => void run(test)}>
          {words.test}
        </Button>
        <Button disabled={busy} onClick={() => void run(sync)}>
          {words.sync}
        </Button>
        <Button disabled={busy} onClick={() => void run(change)}>
          {status === 'active' ? words.disable : words.enable}
        </Button>
      </div>
      <p role="status" className="text-xs text-dim">
        {told}
      </p>
      {error !== undefined && <ErrorNote error={error} />}
    </div>
  );
}
