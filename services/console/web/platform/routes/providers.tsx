import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { ProviderCredentialOut } from '@tollgate/contract/platform/credentials';
import { dataOf } from '../../shared/api/data-of.ts';
import { platform } from '../../shared/api/platform-client.ts';
import { ListPage, rowsOf } from '../../shared/list.tsx';
import { health } from '../../shared/texts/health.ts';
import { lookup } from '../../shared/texts/lookup.ts';
import { testFailures } from '../../shared/texts/names.ts';
import { texts } from '../../shared/texts/platform.ts';
import { count } from '../../shared/times.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import type { Column } from '../../shared/ui/table.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { CredentialActions } from '../credential-actions.tsx';
import { CredentialHealth } from '../credential-health.tsx';
import { PermittedOrReason, usePermission } from '../permission.tsx';
import { NewCredentialDialog } from '../new-credential-dialog.tsx';
import { TimesOf } from '../time-fields.tsx';
import { VectorStores } from '../vector-stores.tsx';
import { ZoneNote } from '../zone-note.tsx';

const labels = texts.providers;
const syncLabels = lookup.sync;
/** Refresh interval in milliseconds while a sync is in progress, whoever started it. */
const POLL_MS = 2_000;
type Credential = ProviderCredentialOut;

/** Credentials of providers. */
export function ProvidersPage(): ReactElement {
  const [isNew, setNew] = useState(false);
  const isAllowed = usePermission();
  return (
    <ListPage
      title={labels.title}
      lead={labels.lead}
      actions={
        <PermittedOrReason use="POST /api/platform/provider-credentials">
          <Button look="main" onClick={() => setNew(true)}>
            {labels.add}
          </Button>
        </PermittedOrReason>
      }
      query={{
        queryKey: ['credentials'],
        queryFn: () => dataOf(platform.GET('/api/platform/provider-credentials')),
        refetchInterval: ({ state }) =>
          rowsOf(state.data).some((one) => one.last_sync?.state === 'running') ? POLL_MS : false,
      }}
      columns={
        isAllowed('PATCH /api/platform/provider-credentials/{credential_id}')
          ? [...COLUMNS, ACTIONS]
          : COLUMNS
      }
      keyOf={({ id }) => id}
      empty={labels.none}
      emptyText={labels.noneText}
    >
      <ZoneNote />
      <div className="mt-6">
        <VectorStores />
      </div>
      {isNew && <NewCredentialDialog close={() => setNew(false)} />}
    </ListPage>
  );
}

const COLUMNS: readonly Column<Credential>[] = [
  { head: labels.name, sort: ({ name }) => name, cell: (row) => <Named credential={row} /> },
  {
    head: labels.provider,
    sort: ({ provider }) => provider,
    cell: ({ provider, family }) => `${provider} (${family})`,
  },
  { head: labels.address, cell: (row) => <Address credential={row} /> },
  {
    head: labels.status,
    sort: ({ status }) => status,
    cell: ({ status }) => (
      <Badge tone={status === 'active' ? 'good' : 'plain'}>{labels.states[status]}</Badge>
    ),
  },
  { head: health.credential.head, cell: (row) => <Works credential={row} /> },
  { head: syncLabels.head, cell: (row) => <LastSync sync={row.last_sync} /> },
];
const ACTIONS: Column<Credential> = {
  head: labels.actions,
  cell: (row) => <CredentialActions credential={row} />,
};

function Address({ credential }: { credential: Credential }): ReactElement {
  const { base_url: address, proxy_url: proxy } = credential;
  return (
    <>
      <bdi className="font-mono">{address}</bdi>
      {proxy !== null && (
        <p className="text-xs text-dim">
          {labels.through} <bdi className="font-mono">{proxy}</bdi>
        </p>
      )}
    </>
  );
}

function Named({ credential }: { credential: Credential }): ReactElement {
  const { name, last4 } = credential;
  return (
    <>
      <bdi>{name}</bdi>
      {last4 !== '' && (
        <p className="text-xs text-dim">
          {labels.ends} <code className="whitespace-nowrap">{last4}</code>
        </p>
      )}
      <TimesOf {...credential} />
    </>
  );
}

/** How calls go with a credential, and how the last test went. */
function Works({ credential: { id, last_test: test } }: { credential: Credential }): ReactElement {
  return (
    <>
      <CredentialHealth id={id} />
      <div className="mt-1 text-xs">
        {labels.lastTest}: <LastTest test={test} />
      </div>
    </>
  );
}

function LastTest({ test }: { test: Credential['last_test'] }): ReactElement {
  if (test === null) return <span className="text-dim">{labels.untested}</span>;
  return (
    <>
      <Badge tone={test.ok ? 'good' : 'bad'}>
        {test.failure === null ? labels.works : testFailures[test.failure]}
      </Badge>{' '}
      <Time at={test.tested_at} />
      {!test.ok && (
        <p className="max-w-80 text-xs text-dim">
          <bdi>{test.message}</bdi>
        </p>
      )}
    </>
  );
}

const SYNC_TONES = { running: 'warn', done: 'good', failed: 'bad', interrupted: 'bad' } as const;

/** The state or the result of the newest sync, which also shows after the page was left. */
function LastSync({ sync }: { sync: Credential['last_sync'] }): ReactElement {
  if (sync === null) return <span className="text-dim">{syncLabels.none}</span>;
  const { state, discovered, known, ignored, message } = sync;
  return (
    <div className="min-w-48 space-y-1" role={state === 'running' ? 'status' : undefined}>
      <Badge tone={SYNC_TONES[state]}>{syncLabels[state]}</Badge>{' '}
      <Time at={sync.ended_at ?? sync.started_at} />
      {discovered !== null && (
        <p className="text-xs text-dim">
          {syncLabels.counts(count(discovered), count(known ?? 0), count(ignored ?? 0))}
        </p>
      )}
      {(discovered ?? 0) > 0 && (
        <Link
          to="/models"
          search={{ state: 'discovered' }}
          className="text-xs text-accent underline"
        >
          {syncLabels.review}
        </Link>
      )}
      {message !== null && (
        <p className="max-w-80 text-xs text-dim">
          <bdi>{message}</bdi>
        </p>
      )}
      {state === 'interrupted' && <p className="text-xs text-dim">{syncLabels.interruptedText}</p>}
    </div>
  );
}
