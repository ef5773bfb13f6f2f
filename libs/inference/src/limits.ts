import { GatewayError } from '@tollgate/contract/errors';
import { HEADER } from '@tollgate/contract/headers';
import { formatCredits } from '@tollgate/money/credits';
import type { LimitName, Limits } from '@tollgate/money/limits';
import type { UsageCounts } from '@tollgate/money/rating';
import type { Reply } from './call.ts';
import type { Charge, Limiter } from './limits/limiter.ts';
import type { Check, CheckState, Correction, LimitKind, LimitStore } from './limits/store.ts';
import { countLimitRefusal } from './metrics.ts';
import type { Plan } from './plan.ts';
import type { Bill } from './settle.ts';

/** The passage of one call through the limits of its key and of its user. */
export interface LimitPass {
  /** The reply of the call; it gives the call's slots back just before the answer ends. */
  reply: Reply;
  /** @throws GatewayError 429; nothing is charged then */
  take(plan: Plan): Promise<void>;
  /** Puts right what was taken by bounds. @param bill null when nothing was used */
  end(bill: Bill | null): void;
  /** What the process that ends the call has to put right. */
  counted(): readonly Counted[];
  /** For a call that goes on elsewhere: only its slots go back. */
  handOver(): void;
}

/** What a call has taken of one limit by its bounds, as it is kept until another process ends the call. */
export interface Counted
  extends Pick<Check, 'key' | 'kind' | 'amount'>, Pick<CheckState, 'window'> {
  name: LimitName;
}

/** Whom a limit is for, and what it limits. */
export interface NamedLimit {
  scope: 'key' | 'user';
  name: LimitName;
}

type NamedCheck = Check & NamedLimit;

/** What a call takes of each limit, by its upper bounds. */
interface Bound {
  tokens: number;
  /** Nano-credits; null for the sandbox, which costs nothing. */
  credits: number | null;
}

/** Whole seconds, rounded up: earlier would be too early. */
const seconds = (ms: number): number => Math.ceil(ms / 1_000);

/** Between plan and hold: where no limit is set nothing is asked. */
export function openLimitPass(limiter: Limiter, reply: Reply): LimitPass {
  let taken: { all: readonly Counted[]; charge: Charge } | null = null;
  let holdsSlots = false;
  const correct = (wanted: (one: Counted) => number | null): void => {
    if (taken === null) return;
    const corrections = correctionsOf(taken.all, wanted);
    if (corrections.length > 0) void taken.charge.correct(corrections);
  };
  const freeSlots = (): void => {
    if (!holdsSlots) return;
    holdsSlots = false;
    correct(({ kind }) => (kind === 'slots' ? 0 : null));
  };
  return {
    reply: freeingBefore(reply, { holdsSlots: () => holdsSlots, freeSlots }),
    async take(plan) {
      const checks = checksOf(plan);
      if (checks.length === 0) return;
      const charge = await limiter.take(checks);
      reply.announce?.(rateHeaders(checks, charge.states));
      if (charge.refused !== null) throw refusal(checks, charge.refused);
      taken = { all: countedOf(checks, charge.states), charge };
      holdsSlots = checks.some(({ kind }) => kind === 'slots');
    },
    end(bill) {
      freeSlots();
      correct((one) => deltaOf(one, bill));
    },
    // What this process counted alone is forgotten with it, and its windows mean nothing to others.
    counted: () => (taken?.charge.isShared === true ? taken.all : []),
    handOver: freeSlots,
  };
}

/**
 * Puts right what another process has counted for a call that has ended here.
 * @param bill null when nothing was used
 * @throws when the store is away; the counts then stay at their bounds
 */
export async function correctCounted(
  store: Pick<LimitStore, 'correct'>,
  { opId, counted }: { opId: string; counted: readonly Counted[] },
  bill: Bill | null,
): Promise<void> {
  const corrections = correctionsOf(counted, (one) => deltaOf(one, bill));
  if (corrections.length > 0) await store.correct(opId, corrections);
}

function countedOf(checks: readonly NamedCheck[], states: readonly CheckState[]): Counted[] {
  return checks.map(({ name, key, kind, amount }, index) => {
    const window = states[index]?.window ?? 0;
    return { name, key, kind, amount, window };
  });
}

/** A caller that sends one call after the other must find its slot free: it goes back before the last byte leaves. */
function freeingBefore(
  reply: Reply,
  { holdsSlots, freeSlots }: { holdsSlots: () => boolean; freeSlots: () => void },
): Reply {
  return {
    ...reply,
    send(answer) {
      freeSlots();
      reply.send(answer);
    },
    openStream(headers) {
      const out = reply.openStream(headers);
      if (!holdsSlots()) return out;
      return {
        write: (frames) => out.write(frames),
        end() {
          freeSlots();
          out.end();
        },
      };
    },
  };
}

/** Every limit that the key and its user have, the key's first. */
function checksOf(plan: Plan): NamedCheck[] {
  const { key } = plan.caller;
  const bound = boundOf(plan);
  const owner = `limit:{${key.ownerId}}`;
  return [
    ...scopeChecks(key.limits, bound, { scope: 'key', prefix: `${owner}:key:${key.id}` }),
    ...scopeChecks(key.ownerLimits, bound, { scope: 'user', prefix: `${owner}:user` }),
  ];
}

function boundOf({ inputBound, output, estimate }: Plan): Bound {
  return estimate === null
    ? { tokens: inputBound + (output?.effectiveMaxTokens ?? 0), credits: null }
    : { tokens: tokensOf(estimate.usage), credits: Number(estimate.amount) };
}

function scopeChecks(
  limits: Limits,
  bound: Bound,
  { scope, prefix }: { scope: NamedCheck['scope']; prefix: string },
): NamedCheck[] {
  const all: [LimitName, LimitKind, number | bigint | null, number | null][] = [
    ['requests_per_minute', 'minute', limits.requestsPerMinute, 1],
    ['tokens_per_minute', 'minute', limits.tokensPerMinute, bound.tokens],
    ['concurrent_requests', 'slots', limits.concurrentRequests, 1],
    ['credits_per_day', 'day', limits.creditsPerDay, bound.credits],
    ['credits_per_month', 'month', limits.creditsPerMonth, bound.credits],
  ];
  return all.flatMap(([name, kind, limit, amount]) =>
    limit === null || amount === null
      ? []
      : [{ scope, name, kind, key: `${prefix}:${name}`, limit: Number(limit), amount }],
  );
}

/** What is counted otherwise than at first; null: nothing to put right, or put right already. */
function deltaOf({ name, amount }: Counted, bill: Bill | null): number | null {
  switch (name) {
    case 'requests_per_minute':
    case 'concurrent_requests':
      return null;
    case 'tokens_per_minute':
      return tokensOf(bill?.usage ?? {}) - amount;
    case 'credits_per_day':
    case 'credits_per_month':
      return Number(bill?.charged ?? 0n) - amount;
  }
}

function correctionsOf(
  counted: readonly Counted[],
  wanted: (one: Counted) => number | null,
): Correction[] {
  return counted.flatMap((one) => {
    const delta = wanted(one);
    if (delta === null || (delta === 0 && one.kind !== 'slots')) return [];
    const { key, kind, window } = one;
    return [{ key, kind, delta, window }];
  });
}

function tokensOf({ input, cache_read, cache_write, output, reasoning }: UsageCounts): number {
  return [input, cache_read, cache_write, output, reasoning].reduce<number>(
    (sum, count) => sum + (count ?? 0),
    0,
  );
}

/** Of the key's and the user's limit the one with less left. */
function rateHeaders(
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
  name: LimitName,
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

const WHAT: Readonly<Record<LimitName, (limit: number) => string>> = {
  requests_per_minute: (limit) => `${limit} requests a minute`,
  tokens_per_minute: (limit) => `${limit} tokens a minute`,
  concurrent_requests: (limit) => `${limit} requests at one time`,
  credits_per_day: (limit) => `${formatCredits(BigInt(limit))} credits a day`,
  credits_per_month: (limit) => `${formatCredits(BigInt(limit))} credits a month`,
};

/** Waiting a minute helps against a rate, but not against a quota or a request that is larger than the whole limit. */
function refusal(
  checks: readonly NamedCheck[],
  refused: NonNullable<Charge['refused']>,
): GatewayError {
  const check = checks[refused.index];
  if (check === undefined) throw new TypeError('a limit that nobody asked for refuses');
  countLimitRefusal(check);
  const { name, kind, scope, limit } = check;
  const what = `the limit of ${WHAT[name](limit)} of this ${scope === 'key' ? 'key' : 'account'}`;
  if (refused.waitMs === null) {
    return new GatewayError(
      'quota_exceeded',
      `This request alone may use more than ${what}. Lower max_tokens or send less.`,
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
