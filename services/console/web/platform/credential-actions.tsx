import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import type { Schemas } from '../shared/api/platform-client.ts';
import { callTimes } from '../shared/texts/call-times.ts';
import { texts } from '../shared/texts/platform.ts';
import { count } from '../shared/times.ts';
import { Button } from '../shared/ui/button.tsx';
import { ErrorNote } from '../shared/ui/error-note.tsx';
import { DeleteDialog, ReplaceDialog, TimesDialog } from './credential-dialogs.tsx';
import { Permitted } from './permission.tsx';

const labels = texts.providers;
/** After this time a sync has begun. */
const BEGUN_MS = 300;
type Credential = Schemas['ProviderCredentialOut'];

/** What can be done about a credential. */
export function CredentialActions({ credential }: { credential: Credential }): ReactElement {
  const { id, status, last_sync: last } = credential;
  const [asked, ask] = useState<'replace' | 'times' | 'delete' | null>(null);
  const queries = useQueryClient();
  const [isAsking, setBusy] = useState(false);
  const busy = isAsking || last?.state === 'running';
  const [error, setError] = useState<unknown>();
  const [message, setMessage] = useState('');
  const run = async (work: () => Promise<string>): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      setMessage(await work());
    } catch (failure) {
      setError(failure);
    }
    setBusy(false);
    await queries.invalidateQueries({ queryKey: ['credentials'] });
  };
  return (
    <div className="min-w-40 space-y-2">
      <div className="grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-2">
        <Button disabled={busy} onClick={() => void run(() => test(id))}>
          {labels.test}
        </Button>
        <Button disabled={busy} onClick={() => void run(() => sync(id, queries))}>
          {labels.sync}
        </Button>
        <Button disabled={busy} onClick={() => void run(() => change(id, status))}>
          {status === 'active' ? labels.disable : labels.enable}
        </Button>
        <Button onClick={() => ask('replace')}>{labels.replace}</Button>
        <Button onClick={() => ask('times')}>{callTimes.action}</Button>
        <Permitted use="DELETE /api/platform/provider-credentials/{credential_id}">
          <Button onClick={() => ask('delete')}>{labels.delete}</Button>
        </Permitted>
      </div>
      <p role="status" className="text-xs text-dim">
        {message}
      </p>
      {error !== undefined && <ErrorNote error={error} />}
      {asked === 'replace' && <ReplaceDialog credential={credential} close={() => ask(null)} />}
      {asked === 'times' && <TimesDialog credential={credential} close={() => ask(null)} />}
      {asked === 'delete' && <DeleteDialog credential={credential} close={() => ask(null)} />}
    </div>
  );
}

const pathOf = (id: string) => ({ path: { credential_id: id } });

/** Has the credential tried. @returns an empty message: the row shows the result */
async function test(id: string): Promise<string> {
  const params = pathOf(id);
  await dataOf(
    platform.POST('/api/platform/provider-credentials/{credential_id}/test', { params }),
  );
  return '';
}

/** Has the provider's list of models read. @returns what was found */
async function sync(id: string, queries: QueryClient): Promise<string> {
  const params = pathOf(id);
  const asked = dataOf(
    platform.POST('/api/platform/provider-credentials/{credential_id}/sync-models', { params }),
  );
  // The row shows that the sync has begun, here and in every other tab.
  setTimeout(() => void queries.invalidateQueries({ queryKey: ['credentials'] }), BEGUN_MS);
  const { discovered, known } = await asked;
  await queries.invalidateQueries({ queryKey: ['models'] });
  return labels.synced(count(discovered.length), count(known));
}

/** Switches the credential off, or on again. */
async function change(id: string, status: Credential['status']): Promise<string> {
  const params = pathOf(id);
  const body = { status: status === 'active' ? ('disabled' as const) : ('active' as const) };
  await dataOf(
    platform.PATCH('/api/platform/provider-credentials/{credential_id}', { params, body }),
  );
  return '';
}
