import { connectDatabase } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { claimKey, keepAnswer, leaveClaimOpen } from '@tollgate/requests/operations/idempotency';
import type { ClaimResult } from '@tollgate/requests/operations/idempotency';
import { createKeyAllowance } from '@tollgate/requests/operations/key-allowance';
import { newUuid } from '@tollgate/runtime/ids';
import { createLogger } from '@tollgate/runtime/logger';
import { scaleTimers } from '@tollgate/runtime/timers';
import { aDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
let db: Knex;
beforeAll(async () => {
  database = await aDatabase();
  const url = database.urlOf('tollgate_inference');
  db = connectDatabase({ url, applicationName: 'test-attempts' });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

test('a replay names the request of the attempt that made the answer', async () => {
  const logger = createLogger('test', 'silent');
  const deps = { db, processId: newUuid(), timers: scaleTimers(1) };
  const keyAllowance = createKeyAllowance({ db, keysMax: 10, logger });
  const call = { userId: newUuid(), mode: 'live' as const, key: 'k', route: '/x', body: {} };
  const claim = (requestId: string): Promise<ClaimResult> =>
    claimKey({ ...deps, keyAllowance }, { ...call, opId: newUuid(), requestId });
  const first = await claim('trace/1:first');
  if (first.kind !== 'claimed') throw new Error(first.kind);
  await leaveClaimOpen(deps, first.claim);
  const second = await claim('trace/2:second');
  if (second.kind !== 'claimed') throw new Error(second.kind);
  expect([second.claim.opId, second.claim.attempt]).toEqual([first.claim.opId, 2]);
  const headers = { 'x-should-retry': 'false' };
  await keepAnswer(deps, second.claim, { status: 400, headers, body: Buffer.from('{}') });
  const third = await claim('trace/3:third');
  if (third.kind !== 'replay') throw new Error(third.kind);
  expect(await third.load()).toMatchObject({ status: 400, headers, requestId: 'trace/2:second' });
});
