import { connectDatabase } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { insertRecords } from '@tollgate/requests/records/record-insert.queries';
import { findSpending } from '@tollgate/requests/usage/spending.queries';
import { newUuid } from '@tollgate/runtime/ids';
import { aDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { aRecord } from '../../support/request-records.ts';

let database: TestDatabase;
let inference: Knex;
let owner: Knex;

beforeAll(async () => {
  database = await aDatabase();
  inference = connectDatabase({
    url: database.urlOf('tollgate_inference'),
    applicationName: 'test-spending',
  });
  owner = connectDatabase({ url: database.url, applicationName: 'test-spending-owner' });
  await owner.raw('select maintenance.ensure_partitions(45, 1)');
});
afterAll(async () => {
  await Promise.all([inference, owner].map((one) => one.destroy()));
  await database.drop();
});

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const at = (days: number, hours: number): Date => new Date(today + days * DAY_MS + hours * HOUR_MS);

test('spending of a zone counts from where its day and its month began, by whole hours', async () => {
  const [userId, apiKeyId] = [newUuid(), newUuid()];
  const charge = (moment: Date, charged_n: bigint, key = apiKeyId) =>
    aRecord({ user_id: userId, api_key_id: key, at: moment, charged_n });
  await insertRecords(inference, [
    charge(at(-20, 14.9), 1n),
    // The hour in which the month begins, and the rest of that day of UTC.
    charge(at(-20, 15.1), 10n),
    charge(at(-20, 23.5), 100n),
    charge(at(-19, 3), 1_000n),
    charge(at(-2, 14), 10_000n, newUuid()),
    charge(at(-1, 15.2), 100_000n),
    charge(at(-1, 16), 1_000_000n, newUuid()),
  ]);
  const since = { day: at(-1, 15.25), month: at(-20, 15.25) };
  expect(await findSpending(inference, { userId, apiKeyId, since })).toEqual({
    key: { day: 100_000n, month: 101_110n },
    user: { day: 1_100_000n, month: 1_111_110n },
  });
  const stranger = { userId: newUuid(), apiKeyId: newUuid(), since };
  expect((await findSpending(inference, stranger)).user).toEqual({ day: 0n, month: 0n });
});

test('spending of a day before the first whole day of its month is not lost', async () => {
  const [userId, apiKeyId] = [newUuid(), newUuid()];
  const since = { day: at(-1, 15), month: at(-1, 15) };
  await insertRecords(inference, [
    aRecord({ user_id: userId, api_key_id: apiKeyId, at: at(-1, 16), charged_n: 5n }),
    aRecord({ user_id: userId, api_key_id: apiKeyId, at: at(0, 0), charged_n: 7n }),
  ]);
  expect((await findSpending(inference, { userId, apiKeyId, since })).key).toEqual({
    day: 12n,
    month: 12n,
  });
});
