import { randomUUID } from 'node:crypto';
import { connectDatabase, row } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { acceptDailyPurge } from '@tollgate/retention/purges';
import { runPurge } from '@tollgate/retention/run-purge';
import { decodeId } from '@tollgate/runtime/ids';
import { createLogger } from '@tollgate/runtime/logger';
import { scaleTimers } from '@tollgate/runtime/timers';
import { verifyPlatformAuditEvents } from '@tollgate/contract/routes/admin/audit';
import {
  getRetentionPurge,
  previewRetentionPurge,
  createRetentionPurge,
} from '@tollgate/contract/routes/admin/retention';
import {
  ledgerCounts,
  putAccessEvents,
  putAuditEvents,
  putCreations,
  putDay,
  putVideos,
  putIdempotencyRecords,
  putLedger,
  putOperations,
  putRecords,
  putSessions,
} from '../../../support/old-rows.ts';
import { anAdmin } from '../support/admin.ts';
import type { Answer, RunningAdmin } from '../support/admin.ts';
import { eventsOf } from '../support/trail.ts';
import { aUser } from '../support/user.ts';

/**
 * Three files and two ended batches from before the policy; a young file, an old one that an open
 * batch reads, and a young ended batch.
 */
async function putBatches(owner: Knex): Promise<void> {
  await owner.raw(
    `with made as (
       insert into requests.file (id, user_id, api_key_id, mode, purpose, filename, bytes, sha256,
         created_at)
       select gen_random_uuid(), :user, :user, 'live', 'batch', 'a', 1, sha256('a'),
         now() - days * interval '1 day'
       from unnest(array[31, 32, 33, 34, 29]) as days
       returning id, created_at)
     insert into requests.batch (id, user_id, api_key_id, mode, endpoint, input_file_id, request_id, state,
       ends_as, finished_at, expires_at)
     select gen_random_uuid(), :user, :user, 'live', '/v1/embeddings', made.id, 'req_1',
       case when days = 0 then 'in_progress' else 'completed' end,
       case when days = 0 then null else 'completed' end,
       case when days = 0 then null else now() - days * interval '1 day' end, now()
     from unnest(array[0, 31, 32, 29]) as days
     cross join (select id from made order by created_at limit 1) made`,
    { user: randomUUID() },
  );
}

const CATEGORIES = [
  'request_records',
  'access_events',
  'audit_events',
  'idempotency_records',
  'async_results',
  'sessions',
  'media',
  'batch_files',
  'payloads',
];
let admin: RunningAdmin;
let worker: Knex;
let keys = 0;
const removed: { id: string; userId: string }[] = [];

beforeEach(async () => {
  admin = await anAdmin();
  worker = connectDatabase({
    url: admin.database.urlOf('tollgate_worker'),
    applicationName: 'test-worker',
    poolMax: 4,
  });
});
afterEach(async () => {
  await worker.destroy();
  await admin.drop();
  removed.length = 0;
});

const preview = (body: unknown): Promise<Answer> => admin.send(previewRetentionPurge, { body });
const purge = (body: unknown, key?: string): Promise<Answer> => {
  keys += 1;
  return admin.send(createRetentionPurge, {
    body,
    headers: { 'idempotency-key': key ?? `key-${keys}` },
  });
};
const uuidOf = ({ id }: { id: string }): string => decodeId('prg', id) ?? '';
const run = (id: string): Promise<void> =>
  runPurge(
    {
      db: worker,
      files: { remove: async (name) => void removed.push(name) },
      timers: scaleTimers(1),
      logger: createLogger('test', 'silent'),
      isStopping: () => false,
    },
    id,
  );
const read = async (id: string): Promise<Answer['body']> =>
  (await admin.send(getRetentionPurge, { params: { purge_id: id } })).body;
const count = async (table: string): Promise<number> =>
  Number((await row<{ n: bigint }>(admin.owner, `select count(*) as n from ${table}`))?.n);
const purgedOf = (out: Answer['body']): Record<string, string> =>
  Object.fromEntries(
    out.categories.map((step: Record<string, string>) => [step['category'], step['rows_purged']]),
  );

/** Writes rows of every category, some older than its policy keeps them and some younger. */
const seed = async (): Promise<void> => {
  await aUser(admin);
  for (const days of [401, 400, 394]) await putDay(admin.owner, 'requests.record', days);
  await putDay(admin.owner, 'audit.access_event', 92);
  await putDay(admin.owner, 'audit.event', 2600);
  await putRecords(admin.owner, { count: 30, days: 400 });
  await putRecords(admin.owner, { count: 20, days: 401 });
  await putRecords(admin.owner, { count: 10, days: 600 });
  await putRecords(admin.owner, { count: 5, days: 394 });
  await putAccessEvents(admin.owner, { count: 40, days: 92 });
  await putAccessEvents(admin.owner, { count: 4, days: 89 });
  await putAuditEvents(admin.owner, { count: 50, days: 2600 });
  await putIdempotencyRecords(admin.owner, { count: 12_001, days: 31 });
  await putIdempotencyRecords(admin.owner, { count: 3, days: 29 });
  await putCreations(admin.owner, { count: 6, days: 31 });
  await putCreations(admin.owner, { count: 2, days: 29 });
  await putOperations(admin.owner, { count: 70, days: 2 });
  await putSessions(admin.owner, { count: 80, days: 31 });
  await putSessions(admin.owner, { count: 2, days: 29 });
  await putVideos(admin.owner, { count: 120, days: 8 });
  await putVideos(admin.owner, { count: 30, days: 38 });
  await putVideos(admin.owner, { count: 4, days: 6 });
  // Older than what any category keeps.
  await putLedger(admin.owner, { count: 9, days: 2_900 });
  await aUser(admin);
};

describe('POST /api/platform/retention-purge answers 202', () => {
  test('T05, I19: takes what the preview showed, keeps the chain whole, and leaves the ledger alone', async () => {
    await seed();
    await putBatches(admin.owner);
    const before = await ledgerCounts(admin.owner);
    const shown = await preview({ categories: CATEGORIES });
    expect(shown.status).toBe(200);
    expect(
      Object.fromEntries(
        shown.body.categories.map((set: Record<string, string>) => [set['category'], set['rows']]),
      ),
    ).toEqual({
      request_records: '60',
      access_events: '40',
      audit_events: '50',
      idempotency_records: '12007',
      async_results: '70',
      sessions: '80',
      media: '150',
      batch_files: '5',
      payloads: '0',
    });
    const { as_of, digest } = shown.body;
    const accepted = await purge({ categories: CATEGORIES, as_of, digest });
    expect(accepted).toMatchObject({ status: 202, body: { status: 'queued', as_of } });
    // Traffic that comes while the purge waits is younger than its cutoff.
    await putIdempotencyRecords(admin.owner, { count: 7, days: 29 });
    await run(uuidOf(accepted.body));
    const done = await read(accepted.body.id);
    expect(done).toMatchObject({ status: 'done', failure: null, origin: 'administrator' });
    for (const step of done.categories) {
      expect(step.rows_purged).toBe(step.rows_expected);
      expect(step.finished_at).not.toBeNull();
    }
    expect(
      done.categories.find(({ category }: never) => category === 'idempotency_records'),
    ).toEqual(expect.objectContaining({ batches: 4 }));
    expect(await count('requests.record')).toBe(5);
    expect(await count('audit.access_event')).toBe(4);
    expect(await count('requests.idempotency')).toBe(10);
    expect(await count('requests.creation')).toBe(2);
    expect(await count('requests.operation')).toBe(0);
    expect(await count('identity.session')).toBe(2);
    expect(removed).toHaveLength(153);
    expect([await count('requests.file'), await count('requests.batch')]).toEqual([2, 2]);
    expect(await count('requests.video')).toBe(124);
    expect(await count('requests.video where media_bytes is not null')).toBe(4);
    expect(await ledgerCounts(admin.owner)).toEqual(before);
    const partitions = await admin.owner.raw(
      `select to_regclass('requests.record_' || to_char(now() - interval '400 days', 'YYYYMMDD')) as gone,
         to_regclass('requests.record_' || to_char(now() - interval '394 days', 'YYYYMMDD')) as kept`,
    );
    expect(partitions.rows[0]).toMatchObject({ gone: null, kept: expect.any(String) });
    expect((await admin.send(verifyPlatformAuditEvents)).body).toMatchObject({
      ok: true,
      anchor: { seq: '50', at: expect.any(String) },
      broken: null,
    });
    expect(await eventsOf(admin, 'retention.purged')).toMatchObject([
      { actor: { kind: 'system' }, target: { id: done.id }, details: { rows: purgedOf(done) } },
    ]);
    expect(await eventsOf(admin, 'retention.purge')).toHaveLength(1);
    expect((await preview({ categories: CATEGORIES })).body.categories).toEqual(
      expect.arrayContaining([expect.objectContaining({ category: 'sessions', rows: '0' })]),
    );
  });

  test('I19: whichever category is purged, no table of the ledger loses a row', async () => {
    await seed();
    await putBatches(admin.owner);
    const before = await ledgerCounts(admin.owner);
    expect(before).toEqual({
      'billing.credit_grant': '9',
      'billing.entry': '27',
      'billing.grant_day': '0',
      'billing.grant_revocation': '0',
      'billing.left_wallet': '0',
      'billing.left_year': '0',
      'billing.provider_cost': '9',
      'billing.reservation': '9',
      'billing.seal': '0',
      'billing.sealed_day': '0',
      'billing.sealed_grant': '0',
      'billing.sealed_wallet': '0',
      'billing.wallet': '9',
    });
    const gone: Record<string, string> = {};
    for (const category of CATEGORIES) {
      const { body } = await purge({ categories: [category] });
      await run(uuidOf(body));
      const done = await read(body.id);
      expect(done).toMatchObject({ status: 'done' });
      Object.assign(gone, purgedOf(done));
      expect([category, await ledgerCounts(admin.owner)]).toEqual([category, before]);
    }
    // Payloads are not kept at all.
    const kept = Object.entries(gone).filter(([, count]) => count === '0');
    expect([Object.keys(gone), kept]).toEqual([CATEGORIES, [['payloads', '0']]]);
  });

  test('T04: the same key and body are the same purge, however many ask at once', async () => {
    const body = { categories: ['sessions', 'access_events'] };
    const answers = await Promise.all(Array.from({ length: 20 }, () => purge(body, 'same')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['x-idempotent-replay'] === 'true')).toHaveLength(
      19,
    );
    expect(await count('retention.purge')).toBe(1);
    const other = await purge({ categories: ['sessions'] }, 'same');
    expect(other).toMatchObject({
      status: 409,
      body: { error: { code: 'idempotency_key_mismatch' } },
    });
    const reordered = await purge({ categories: ['access_events', 'sessions'] }, 'same');
    expect(reordered.body.id).toBe(answers[0]?.body.id);
  });

  test('two workers on one purge share nothing: each row is counted once', async () => {
    await putIdempotencyRecords(admin.owner, { count: 20_000, days: 40 });
    const { body } = await purge({ categories: ['idempotency_records'] });
    const id = uuidOf(body);
    await Promise.all([run(id), run(id), run(id)]);
    expect(purgedOf(await read(body.id))).toEqual({ idempotency_records: '20000' });
    await run(id);
    expect(await read(body.id)).toMatchObject({ status: 'done' });
  });

  test('T07: steps take 5,000 rows at most, each for itself, and nobody else waits for one', async () => {
    await putIdempotencyRecords(admin.owner, { count: 12_001, days: 40 });
    // Each statement that deletes is noted with the transaction that it belongs to, and takes its
    // time.
    await admin.owner.raw(`
      create table requests.step (taken bigint, transaction xid8);
      grant insert on requests.step to tollgate_worker;
      create function requests.note_step() returns trigger language plpgsql as $$
      begin
        insert into requests.step select count(*), pg_current_xact_id() from gone;
        perform pg_sleep(0.3);
        return null;
      end $$;
      create trigger note_step after delete on requests.idempotency referencing old table as gone
        for each statement execute function requests.note_step()`);
    const { body } = await purge({ categories: ['idempotency_records'] });
    const state = { isRunning: true };
    const ended = run(uuidOf(body)).finally(() => (state.isRunning = false));
    let writes = 0;
    while (state.isRunning) {
      // Whoever would have to wait for a lock of a step gets an error instead.
      await admin.owner.transaction(async (trx) => {
        await trx.raw(`set local lock_timeout = '100ms'`);
        await putIdempotencyRecords(trx, { count: 1, days: 1 });
        await trx.raw(`update requests.idempotency set attempt = attempt
          where created_at > now() - interval '2 days'`);
      });
      writes += 1;
    }
    await ended;
    expect(writes).toBeGreaterThan(0);
    const { rows: steps } = await admin.owner.raw(
      'select sum(taken) as taken from requests.step group by transaction having sum(taken) > 0 order by 1',
    );
    expect(steps.map((step: { taken: bigint }) => Number(step.taken))).toEqual([
      2_001, 5_000, 5_000,
    ]);
    expect(await read(body.id)).toMatchObject({ status: 'done' });
  });

  test('a broken chain is evidence, and stays', async () => {
    await putAuditEvents(admin.owner, { count: 5, days: 2600 });
    await admin.owner.raw('alter table audit.event disable trigger event_is_final');
    await admin.owner.raw("update audit.event set actor_label = 'x' where seq = 3");
    await admin.owner.raw('alter table audit.event enable trigger event_is_final');
    const { body } = await purge({ categories: ['audit_events'] });
    await run(uuidOf(body));
    expect(await read(body.id)).toMatchObject({
      status: 'failed',
      failure: expect.stringContaining('broken at 3'),
    });
    expect(await count("audit.event where action = 'test.event'")).toBe(5);
  });

  test('the day has one purge, whoever asks', async () => {
    const made = await Promise.all(
      [1, 2, 3].map(() => worker.transaction((trx) => acceptDailyPurge(trx))),
    );
    const [id] = made.filter((one) => one !== null);
    expect(made.filter((one) => one === null)).toHaveLength(2);
    await run(id ?? '');
    const [found] = (await admin.owner.raw('select state, scope from retention.purge')).rows;
    expect(found).toEqual({ state: 'done', scope: 'schedule' });
  });
});

describe('POST /api/platform/retention-purge answers 409', () => {
  test('a digest that is not of this set', async () => {
    await putSessions(admin.owner, { count: 0, days: 40 });
    await putOperations(admin.owner, { count: 3, days: 9 });
    const { as_of, digest } = (await preview({ categories: ['async_results'] })).body;
    await putOperations(admin.owner, { count: 1, days: 9 });
    const changed = await purge({ categories: ['async_results'], as_of, digest });
    expect(changed).toMatchObject({ status: 409, body: { error: { param: 'digest' } } });
    const another = await purge({ categories: ['sessions'], as_of, digest });
    expect(another.status).toBe(409);
    expect(await count('retention.purge')).toBe(0);
  });
});
