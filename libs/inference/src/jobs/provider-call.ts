import { openCredential } from '@tollgate/catalog/credential-secret';
import type { MasterKey } from '@tollgate/catalog/sealing';
import type { CatalogCredential } from '@tollgate/catalog/snapshot';
import type { ProviderCall } from '@tollgate/providers/engine/provider-caller';
import type { Timers } from '@tollgate/runtime/timers';
import type { Target } from '../catalogue/resolve.ts';

/** Where a provider works on a job, and with which credential. */
export type JobTarget = Pick<Target, 'family' | 'endpoint' | 'credential'>;

/**
 * A call about a job, with its own time and no caller who could leave.
 * @throws TypeError for a target without a credential
 */
export function callAboutJob(
  { masterKey, timers }: { masterKey: MasterKey; timers: Timers },
  { family, endpoint, credential }: JobTarget,
): ProviderCall {
  if (credential === null) throw new TypeError('a provider call needs a credential');
  const { firstByteReasoning: firstByteMs, streamIdle: idleMs, callTotal: totalMs } = timers;
  return {
    family,
    endpoint,
    credential: openCredential(masterKey, credential satisfies CatalogCredential),
    limits: { firstByteMs, idleMs, totalMs },
    signal: AbortSignal.timeout(totalMs),
  };
}
