import { createAccessLog } from '@tollgate/audit/access-log';
import type { AccessLogOptions, ServedAccess } from '@tollgate/audit/access-log';
import { connectDatabase } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { newUuid } from '@tollgate/runtime/ids';
import { createLogger } from '@tollgate/runtime/logger';
import { aDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';

const NEVER_MS = 3_600_000;
let database: TestDatabase;
let owner: Knex;
let db: Knex;

beforeAll(async () => {
  database = await aDatabase();
  owner = connectDatabase({ url: database.url, applicationName: 'test-owner', poolMax: 2 });
  db = connectDatabase({
    url: database.urlOf('tollgate_inference'),
    applicationName: 'test-access-log',
  });
});
afterAll(async () => {
  await db.destroy();
  await owner.destroy();
  await database.drop();
});
beforeEach(() => owner.raw('delete from audit.access_event'));

const aLog = (options: Partial<AccessLogOptions> = {}) =>
  createAccessLog({ db, logger: createLogger('test', 'silent'), flushMs: NEVER_MS, ...options });
const kept = async (): Promise<Record<string, unknown>[]> =>
  (await owner.raw('select * from audit.access_event order by id')).rows;
const served = (change: Partial<ServedAccess> = {}): ServedAccess => ({
  request: {
    method: 'GET',
    originalUrl: '/v1/models?key=1',
    headers: { 'user-agent': 'curl\u0000' },
  },
  route: { path: '/v1/models' },
  status: 200,
  requestId: 'req_1',
  address: '192.0.2.1',
  durationMs: 1.6,
  errorCode: null,
  ...change,
});

test('events are written together, with who asked and without what the query said', async () => {
  const id = newUuid();
  const log = aLog({ actorOf: () => ({ kind: 'key', id, userId: id }) });
  log.served(served());
  log.served(served({ route: null, status: 404, errorCode: 'not_found' }));
  expect(await kept()).toEqual([]);
  await log.close();
  expect(await kept()).toMatchObject([
    {
      method: 'GET',
      path: '/v1/models?key=[redacted]',
      route: '/v1/models',
      status_code: 200,
      actor_kind: 'key',
      actor_id: id,
      user_id: id,
      user_agent: 'curl',
      duration_ms: 2,
    },
    { route: null, status_code: 404, error_code: 'not_found' },
  ]);
});

test('more than can wait is dropped and counted', async () => {
  const log = aLog({ waitingMax: 3 });
  for (let turn = 0; turn < 5; turn += 1) log.served(served());
  expect(log.dropped()).toBe(2);
  await log.close();
  expect(await kept()).toHaveLength(3);
});

test('while the database is away events wait for it', async () => {
  const nowhere = connectDatabase({
    url: 'postgres://nobody@127.0.0.1:9/x',
    applicationName: 'test-nowhere',
  });
  let isAway = true;
  const raw: Knex['raw'] = ((...parts: Parameters<Knex['raw']>) =>
    (isAway ? nowhere : db).raw(...parts)) as Knex['raw'];
  const log = aLog({ db: { raw } as unknown as Knex });
  log.served(served());
  await log.flush();
  expect(log.dropped()).toBe(0);
  isAway = false;
  await log.close();
  expect(await kept()).toHaveLength(1);
  await nowhere.destroy();
});

test('an event that the database refuses does not hold up the others', async () => {
  const log = aLog();
  log.served(served({ status: 1e9 }));
  await log.flush();
  expect(log.dropped()).toBe(1);
  log.served(served());
  await log.close();
  expect(await kept()).toHaveLength(1);
});

test('the role of a service writes events and reads none', async () => {
  await expect(db.raw('select * from audit.access_event')).rejects.toThrow(/permission denied/);
});
