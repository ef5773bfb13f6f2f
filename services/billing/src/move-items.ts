import type {
  Judging,
  Movement,
  RefusedItem,
  ReleaseItem,
  ReleaseResult,
  ReserveItem,
  ReserveResult,
  SettleItem,
  SettleResult,
} from '@tollgate/contract/billing';
import { sqlState } from '@tollgate/db/failures';
import type { Logger } from '@tollgate/runtime/logger';
import { currentRequest } from '@tollgate/runtime/request-scope';
import { faultOf } from './item-readers.ts';
import type { ItemReader } from './item-readers.ts';
import { isLocked, whyClosed } from './ledger.ts';
import type { LedgerCall } from './ledger.ts';

/**
 * Outcomes that mean that a caller has lost track of its hold, or has sent an item that is not a
 * movement.
 */
const ODD: ReadonlySet<string> = new Set([
  'conflict',
  'unknown',
  'late',
  'invalid',
  'closed',
  'unavailable',
]);
/** SQLSTATE classes of values that cannot be stored: they are refused however often they come. */
const UNSTORABLE = /^2[23]/;

interface Item {
  op_id: string;
  attempt: number;
}

/** How the items of a batch are moved. */
export interface Moving<Given, Result> {
  logger: Logger;
  movement: Movement;
  read: ItemReader<Given>;
  move: LedgerCall<Given, Result>;
}

/** A batch as a caller sends it. */
export interface GivenBatch {
  body: { items: readonly unknown[] };
  query: { judge: Judging };
}

/**
 * Moves every item of a caller's batch, each with its own verdict. The outcome of an item is logged
 * with the request of the item: as a warning where the item does not fit its hold, otherwise at
 * level debug.
 */
export async function moveItems<Given extends Item, Result extends { outcome: string }>(
  moving: Moving<Given, Result>,
  { body, query }: GivenBatch,
): Promise<{ results: (Result | RefusedItem)[] }> {
  const { judge } = query;
  const results = await Promise.all(
    body.items.map((raw, index) => moveOne(moving, { raw, index, judge })),
  );
  const reportsAll = moving.logger.isLevelEnabled('debug');
  results.forEach((result, index) =>
    report(moving, { raw: body.items[index], index, result }, reportsAll),
  );
  return { results };
}

/** How each movement is made. */
export interface Movings {
  reserve: Moving<ReserveItem, ReserveResult>;
  settle: Moving<SettleItem, SettleResult>;
  release: Moving<ReleaseItem, ReleaseResult>;
}

type AnyResult = ReserveResult | SettleResult | ReleaseResult | RefusedItem;

/**
 * Makes the movements of a mixed batch: each item names its own movement, and is answered at its
 * index.
 */
export async function moveMixed(
  movings: Movings,
  { items, judge }: { items: readonly unknown[]; judge: Judging },
): Promise<{ results: AnyResult[] }> {
  const reportsAll = movings.reserve.logger.isLevelEnabled('debug');
  const results = await Promise.all(
    items.map(async (given, index): Promise<AnyResult> => {
      const { movement, ...raw } = (given ?? {}) as { movement?: unknown };
      if (!isMovement(movement)) return refused('invalid', 'movement is not known');
      const moving = movings[movement] as unknown as Moving<Item, ReserveResult>;
      const result = await moveOne(moving, { raw, index, judge });
      report(moving, { raw, index, result }, reportsAll);
      return result;
    }),
  );
  return { results };
}

function isMovement(given: unknown): given is Movement {
  return given === 'reserve' || given === 'settle' || given === 'release';
}

async function moveOne<Given extends Item, Result extends { outcome: string }>(
  { logger, movement, read, move }: Moving<Given, Result>,
  { raw, index, judge }: { raw: unknown; index: number; judge: Judging },
): Promise<Result | RefusedItem> {
  try {
    const result = await (judge === 'alone' ? move.alone : move.free)(read(raw));
    if (isLocked(result)) return refused('locked', 'Another session has the wallet.');
    const why = whyClosed(result);
    return why === null ? result : refused('closed', why);
  } catch (error) {
    const fault = faultOf(error);
    if (fault !== null) return refused('invalid', fault);
    logger.warn({ error, movement, ...subjectOf(raw, index) }, 'a movement failed');
    return UNSTORABLE.test(sqlState(error) ?? '')
      ? refused('invalid', 'The ledger cannot store it.')
      : refused('unavailable', 'The ledger cannot be used just now.');
  }
}

function refused(reason: RefusedItem['reason'], message: string): RefusedItem {
  return { outcome: 'refused', reason, message };
}

function report(
  { logger, movement }: { logger: Logger; movement: Movement },
  {
    raw,
    index,
    result,
  }: { raw: unknown; index: number; result: { outcome: string } | RefusedItem },
  reportsAll: boolean,
): void {
  const outcome = 'reason' in result ? result.reason : result.outcome;
  const isOdd = ODD.has(outcome);
  if (!isOdd && !reportsAll) return;
  logger[isOdd ? 'warn' : 'debug']({ ...subjectOf(raw, index), outcome }, movement);
}

function subjectOf(raw: unknown, index: number): object {
  const { op_id: op, attempt } = (raw ?? {}) as Partial<Item>;
  const { requestId, itemRequestIds } = currentRequest() ?? {};
  const ofItem = itemRequestIds === undefined ? requestId : itemRequestIds[index];
  return { op, attempt, requestId: ofItem ?? null };
}
