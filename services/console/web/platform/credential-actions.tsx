import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { ProviderCredentialOut } from '@tollgate/contract/platform/credentials';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { useAct } from '../shared/query-hooks.ts';
import { callTimes } from '../shared/texts/call-times.ts';
import { texts } from '../shared/texts/platform.ts';
import { count } from '../shared/times.ts';
import { RowActions } from '../shared/ui/row-actions.tsx';
import { DeleteDialog, ProxyDialog, ReplaceDialog, TimesDialog } from './credential-dialogs.tsx';
import { usePermission } from './permission.tsx';

const labels = texts.providers;
/** After this time a sync has begun. */
const BEGUN_MS = 300;
type Credential = ProviderCredentialOut;

/** What can be done about a credential. */
export function CredentialActions({ credential }: { credential: Credential }): ReactElement {
  const { id, name, status, last_sync: last } = credential;
  const [asked, ask] = useState<'replace' | 'times' | 'proxy' | 'delete' | null>(null);
  const queries = useQueryClient();
  const isAllowed = usePermission();
  const act = useAct([['credentials']]);
  const [isAsking, setBusy] = useState(false);
  const isDisabled = isAsking || last?.state === 'running';
  const [message, setMessage] = useState('');
  const run = (work: () => Promise<string>): void => {
    setBusy(true);
    act(() =>
      work()
        .then(setMessage)
        .finally(() => setBusy(false)),
    );
  };
  const turned = status === 'active' ? labels.disable : labels.enable;
  return (
    <div className="space-y-2">
      <RowActions
        name={name}
        actions={[
          { label: labels.test, isDisabled, run: () => run(() => test(id)) },
          { label: labels.sync, isDisabled, run: () => run(() => sync(id, queries)) },
          { label: labels.replace, run: () => ask('replace') },
          { label: callTimes.action, run: () => ask('times') },
          { label: labels.proxyAction, run: () => ask('proxy') },
          { label: turned, isDisabled, run: () => run(() => change(id, status)) },
          ...(isAllowed('DELETE /api/platform/provider-credentials/{credential_id}')
            ? [{ label: labels.delete, run: () => ask('delete'), isDanger: true }]
            : []),
        ]}
      />
      <p role="status" className="text-xs text-dim">
        {message}
      </p>
      {asked === 'replace' && <ReplaceDialog credential={credential} close={() => ask(null)} />}
      {asked === 'times' && <TimesDialog credential={credential} close={() => ask(null)} />}
      {asked === 'proxy' && <ProxyDialog credential={credential} close={() => ask(null)} />}
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
