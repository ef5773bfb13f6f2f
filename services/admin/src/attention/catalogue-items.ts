import { listCredentialHealth } from '@tollgate/catalog/credential-health.queries';
import type { CredentialHealth } from '@tollgate/catalog/credential-health.queries';
import { listCredentials } from '@tollgate/catalog/credentials';
import { listGoneTargets } from '@tollgate/catalog/gone-target.queries';
import { countWaitingModels } from '@tollgate/catalog/model.queries';
import { listModelViews } from '@tollgate/catalog/models';
import type { CredentialRow } from '@tollgate/catalog/rows';
import { ATTENTION_OF_KIND_MAX } from '@tollgate/contract/platform/attention';
import type { AttentionItemOut } from '@tollgate/contract/platform/attention';
import { HEALTH_ROWS_MAX } from '@tollgate/contract/platform/credentials';
import { PAGE_ROWS_MAX } from '@tollgate/contract/platform/shared';
import { encodeId } from '@tollgate/runtime/ids';
import { credentialOut } from '../credential-out.ts';
import type { AdminDeps } from '../deps.ts';
import { countedItem, itemOf } from './item.ts';
import type { PriceItems } from './price-items.ts';

const limit = ATTENTION_OF_KIND_MAX;
/** Every approved model; which of them cannot be called is decided by rules, not by SQL. */
const APPROVED = {
  state: 'approved',
  provider: null,
  family: null,
  publicId: null,
  limit: PAGE_ROWS_MAX,
  offset: 0,
} as const;

type Deps = Pick<AdminDeps, 'credentials' | 'reports' | 'now'>;

/** What needs attention among credentials and models. */
export async function catalogueItems(
  deps: Deps,
  priceItems: PriceItems,
): Promise<AttentionItemOut[]> {
  const { reports, now } = deps;
  const [credentials, health, waiting, approved, gone] = await Promise.all([
    listCredentials(reports),
    listCredentialHealth(reports, HEALTH_ROWS_MAX),
    countWaitingModels(reports),
    listModelViews(reports, APPROVED),
    listGoneTargets(reports, limit),
  ]);
  const healthOf = new Map(health.credentials.map((one) => [one.id, one]));
  const unavailable = approved.flatMap(({ model, unroutableReason: reason }) =>
    reason === null || reason === 'disabled'
      ? []
      : [itemOf('model_unavailable', { id: model.publicId, name: model.publicId, detail: reason })],
  );
  return [
    ...credentials
      .filter(({ status }) => status === 'active')
      .flatMap((one) => credentialItems(one, { health: healthOf.get(one.id), now: now() })),
    ...countedItem('models_waiting', waiting),
    ...unavailable.slice(0, limit),
    ...priceItems(deps, {
      approved,
      baseUrls: new Map(credentials.map(({ provider, baseUrl }) => [provider, baseUrl])),
      at: now(),
    }),
    ...gone.map(({ model, credential, firstAt }) =>
      itemOf('target_gone', {
        id: model,
        name: model,
        detail: credential,
        since: firstAt.toISOString(),
      }),
    ),
  ];
}

interface Known {
  health: CredentialHealth | undefined;
  now: Date;
}

/** A credential whose secret is refused, that is left alone, or whose newest sync failed. */
function credentialItems(credential: CredentialRow, { health, now }: Known): AttentionItemOut[] {
  const about = { id: encodeId('cred', credential.id), name: credential.name };
  const { last_test: test, last_sync: sync } = credentialOut(credential, now);
  const failed = sync?.state === 'failed' || sync?.state === 'interrupted' ? sync : null;
  return [
    ...standingItems(about, health, test?.failure === 'credential'),
    ...(failed === null
      ? []
      : [itemOf('sync_failed', { ...about, detail: failed.failure, since: failed.started_at })]),
  ];
}

function standingItems(
  about: { id: string; name: string },
  health: CredentialHealth | undefined,
  hasFailedTest: boolean,
): AttentionItemOut[] {
  const since = health?.since?.toISOString() ?? null;
  if (hasFailedTest || health?.failure === 'credential') {
    return [itemOf('credential_rejected', { ...about, since })];
  }
  if (health === undefined || health.state === null) return [];
  return [itemOf('credential_paused', { ...about, detail: health.failure, since })];
}
