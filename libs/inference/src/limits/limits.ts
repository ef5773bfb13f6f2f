import type { OperationSlot } from '@tollgate/requests/operations/operation.queries';
import type { Spending, SpendingOwner } from '@tollgate/requests/usage/spending.queries';
import type { AnswerSink } from '../call.ts';
import { checksOf, tokensOf } from './checks.ts';
import type { Limited, NamedCheck } from './checks.ts';
import type { Charge, Limiter, Spent } from './shared-or-local.ts';
import type { Check, CheckState, Correction, LimitStore } from './store.ts';
import { rateHeaders, refusal } from './limit-answers.ts';
import type { Plan } from '../plan.ts';
import type { Bill } from '../money/bill.ts';

/** What one call takes of the limits of its key and of its user. */
export interface TakenLimits {
  /**
   * Where the answer of the call goes. The slots of the call go back just before the answer ends.
   */
  sink: AnswerSink;
  /** @throws GatewayError 429; nothing is charged then */
  take(plan: Plan): Promise<void>;
  /** Puts right what was taken by bounds. @param bill null when nothing was used */
  end(bill: Bill | null): void;
  /**
   * What the process that ends the call has to put right, and the slots that the call keeps until
   * then.
   */
  counted(): HandedOver;
  /**
   * For a call that another process goes on with: what was counted in the shared store stays taken.
   */
  handOver(): void;
}

/** What goes on to the process that ends a call. */
export interface HandedOver {
  counted: readonly Counted[];
  /** Null where nothing bounds how many calls run at one time. */
  slot: OperationSlot | null;
}

/**
 * What a call has taken of one limit by its bounds, as it is kept until another process ends the
 * call.
 */
export interface Counted
  extends Pick<Check, 'key' | 'kind' | 'amount'>, Pick<CheckState, 'window'> {
  name: Limited;
  /** Absent in what an earlier version has counted. */
  made?: number;
}

/** What limits are counted with. */
export interface TakenLimitsDeps {
  limiter: Limiter;
  /** What has been charged in the present day and month. */
  findSpending: (owner: SpendingOwner) => Promise<Spending>;
}

/** Calls with time leave this part of a limit of a minute or of slots to others of the owner. */
const ROOM_PART = 4;

/**
 * Between plan and hold: where no limit is set nothing is asked.
 * @param when a call that somebody waits for takes its whole limit, one that runs soon leaves room,
 *   and what a provider answers within a day is no matter of minutes and slots
 */
export function openLimits(
  { limiter, findSpending }: TakenLimitsDeps,
  sink: AnswerSink,
  when: 'now' | 'soon' | 'within_a_day' = 'now',
): TakenLimits {
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
    sink: freeingBefore(sink, { holdsSlots: () => holdsSlots, freeSlots }),
    async take(plan) {
      const all = checksOf(plan).filter(({ kind }) => when !== 'within_a_day' || isOfDays(kind));
      const checks = when === 'soon' ? all.map(leavingRoom) : all;
      if (checks.length === 0) return;
      const { id: apiKeyId, ownerId: userId } = plan.caller.key;
      const spent = spentBy(checks, () => findSpending({ userId, apiKeyId, ...sinceOf(checks) }));
      const charge = await limiter.take(checks, spent);
      sink.announce?.(rateHeaders(checks, charge.states));
      if (charge.refused !== null) throw refusal(checks, charge.refused);
      taken = { all: countedOf(checks, charge.states), charge };
      holdsSlots = checks.some(({ kind }) => kind === 'slots');
    },
    end(bill) {
      freeSlots();
      correct((one) => deltaOf(one, bill));
    },
    // What this process counted alone is forgotten with it, and its windows mean nothing to others.
    counted: () =>
      taken?.charge.isShared === true
        ? { counted: taken.all, slot: slotOf(taken.charge.id, taken.all) }
        : { counted: [], slot: null },
    handOver() {
      if (taken?.charge.isShared !== true) return freeSlots();
      holdsSlots = false;
      taken.charge.leaveSlots();
    },
  };
}

function isOfDays(kind: NamedCheck['kind']): boolean {
  return kind !== 'minute' && kind !== 'slots';
}

function leavingRoom(check: NamedCheck): NamedCheck {
  const { kind, limit } = check;
  if (isOfDays(kind)) return check;
  return { ...check, room: Math.ceil(limit / ROOM_PART) };
}

/** What the sums say of limits whose counts are not known. */
function spentBy(checks: readonly NamedCheck[], find: () => Promise<Spending>): Spent {
  const scopes = new Map(checks.map(({ key, scope }) => [key, scope]));
  return async (wanted) => {
    const spending = await find();
    return wanted.map(({ key, kind, calendar }) => {
      const { day, month } = scopes.get(key) === 'key' ? spending.key : spending.user;
      return { key, kind, amount: Number(kind === 'day' ? day : month), calendar };
    });
  };
}

/** When the day and the month began that the checks count in, unless these are those of UTC. */
function sinceOf(checks: readonly NamedCheck[]): Pick<SpendingOwner, 'since'> {
  const begun = (kind: 'day' | 'month'): number | undefined =>
    checks.find((check) => check.kind === kind)?.calendar?.startMs;
  const [day, month] = [begun('day'), begun('month')];
  const either = day ?? month;
  if (either === undefined) return {};
  return { since: { day: new Date(day ?? either), month: new Date(month ?? either) } };
}

function slotOf(id: string, all: readonly Counted[]): OperationSlot | null {
  const keys = all.filter(({ kind }) => kind === 'slots').map(({ key }) => key);
  return keys.length === 0 ? null : { id, keys };
}

const NOTHING_COUNTED = { delta: 0, window: 0, amount: 0, made: 0 };

/**
 * Gives the slots back that an operation has kept.
 * @throws when the store is away; they then run out by themselves
 */
export async function freeSlot(
  store: Pick<LimitStore, 'correct'>,
  slot: OperationSlot,
): Promise<void> {
  const free = slot.keys.map((key) => ({ ...NOTHING_COUNTED, key, kind: 'slots' as const }));
  await store.correct(slot.id, free);
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
    const { window = 0, made = 0 } = states[index] ?? {};
    return { name, key, kind, amount, window, made };
  });
}

/**
 * A caller that sends one call after the other must find its slot free: it goes back before the
 * last byte leaves.
 */
function freeingBefore(
  sink: AnswerSink,
  { holdsSlots, freeSlots }: { holdsSlots: () => boolean; freeSlots: () => void },
): AnswerSink {
  return {
    ...sink,
    send(answer, read) {
      freeSlots();
      sink.send(answer, read);
    },
    openStream(headers, untilMs) {
      const out = sink.openStream(headers, untilMs);
      if (!holdsSlots()) return out;
      return {
        write: (frames) => out.write(frames),
        end() {
          freeSlots();
          out.end();
        },
      };
    },
    openFile(headers, untilMs) {
      const out = sink.openFile(headers, untilMs);
      return {
        write: (bytes) => out.write(bytes),
        breakOff: () => out.breakOff(),
        end() {
          freeSlots();
          out.end();
        },
      };
    },
  };
}

/**
 * The corrections of counts whose right amount is known; `wanted` gives null for a count that stays
 * as it is.
 */
function deltaOf({ name, amount }: Counted, bill: Bill | null): number | null {
  switch (name) {
    case 'requests_per_minute':
    case 'stored_bytes_per_minute':
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
    const { key, kind, window, amount, made = 0 } = one;
    return [{ key, kind, delta, window, amount, made }];
  });
}
