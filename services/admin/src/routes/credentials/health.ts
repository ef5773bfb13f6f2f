import {
  listCredentialHealth,
  listTargetHealth,
} from '@tollgate/catalog/credential-health.queries';
import type { CredentialHealth, TargetHealth } from '@tollgate/catalog/credential-health.queries';
import { HEALTH_ROWS_MAX } from '@tollgate/contract/platform/credentials';
import type { CredentialHealthOut } from '@tollgate/contract/platform/credentials';
import { getCredentialsHealth } from '@tollgate/contract/routes/admin/credentials';
import type { MountedRoute } from '@tollgate/http/route';
import { encodeId } from '@tollgate/runtime/ids';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';

export const handleGetCredentialsHealth = ({ reports }: AdminDeps): MountedRoute =>
  platformRoute(getCredentialsHealth, async () => {
    const { since, credentials } = await listCredentialHealth(reports, HEALTH_ROWS_MAX);
    const targets = Map.groupBy(
      await listTargetHealth(reports, HEALTH_ROWS_MAX),
      ({ credentialId }) => credentialId,
    );
    return {
      since: since.toISOString(),
      credentials: credentials.map((one) => healthOut(one, targets.get(one.id) ?? [])),
    };
  });

function healthOut(
  health: CredentialHealth,
  targets: readonly TargetHealth[],
): CredentialHealthOut {
  const { id, tries, failed, lastFailure, lastFailureAt } = health;
  return {
    id: encodeId('cred', id),
    left_alone: leftAloneOut(health),
    models: targets.map(({ model, state, failure, since, until, processes }) => ({
      model,
      state,
      failure: failureOut(failure),
      since: since.toISOString(),
      until: until.toISOString(),
      processes,
    })),
    tries,
    failed,
    last_failure:
      lastFailure === null || lastFailureAt === null
        ? null
        : { failure: failureOut(lastFailure), at: lastFailureAt.toISOString() },
  };
}

function leftAloneOut(health: CredentialHealth): CredentialHealthOut['left_alone'] {
  const { processes, state, failure, since, until } = health;
  if (state === null || failure === null || since === null || until === null) return null;
  const [began, ends] = [since.toISOString(), until.toISOString()];
  return { state, failure: failureOut(failure), since: began, until: ends, processes };
}

type FailureOut = NonNullable<CredentialHealthOut['last_failure']>['failure'];

const FAILURES: readonly string[] = [
  'credential',
  'model_unavailable',
  'rate_limited',
  'overloaded',
  'unavailable',
  'timeout',
  'malformed',
  'indeterminate',
] satisfies FailureOut[];

/** A process of another release may have words that this one does not know. */
function failureOut(failure: string): FailureOut {
  return FAILURES.includes(failure) ? (failure as FailureOut) : 'unknown';
}
