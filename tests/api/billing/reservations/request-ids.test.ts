import { newUuid } from '@tollgate/runtime/ids';
import { createLogger } from '@tollgate/runtime/logger';
import { inRequest } from '@tollgate/runtime/request-scope';
import { aHold, settlementOf } from '../../../ledger/items.ts';
import { aBilling } from '../a-billing-service.ts';
import type { TestBilling } from '../a-billing-service.ts';
import { aGrant } from '../a-grant.ts';

type Line = Record<string, unknown>;

const lines: Line[] = [];
let billing: TestBilling;
beforeAll(async () => {
  const write = (line: string): void => void lines.push(JSON.parse(line) as Line);
  billing = await aBilling({ logger: createLogger('billing', 'debug', { write }) });
});
afterAll(async () => {
  await billing.ledger.assertSound();
  await billing.drop();
});
beforeEach(() => void lines.splice(0));

const holdOf = (userId: string) =>
  aHold({ priceVersionId: billing.ledger.priceVersionId, userId, amount: 1 });

test('each item of a batch is logged with the request that it belongs to', async () => {
  const userId = newUuid();
  await aGrant(billing, userId, 1_000);
  const client = await billing.clientOf('inference');
  const holds = Array.from({ length: 8 }, () => holdOf(userId));
  // The first one leaves alone; the others leave together while it is under way.
  await Promise.all(
    holds.map((hold, index) =>
      inRequest({ requestId: `req_${index}` }, () => client.reserve(hold)),
    ),
  );
  const reported = lines.filter(({ msg }) => msg === 'reserve');
  expect(new Map(reported.map(({ op, requestId }) => [op, requestId]))).toEqual(
    new Map(holds.map(({ op_id: op }, index) => [op, `req_${index}`])),
  );
  expect(reported.some(({ requestIds = [] }) => (requestIds as string[]).length > 1)).toBe(true);
});

test('a batch that belongs to no request is logged without a request id', async () => {
  const userId = newUuid();
  await aGrant(billing, userId, 1_000);
  const hold = holdOf(userId);
  const client = await billing.clientOf('inference');
  await Promise.all([
    client.reserve(holdOf(userId)),
    client.reserve(hold),
    inRequest({ requestId: 'req_of_one' }, () => client.reserve(holdOf(userId))),
  ]);
  const reported = lines.find(({ msg, op }) => msg === 'reserve' && op === hold.op_id);
  expect(reported).toMatchObject({ outcome: 'held', requestId: null });
});

test('a settlement that fits no hold is a warning that names operation and request', async () => {
  const userId = newUuid();
  const hold = holdOf(userId);
  const client = await billing.clientOf('inference');
  await inRequest({ requestId: 'req_lost' }, () => client.settle(settlementOf(hold, 1)));
  expect(lines.find(({ level }) => level === 'warn')).toMatchObject({
    msg: 'settle',
    op: hold.op_id,
    outcome: 'unknown',
    requestId: 'req_lost',
  });
});

test('a call of one request carries its id', async () => {
  const client = await billing.clientOf('inference');
  const processId = newUuid();
  const userId = newUuid();
  await aGrant(billing, userId, 1_000);
  await client.heartbeat(processId);
  await client.reserve({ ...holdOf(userId), owner: processId });
  await inRequest({ requestId: 'req_deregister' }, () => client.deregister(processId));
  expect(lines.find(({ msg }) => msg === 'a process left with holds')).toMatchObject({
    requestId: 'req_deregister',
  });
});

test('of more ids than a header holds the first ones are told, and every item is served', async () => {
  const userId = newUuid();
  await aGrant(billing, userId, 1_000);
  const client = await billing.clientOf('inference');
  const long = (index: number): string => `req_${index}_${'x'.repeat(100)}`;
  const holds = Array.from({ length: 300 }, () => holdOf(userId));
  const results = await Promise.all(
    holds.map((hold, index) => inRequest({ requestId: long(index) }, () => client.reserve(hold))),
  );
  expect(results.filter(({ outcome }) => outcome !== 'held')).toEqual([]);
  const byOp = new Map(lines.map(({ op, requestId }) => [op, requestId]));
  const reported = holds.map(({ op_id: op }) => byOp.get(op) ?? null);
  expect(reported[0]).toBe(long(0));
  expect(reported[1]).toBe(long(1));
  const wrong = reported.filter(
    (requestId, index) => requestId !== null && requestId !== long(index),
  );
  expect(wrong).toEqual([]);
  expect(reported).toContain(null);
});
