import type { Billing } from '@tollgate/billing-client/billing-client';
import { connectDatabase, rows } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { insertRecords } from '@tollgate/requests/records/record-insert.queries';
import { completeRecords } from '@tollgate/requests/records/record-repair.queries';
import { findRollupFaults } from '@tollgate/requests/usage/rollup.queries';
import { newUuid } from '@tollgate/runtime/ids';
import { scaleTimers } from '@tollgate/runtime/timers';
import { completeRecordsJob } from '../../../services/worker/src/jobs/complete-records.ts';
import { createGrant } from '../../../services/billing/src/grant.queries.ts';
import { reserveBatch, settleBatch } from '../../../services/billing/src/reservation.queries.ts';
import { sweepEndedHolds } from '../../../services/billing/src/sweep.queries.ts';
import { aLedger, quiet } from '../../ledger/a-ledger.ts';
import type { TestLedger } from '../../ledger/a-ledger.ts';
import { aHold, settlementOf } from '../../ledger/items.ts';
import { keepVideo } from '../../support/kept-videos.ts';
import { aRecord } from '../../support/request-records.ts';

let ledger: TestLedger;
let worker: Knex;
const notNeeded: Partial<Billing> = {};
const payer = newUuid();
beforeAll(async () => {
  ledger = await aLedger();
  const grant = { userId: payer, amountNano: '1000000', reason: null, expiresAt: null };
  await createGrant(ledger.replicas[0], { ...grant, actor: 'admin', idempotencyKey: null });
  const url = ledger.database.urlOf('tollgate_worker');
  worker = connectDatabase({ url, applicationName: 'test-complete-records' });
});
afterAll(async () => {
  await worker.destroy();
  await ledger.drop();
});

/** A hold of 100 nano-credits; an ended one is over at once. */
async function held(more: { op_id?: string; ttl_ms?: number } = {}) {
  const hold = aHold({ priceVersionId: ledger.priceVersionId, userId: payer, amount: 100 }, more);
  await reserveBatch(ledger.replicas[0], [hold]);
  return hold;
}

/** A call that was charged and whose record is lost. */
async function settled(charge: number, opId = newUuid()) {
  const hold = await held({ op_id: opId });
  await settleBatch(ledger.replicas[0], [settlementOf(hold, charge)]);
  return hold;
}

/** Puts a call, or only the entries of one kind, a number of days into the past. */
async function moveBack(
  { op_id: id }: { op_id: string },
  days: number,
  kind: string | null = null,
) {
  await ledger.owner.transaction(async (trx) => {
    await trx.raw('set local session_replication_role = replica');
    if (kind === null) {
      await rows(
        trx,
        `update billing.reservation set created_at = created_at - :days * interval '1 day',
           closed_at = closed_at - :days * interval '1 day' where op_id = :id`,
        { id, days },
      );
    }
    await rows(
      trx,
      `update billing.entry set at = at - :days * interval '1 day',
         id = billing.uuid7(at - :days * interval '1 day')
       where op_id = :id and kind = coalesce(:kind, kind)`,
      { id, days, kind },
    );
  });
}

async function putCompletion(days: number) {
  await rows(
    ledger.owner,
    `update requests.completion set completed_until = now() - :days * interval '1 day'`,
    { days },
  );
}

async function completedAgo(): Promise<number> {
  const [found] = await rows<{ at: Date }>(
    ledger.owner,
    'select completed_until as at from requests.completion',
  );
  return Date.now() - (found?.at.getTime() ?? 0);
}

function runJob(db: Knex) {
  return completeRecordsJob.run({
    db,
    billing: notNeeded as Billing,
    logger: quiet,
    timers: scaleTimers(1),
  });
}

/** A run catches up with 22 hours. */
async function runUntilDone(days: number) {
  const made = { changed: 0, recovered: 0 };
  for (let run = 0; run < Math.ceil((days * 24) / 22) + 1; run += 1) {
    const { changed, recovered } = await runJob(worker);
    made.changed += Number(changed);
    made.recovered += Number(recovered);
  }
  return made;
}

async function chargesOf(id: string): Promise<bigint[]> {
  const reported = await rows<{ charged_n: bigint }>(
    ledger.owner,
    'select charged_n from requests.record where id = :id',
    { id },
  );
  return reported.map(({ charged_n }) => charged_n);
}

/**
 * PostgreSQL counts what a session reads; what it counted before may not have been handed in yet.
 */
function entriesReadByOneRun(): Promise<number> {
  return worker.transaction(async (trx) => {
    const before = await entriesRead(trx);
    await runJob(trx);
    return (await entriesRead(trx)) - before;
  });
}

async function entriesRead(db: Knex): Promise<number> {
  const [read] = await rows<{ n: number }>(
    db,
    `select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::int as n
     from pg_stat_xact_user_tables where schemaname = 'billing' and relname like 'entry%'`,
  );
  return read?.n ?? 0;
}

test('records that were lost or tell another charge are brought into line with the ledger, once', async () => {
  const userId = newUuid();
  const [db] = ledger.replicas;
  const grant = { userId, amountNano: '1000', reason: null, expiresAt: null, actor: 'admin' };
  await createGrant(db, { ...grant, idempotencyKey: null });
  const terms = { priceVersionId: ledger.priceVersionId, userId, amount: 100 };
  const [kept, wrong, lost, unsettled] = [aHold(terms), aHold(terms), aHold(terms), aHold(terms)];
  await reserveBatch(db, [kept, wrong, lost, unsettled]);
  await settleBatch(db, [settlementOf(kept, 7), settlementOf(wrong, 8), settlementOf(lost, 9)]);
  const recordOf = (id: string, charged: bigint) =>
    aRecord({ id, user_id: userId, api_key_id: kept.api_key_id, charged_n: charged });
  const refused = newUuid();
  await insertRecords(worker, [
    recordOf(kept.op_id, 7n),
    recordOf(wrong.op_id, 80n),
    recordOf(refused, 5n),
  ]);
  const span = { from: new Date(Date.now() - 3_600_000), until: new Date(Date.now() + 60_000) };
  expect(await completeRecords(worker, span)).toEqual({ changed: 2, recovered: 1 });
  expect(await completeRecords(worker, span)).toEqual({ changed: 0, recovered: 0 });
  const reported = await rows<{ id: string; charged_n: bigint }>(
    ledger.owner,
    'select id, charged_n from requests.record',
  );
  const charges = new Map(reported.map(({ id, charged_n }) => [id, charged_n]));
  expect([kept, wrong, lost].map(({ op_id }) => charges.get(op_id))).toEqual([7n, 8n, 9n]);
  expect(charges.get(refused)).toBe(0n);
  expect(charges.has(unsettled.op_id)).toBe(false);
  const days = { from: '2020-01-01', until: '2100-01-01' };
  expect(await findRollupFaults(worker, days, 10)).toEqual([]);
});

describe('A worker that was away', () => {
  const DAYS_AWAY = 3;
  const DAY_MS = 86_400_000;

  test('makes records of charges that are older than its last look, in runs of a bounded size, once', async () => {
    const lost = await settled(9);
    await moveBack(lost, DAYS_AWAY);
    await putCompletion(DAYS_AWAY + 1);
    expect(await runUntilDone(DAYS_AWAY + 1)).toEqual({ changed: 0, recovered: 1 });
    expect(await chargesOf(lost.op_id)).toEqual([9n]);
    expect(await completedAgo()).toBeLessThan(DAY_MS);
    expect(await runJob(worker)).toMatchObject({ changed: 0, recovered: 0 });
  });

  test('covers a late settlement by the moment of the settlement, however old its call is', async () => {
    const late = await held({ ttl_ms: 1 });
    await moveBack(late, 20);
    expect(await sweepEndedHolds(ledger.replicas[0], 100)).toBe(1);
    await settleBatch(ledger.replicas[0], [settlementOf(late, 6)]);
    await moveBack(late, 1 / 6, 'settle_late');
    await putCompletion(1);
    expect(await runUntilDone(2)).toEqual({ changed: 0, recovered: 1 });
    expect(await chargesOf(late.op_id)).toEqual([6n]);
  });

  test('does not make records again that may have been purged', async () => {
    const purged = await settled(9);
    await moveBack(purged, 40);
    await putCompletion(41);
    const id = newUuid();
    await rows(
      ledger.owner,
      `with p as (
         insert into retention.purge (id, scope, once_key, body_sha, as_of)
         values (:id, 'test', 'once', decode(repeat('00', 32), 'hex'), now()) returning id
       )
       insert into retention.purge_step (purge_id, position, category, cutoff)
       select id, 1, 'request_records', now() - interval '35 days' from p`,
      { id },
    );
    await runUntilDone(41);
    expect(await chargesOf(purged.op_id)).toEqual([]);
  });

  test('is not held up by a row that the database refuses: all others are completed, the job names the moment, and it is tried again', async () => {
    const [before, poisoned, after] = [await settled(3), await settled(4), await settled(5)];
    for (const [call, days] of [
      [before, 2.2],
      [poisoned, 2],
      [after, 1.8],
    ] as const) {
      await moveBack(call, days);
    }
    await ledger.owner.raw(
      `alter table requests.record add constraint poison check (id <> '${poisoned.op_id}')`,
    );
    const named = new RegExp(`cannot be completed: .*${poisoned.op_id}`, 'u');
    await putCompletion(2.5);
    for (let run = 0; run < 3; run += 1) await runJob(worker).catch(() => undefined);
    await expect(runJob(worker)).rejects.toThrow(named);
    expect(await chargesOf(before.op_id)).toEqual([3n]);
    expect(await chargesOf(poisoned.op_id)).toEqual([]);
    expect(await chargesOf(after.op_id)).toEqual([5n]);
    expect(await completedAgo()).toBeLessThan(DAY_MS);
    await ledger.owner.raw('alter table requests.record drop constraint poison');
    expect(await runJob(worker)).toMatchObject({ recovered: 1 });
    expect(await chargesOf(poisoned.op_id)).toEqual([4n]);
    expect(await runJob(worker)).toEqual({ changed: 0, recovered: 0 });
  });

  test('reads as many rows at each run, whatever lies before its last look', async () => {
    for (let call = 0; call < 20; call += 1) await moveBack(await settled(1), 15);
    await putCompletion(0);
    const recent = await settled(1);
    await moveBack(recent, 1 / 24);
    const first = await entriesReadByOneRun();
    for (let call = 0; call < 20; call += 1) await moveBack(await settled(1), 15);
    expect(await chargesOf(recent.op_id)).toEqual([1n]);
    expect(await entriesReadByOneRun()).toBe(first);
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(20);
  });
});

test('a video whose charge came late states what the ledger charged', async () => {
  const video = await keepVideo(ledger.owner, { userId: payer, ended: 'completed' });
  const other = await keepVideo(ledger.owner, { userId: payer, ended: 'completed', mode: 'test' });
  await settled(7, video);
  const until = new Date(Date.now() + 60_000);
  const span = { from: new Date(until.getTime() - 600_000), until };
  expect(await completeRecords(worker, span)).toMatchObject({ changed: 1 });
  const costs = await rows<{ id: string; charged_n: bigint }>(
    ledger.owner,
    'select id, charged_n from requests.video',
  );
  const reported = new Map(costs.map(({ id, charged_n }) => [id, charged_n]));
  expect(reported.get(video)).toBe(7n);
  expect(reported.get(other)).toBe(300_000_000n);
  expect(await completeRecords(worker, span)).toEqual({ changed: 0, recovered: 0 });
});
