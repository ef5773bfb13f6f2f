import { HOLDS_PER_RUN } from '@tollgate/contract/billing';
import type { GatewayError } from '@tollgate/contract/error-codes';
import { HEADER } from '@tollgate/contract/headers';
import { claimKey, readIdempotencyKey } from '@tollgate/requests/operations/idempotency';
import type { Claim, ClaimDeps } from '@tollgate/requests/operations/idempotency';
import type { Exchange, IncomingCall } from '../call.ts';
import type { ClaimCloser } from './claim-closer.ts';
import { closeFailedClaim, freeClaim } from './close-claim.ts';
import { STATUS_CALLER_LEFT } from '../dispatch/consumption.ts';
import type { ServeDeps } from '../dispatch/served.ts';
import type { Ending } from '../record/ending.ts';
import { noteClaim } from '../record/record.ts';
import type { RecordSubject } from '../record/record.ts';
import { join, replay } from './replay.ts';
import type { ReplayDeps } from './replay.ts';

/** What a call does with its idempotency key. */
export interface CallClaim {
  claim: Claim;
  /** The attempt of the first hold that this run of the operation may create. */
  firstAttempt: number;
  /** The call was refused before its hold existed: the key is free again. */
  refused(error: unknown): Promise<void>;
  /**
   * The call failed after its hold existed: the key stays open, or the failure is kept as the
   * answer of the key.
   */
  failed(error: GatewayError): Promise<void>;
  /** The call ended. One that was charged without an answer is never run again under the key. */
  ended(ending: Ending): Promise<void>;
  /** Keeps an answer, or that there was one, under the key before its last byte leaves. */
  sending: Required<Pick<ServeDeps, 'beforeSending' | 'beforeSendingUnkept'>>;
}

export interface CallClaimDeps extends ReplayDeps, ClaimDeps {
  claims: ClaimCloser;
}

/**
 * Step 2: seen before? A key makes the operation unique for its user. A call that repeats another
 * is answered here, and `subject` takes over the operation and the attempt of a key that is left
 * open.
 * @returns the ending of a call that is answered by what is kept of an earlier call, or the claim
 *   of a call that is to be run, null without a key
 * @throws GatewayError 409, 422 or 429
 */
export async function claimCall(
  deps: CallClaimDeps,
  { exchange, subject }: { exchange: Exchange; subject: RecordSubject },
  request: unknown,
): Promise<{ ending: Ending } | { ending: null; claim: CallClaim | null }> {
  const { call } = exchange;
  const { caller, opId } = subject;
  const key = readIdempotencyKey(call.header(HEADER.idempotencyKey));
  if (key === null) return NO_CLAIM;
  const { requestId, route } = call;
  const owner = { userId: caller.key.ownerId, mode: caller.mode };
  const waits = (): void => call.awaitsProvider();
  const given = { ...owner, key, route, body: request, opId, requestId, waits };
  const claimed = await claimKey(deps, given);
  if (claimed.kind === 'replay')
    return { ending: await replay(deps, { exchange, subject }, claimed.load) };
  if (claimed.kind === 'accepted')
    return { ending: await join(deps, { exchange, subject }, claimed.opId) };
  const { claim } = claimed;
  noteClaim(subject, claim);
  return { ending: null, claim: underKey(deps.claims, claim, call) };
}

/** A call without a key repeats nothing and keeps nothing. */
export const NO_CLAIM = Object.freeze({ ending: null, claim: null });

function underKey(
  claims: ClaimCloser,
  claim: Claim,
  { requestId, route }: Pick<IncomingCall, 'requestId' | 'route'>,
): CallClaim {
  return {
    claim,
    firstAttempt: (claim.attempt - 1) * HOLDS_PER_RUN + 1,
    refused: (error) => freeClaim(claims, claim, error),
    failed: (error) => closeFailedClaim(claims, claim, { error, requestId, route }),
    ended: async ({ status }) => {
      if (status === STATUS_CALLER_LEFT) await claims.forget(claim);
    },
    sending: {
      beforeSending: ({ status, headers, body }) =>
        claims.keep(claim, { status, headers: { ...headers }, body }),
      beforeSendingUnkept: () => claims.forget(claim),
    },
  };
}
