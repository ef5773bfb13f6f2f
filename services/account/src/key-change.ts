import type { AuditAction } from '@tollgate/audit/actions';
import { changeTransaction } from '@tollgate/db/changes';
import type { Knex } from '@tollgate/db/connect';
import type { UserCaller } from '@tollgate/identity/authentication';
import type { RouteContext } from '@tollgate/http/route';
import type { AccountDeps } from './deps.ts';
import { noteEvent } from './trail.ts';

/** One change of a key and what the trail says of it. */
export interface KeyChange<Result> {
  action: Extract<AuditAction, `key.${string}`>;
  change: (trx: Knex.Transaction) => Promise<Result>;
  /** The uuid of the key that was changed. */
  keyId: (result: Result) => string;
  details?: (result: Result) => Record<string, unknown>;
}

/** Changes a key and leaves an event, both or neither; then wakes the replicas that cache keys. */
export async function changeKey<Result>(
  deps: AccountDeps,
  context: RouteContext<UserCaller>,
  { action, change, keyId, details }: KeyChange<Result>,
): Promise<Result> {
  return changeTransaction(deps, async (trx) => {
    const changed = await change(trx);
    await noteEvent(trx, context, {
      action,
      user: context.caller.user,
      target: { kind: 'key', id: keyId(changed) },
      details: details?.(changed) ?? {},
    });
    return changed;
  });
}
