import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { errorDocument } from '@tollgate/contract/error-codes';
import type { GatewayError } from '@tollgate/contract/error-codes';
import { HEADER } from '@tollgate/contract/headers';
import { transaction } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { BODY_LIFE_MS } from '@tollgate/requests/operations/idempotency';
import {
  finishOperation,
  holdsClaim,
  keepOperationAnswer,
} from '@tollgate/requests/operations/operation.queries';
import type { ClaimedOperation } from '@tollgate/requests/operations/operation.queries';
import { insertRecords } from '@tollgate/requests/records/record-insert.queries';
import { tryAgain } from '@tollgate/runtime/try-again';
import type { WholeAnswer } from '../call.ts';
import { countCall } from '../record/metrics.ts';
import { toRecord } from '../record/record.ts';
import { endingOf } from '../record/ending.ts';
import type { RecordFacts, RecordSubject } from '../record/record.ts';
import type { Ending } from '../record/ending.ts';
import { deliverSettlement } from '../money/settle.ts';
import type { MoneyDeps } from '../money/settle.ts';
import type { Bill, Settlement } from '../money/bill.ts';

const WRITE_TRIES_MAX = 6;
const WRITE_PAUSE_MS = 200;

const compress = promisify(gzip);
const expand = promisify(gunzip);

export interface EndDeps extends MoneyDeps {
  db: Knex;
}

/** Another worker has taken the operation over; the result of this worker is thrown away. */
export class LostClaimError extends Error {}

/** How an operation came to its end. */
export interface Ended {
  answer: WholeAnswer;
  ending: Ending;
  /**
   * The facts for the record about the claim that got the answer, where that was an earlier one.
   */
  facts?: RecordFacts;
}

/** An answer, its cost and the facts for its record. */
interface Kept {
  answer: WholeAnswer;
  settlement: Settlement | null;
  facts: RecordFacts;
}

/**
 * From here on the work is done: a worker that dies now leaves an answer that only has to be
 * charged.
 */
export async function keep(
  deps: EndDeps,
  { id, claims }: ClaimedOperation,
  { answer, settlement, facts }: Kept,
): Promise<void> {
  const { status, headers } = answer;
  const body = await compress(answer.body);
  const kept = await written(deps, id, () =>
    keepOperationAnswer(deps.db, {
      id,
      claims,
      status,
      headers: JSON.stringify(headers),
      body,
      settlement: JSON.stringify(settlement),
      recordFacts: JSON.stringify(facts),
    }),
  );
  if (!kept) throw new LostClaimError();
}

/** Writes the end and the record of the operation, both or none. */
export async function finish(
  deps: EndDeps,
  { id, claims }: ClaimedOperation,
  { answer, ending, facts, subject }: Ended & { subject: RecordSubject },
): Promise<void> {
  const end = {
    id,
    claims,
    state: ending.error === null ? ('done' as const) : ('failed' as const),
    status: answer.status,
    headers: JSON.stringify(answer.headers),
    body: await compress(answer.body),
    lifeMs: BODY_LIFE_MS,
    chargedNano: (ending.bill?.charged ?? 0n).toString(),
  };
  const record = toRecord(subject, ending, facts);
  const finished = await written(deps, id, () =>
    transaction(deps.db, async (trx) => {
      const mine = await finishOperation(trx, end);
      if (mine) await insertRecords(trx, [record]);
      return mine;
    }),
  );
  if (!finished) throw new LostClaimError();
  countCall(subject, ending);
}

/**
 * A database that is away for a moment is waited for, since the work is done.
 * @throws when it stays away
 */
function written<Result>(
  { logger }: EndDeps,
  id: string,
  write: () => Promise<Result>,
): Promise<Result> {
  return tryAgain(write, (error, tries) => {
    if (tries === WRITE_TRIES_MAX) return null;
    logger.warn({ error, op: id }, 'what became of an operation waits for the database');
    return WRITE_PAUSE_MS * 2 ** tries;
  });
}

/** An earlier claim has come as far as an answer: only its charge has to be recorded. */
export async function settleKept(
  deps: EndDeps,
  claimed: ClaimedOperation,
  body: Buffer,
): Promise<Ended> {
  const status = claimed.status ?? 200;
  const answer = { status, headers: claimed.headers ?? {}, body: await expand(body) };
  const settlement = claimed.settlement as Settlement | null;
  const bill: Bill | null = settlement === null ? null : await deliverSettlement(deps, settlement);
  const ending = { status, outcome: 'served', error: null, bill, timing: null } as const;
  const facts = claimed.recordFacts as RecordFacts | null;
  return { answer, ending, ...(facts === null ? {} : { facts }) };
}

/** Gives the hold back before the operation ends with an error. */
export async function fail(
  deps: EndDeps,
  claimed: ClaimedOperation,
  error: GatewayError,
): Promise<Ended> {
  if (!(await holdsClaim(deps.db, claimed))) throw new LostClaimError();
  await releaseHolds(deps, claimed, error.code);
  return { answer: errorAnswer(error, claimed), ending: endingOf(error, true) };
}

/**
 * Gives back what is still held.
 * @throws GatewayError when billing is away: the operation must not end before its hold
 */
async function releaseHolds(
  deps: EndDeps,
  { id, userId }: ClaimedOperation,
  reason: string,
): Promise<void> {
  const holds = await deps.billing.reservations(id);
  for (const { attempt, state } of holds) {
    if (state !== 'held') continue;
    await deps.billing.release({ op_id: id, attempt, user_id: userId, reason });
  }
}

/** The error as the poller gets it, always the same: asking again changes nothing. */
function errorAnswer(
  error: GatewayError,
  { requestId, route }: Pick<ClaimedOperation, 'requestId' | 'route'>,
): WholeAnswer {
  return {
    status: error.status,
    headers: { [HEADER.requestId]: requestId, [HEADER.shouldRetry]: 'false' },
    body: Buffer.from(JSON.stringify(errorDocument(error, requestId, route))),
  };
}
