import { connectDatabase, rows } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { insertRecords } from '@tollgate/requests/records/insert-queries';
import { completeRecords } from '@tollgate/requests/records/record-repair-queries';
import { findRollupFaults } from '@tollgate/requests/usage/rollup-queries';
import { newUuid } from '@tollgate/runtime/ids';
import { createGrant, reserveBatch, settleBatch } from '../../../services/billing/src/queries.ts';
import { aLedger } from '../../ledger/a-ledger.ts';
import type { TestLedger } from '../../ledger/a-ledger.ts';
import { aHold, settlementOf } from '../../ledger/items.ts';
import { aRecord } from '../../support/request-records.ts';

let ledger: TestLedger;
let worker: Knex;
beforeAll(async () => {
  ledger = await aLedger();
  const url = ledger.database.urlOf('tollgate_worker');
  worker = connectDatabase({ url, applicationName: 'test-complete-records' });
});
afterAll(async () => {
  await worker.destroy();
  await ledger.drop();
});

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
  const span = { fromMs: 3_600_000, toMs: -60_000 };
  expect(await completeRecords(worker, span)).toEqual({ changed: 2, recovered: 1 });
  expect(await completeRecords(worker, span)).toEqual({ changed: 0, recovered: 0 });
  const told = await rows<{ id: string; charged_n: bigint }>(
    ledger.owner,
    'select id, charged_n from requests.record',
  );
  const charges = new Map(told.map(({ id, charged_n }) => [id, charged_n]));
  expect([kept, wrong, lost].map(({ op_id }) => charges.get(op_id))).toEqual([7n, 8n, 9n]);
  expect(charges.get(refused)).toBe(0n);
  expect(charges.has(unsettled.op_id)).toBe(false);
  const days = { from: '2020-01-01', until: '2100-01-01' };
  expect(await findRollupFaults(worker, days, 10)).toEqual([]);
});
