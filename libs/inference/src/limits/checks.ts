import type { LimitName } from '@tollgate/money/limit-set';
import { quotaWindowsAt } from '@tollgate/money/quota-days';
import type { QuotaDays, QuotaWindows } from '@tollgate/money/quota-days';
import { tokensOf as countsOf } from '@tollgate/money/rating';
import type { UsageCounts } from '@tollgate/money/rating';
import type { Caller } from '../caller/caller.ts';
import type { Plan } from '../plan.ts';
import type { Check, LimitKind } from './store.ts';

/**
 * What can be limited: by the limits of keys and users, and by the limit of stored bytes, which is
 * the same for every user.
 */
export type Limited = Counting | 'stored_bytes_per_minute';

/** Limits that count; the ceiling of one request is no count. */
type Counting = Exclude<LimitName, 'output_tokens_per_request'>;

/** Whom a limit is for, and what it limits. */
export interface NamedLimit {
  scope: 'key' | 'user';
  name: Limited;
}

/** A check that says what it is for. */
export type NamedCheck = Check & NamedLimit;

/** What a call takes of each limit, by its upper bounds. */
interface MostTaken {
  tokens: number;
  /** Nano-credits; null for the sandbox, which costs nothing. */
  credits: number | null;
}

/** Every limit that the key and its user have, the key's first. */
export function checksOf(plan: Plan): NamedCheck[] {
  return checksOfCaller(plan.caller, boundOf(plan));
}

/** The limits of how many requests a caller may make in a minute. */
export function requestChecksOf(caller: Caller): NamedCheck[] {
  const all = checksOfCaller(caller, { tokens: 0, credits: null });
  return all.filter(({ name }) => name === 'requests_per_minute');
}

function checksOfCaller({ key }: Caller, bound: MostTaken): NamedCheck[] {
  const owner = `limit:{${key.ownerId}}`;
  return [
    ...scopeChecks(key, bound, { scope: 'key', prefix: `${owner}:key:${key.id}` }),
    ...scopeChecks(key, bound, { scope: 'user', prefix: `${owner}:user` }),
  ];
}

function boundOf({ inputBound, output, estimate }: Plan): MostTaken {
  return estimate === null
    ? { tokens: inputBound + (output?.effectiveMaxTokens ?? 0), credits: null }
    : { tokens: tokensOf(estimate.usage), credits: Number(estimate.amount) };
}

function scopeChecks(
  key: Caller['key'],
  bound: MostTaken,
  { scope, prefix }: { scope: NamedCheck['scope']; prefix: string },
): NamedCheck[] {
  const limits = scope === 'key' ? key.limits : key.ownerLimits;
  const all: [Counting, LimitKind, number | bigint | null, number | null][] = [
    ['requests_per_minute', 'minute', limits.requestsPerMinute, 1],
    ['tokens_per_minute', 'minute', limits.tokensPerMinute, bound.tokens],
    ['concurrent_requests', 'slots', limits.concurrentRequests, 1],
    ['credits_per_day', 'day', limits.creditsPerDay, bound.credits],
    ['credits_per_month', 'month', limits.creditsPerMonth, bound.credits],
  ];
  return all.flatMap(([name, kind, limit, amount]) => {
    if (limit === null || amount === null) return [];
    const check = { scope, name, kind, key: `${prefix}:${name}`, limit: Number(limit), amount };
    return [{ ...check, ...calendarOf(kind, key) }];
  });
}

/** The windows of owners whose days are not those of UTC, until they end. */
const running = new WeakMap<QuotaDays, QuotaWindows>();

function calendarOf(
  kind: LimitKind,
  { ownerQuotaDays: days }: Caller['key'],
): Pick<Check, 'calendar'> {
  if (days === undefined || (kind !== 'day' && kind !== 'month')) return {};
  const nowMs = new Date().getTime();
  const kept = running.get(days);
  const isOver = kept === undefined || nowMs >= Math.min(kept.day.endMs, kept.month.endMs);
  const windows = isOver ? quotaWindowsAt(days, nowMs) : kept;
  if (isOver) running.set(days, windows);
  return { calendar: windows[kind] };
}

/** Tokens of a request, prompt and answer together. */
export function tokensOf(usage: UsageCounts): number {
  return Object.values(countsOf(usage)).reduce((sum, count) => sum + count, 0);
}
