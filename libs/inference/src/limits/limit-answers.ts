import { GatewayError } from '@tollgate/contract/error-codes';
import { HEADER } from '@tollgate/contract/headers';
import { formatCredits } from '@tollgate/money/credits';
import { counter } from '@tollgate/telemetry/metrics';
import type { Caller } from '../caller/caller.ts';
import type { Limited, NamedCheck } from './checks.ts';
import type { Charge } from './shared-or-local.ts';
import { SLOT_WAIT_MS } from './store.ts';
import type { CheckState } from './store.ts';

const MEBIBYTE = 1_048_576;

/** Whole seconds, rounded up: earlier would be too early. */
const seconds = (ms: number): number => Math.ceil(ms / 1_000);

/** The headers of the key's or the user's limit, whichever has less left. */
export function rateHeaders(
  checks: readonly NamedCheck[],
  states: readonly CheckState[],
): Record<string, string> {
  return {
    ...headersOf('requests_per_minute', { checks, states }, [
      HEADER.limitRequests,
      HEADER.remainingRequests,
      HEADER.resetRequests,
    ]),
    ...headersOf('tokens_per_minute', { checks, states }, [
      HEADER.limitTokens,
      HEADER.remainingTokens,
      HEADER.resetTokens,
    ]),
  };
}

function headersOf(
  name: Limited,
  { checks, states }: { checks: readonly NamedCheck[]; states: readonly CheckState[] },
  [limit, remaining, reset]: readonly [string, string, string],
): Record<string, string> {
  const [tightest] = checks
    .flatMap((check, index) => {
      const state = states[index];
      return check.name === name && state !== undefined ? [{ check, state }] : [];
    })
    .toSorted((one, other) => one.state.remaining - other.state.remaining);
  if (tightest === undefined) return {};
  return {
    [limit]: String(tightest.check.limit),
    [remaining]: String(tightest.state.remaining),
    [reset]: `${seconds(tightest.state.resetMs)}s`,
  };
}

const WHAT: Readonly<Record<Limited, (limit: number) => string>> = {
  requests_per_minute: (limit) => `${limit} requests a minute`,
  tokens_per_minute: (limit) => `${limit} tokens a minute`,
  concurrent_requests: (limit) => `${limit} requests at one time`,
  stored_bytes_per_minute: (limit) => `${limit / MEBIBYTE} MiB of stored answers a minute`,
  credits_per_day: (limit) => `${formatCredits(BigInt(limit))} credits a day`,
  credits_per_month: (limit) => `${formatCredits(BigInt(limit))} credits a month`,
};

const refusals = counter({
  name: 'limit_refusals_total',
  help: 'Calls that a limit refused.',
  labels: ['scope', 'limit'],
  words: { scope: ['key', 'user'], limit: Object.keys(WHAT) },
});

/**
 * Waiting a minute helps against a rate, but not against a quota or a request that is larger than
 * the whole limit.
 */
export function refusal(
  checks: readonly NamedCheck[],
  refused: NonNullable<Charge['refused']>,
): GatewayError {
  const check = checks[refused.index];
  if (check === undefined) throw new TypeError('a limit that nobody asked for refuses');
  refusals.add([check.scope, check.name]);
  const { name, kind, scope, limit } = check;
  const what = `the limit of ${WHAT[name](limit)} of this ${scope === 'key' ? 'key' : 'account'}`;
  if (refused.waitMs === null) {
    return new GatewayError(
      'quota_exceeded',
      `This request alone may use more than ${what}. Ask for fewer output tokens or send less.`,
      { param: name },
    );
  }
  const isQuota = kind === 'day' || kind === 'month';
  return new GatewayError(
    isQuota ? 'quota_exceeded' : 'rate_limit_exceeded',
    `This request would go beyond ${what}.`,
    { param: name, retryAfterSeconds: Math.max(1, seconds(refused.waitMs)) },
  );
}

/**
 * Bounds by the rows of operations how many of a key and of its owner are open: these are known
 * also when Redis is away or has forgotten.
 * @param open what is open already
 * @throws GatewayError 429
 */
export function assertOpenWithin(
  { limits, ownerLimits }: Caller['key'],
  open: { ofKey: number; ofUser: number },
): void {
  const wait = { index: 0, waitMs: SLOT_WAIT_MS };
  const name = 'concurrent_requests' as const;
  const check = { name, key: '', kind: 'slots' as const, amount: 1 };
  const all = [
    { scope: 'key' as const, limit: limits.concurrentRequests, count: open.ofKey },
    { scope: 'user' as const, limit: ownerLimits.concurrentRequests, count: open.ofUser },
  ];
  for (const { scope, limit, count } of all) {
    if (limit !== null && count >= limit) throw refusal([{ ...check, scope, limit }], wait);
  }
}
