import { UpstreamError } from '@tollgate/providers/adapter';
import type { Failure } from '@tollgate/providers/adapter';
import type { Timers } from '@tollgate/runtime/timers';
import type { Reply } from './call.ts';
import type { CredentialPool } from './credential-pool.ts';
import { placeHold } from './hold.ts';
import type { HoldDeps } from './hold.ts';
import type { Plan } from './plan.ts';
import type { Served } from './serve-whole.ts';

/** What trying one way after the other works with. */
export interface ServeFirstDeps extends HoldDeps {
  pool: CredentialPool;
  timers: Timers;
}

/**
 * Takes the first way that serves the call. The next one is tried only while nothing has left for the caller, the failure was
 * not the request's own, and the call's whole time is not over. It is the one place that tries again. Once the caller has
 * left nothing is tried again, and what then breaks off speaks against no credential: we hung up ourselves.
 * @throws UpstreamError of the last way that was tried
 */
export async function serveFirst<Planned extends Plan>(
  deps: ServeFirstDeps,
  { plans, reply, gone }: { plans: readonly Planned[]; reply: Reply; gone: AbortSignal },
  work: (plan: Planned) => Promise<Served>,
): Promise<Served> {
  const deadlineMs = performance.now() + deps.timers.callTotal;
  let last: UpstreamError | undefined;
  for (const [index, plan] of plans.entries()) {
    const before = plans[index - 1];
    if (last !== undefined && before !== undefined && !(await takeOver(deps, plan, before)))
      throw last;
    try {
      const served = await work(plan);
      if (!gone.aborted) report(deps.pool, plan, served.failure);
      return served;
    } catch (thrown) {
      if (!(thrown instanceof UpstreamError)) throw thrown;
      if (gone.aborted) throw thrown;
      report(deps.pool, plan, thrown.failure);
      last = thrown;
      if (!isWorthAnother(thrown.failure, reply) || performance.now() > deadlineMs) throw thrown;
    }
  }
  throw last ?? new TypeError('there is no way to serve the call');
}

/** A way at another price needs a hold of its own, which takes the place of the one before. */
async function takeOver(deps: HoldDeps, plan: Plan, before: Plan): Promise<boolean> {
  if (plan.attempt === before.attempt) return true;
  try {
    await placeHold(deps, plan);
    return true;
  } catch {
    return false;
  }
}

function report(pool: CredentialPool, { route }: Plan, failure: Failure | null): void {
  if (route.credential === null) return;
  if (failure === null) pool.succeeded(route.credential.id);
  else pool.failed(route.credential.id, failure);
}

/** The request's own faults are the same everywhere, and a route that was told can not be changed. */
function isWorthAnother({ kind }: Failure, reply: Reply): boolean {
  return kind !== 'rejected' && kind !== 'context_length' && !reply.hasBegun();
}
