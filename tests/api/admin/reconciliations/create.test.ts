import { row } from '@tollgate/db/connect';
import {
  createPlatformReconciliation,
  getPlatformReconciliation,
  listPlatformReconciliationLines,
} from '@tollgate/contract/routes/admin/reconciliations';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aProvider } from '../support/provider.ts';
import type { TestProvider } from '../support/provider.ts';
import {
  compareAll,
  dayAgo,
  reconcile,
  served,
  usageCsv,
  withAcme,
} from '../support/reconciliation.ts';
import { eventsOf } from '../support/trail.ts';

let provider: TestProvider;
let admin: RunningAdmin;
beforeAll(async () => {
  provider = await aProvider();
  admin = await anAdmin({ allowedUpstreams: provider.address });
  await withAcme(admin, provider, ['small', 'large', 'dated-2026-01-31']);
});
afterAll(async () => {
  await admin.drop();
  await provider.drop();
});

const yesterday = dayAgo(1);
const linesOf = async (id: string) =>
  (await admin.send(listPlatformReconciliationLines, { params: { reconciliation_id: id } })).body;
const read = async (id: string) =>
  (await admin.send(getPlatformReconciliation, { params: { reconciliation_id: id } })).body;
const count = async (): Promise<number> =>
  Number(
    (await row<{ n: bigint }>(admin.owner, 'select count(*) as n from requests.reconciliation'))?.n,
  );

describe('POST /api/platform/reconciliations answers 202', () => {
  test('says by day and model what is equal, what differs and what is missing on either side', async () => {
    const usage = { input: 1_000, cache_read: 300, cache_write: 100, output: 50, reasoning: 20 };
    await served(admin, 1, [
      { usage, charged_n: 2_000_000n, usage_suspect: 'parts_exceed_whole' },
      { usage, charged_n: 3_000_000n, outcome: 'client_gone' },
      { model: 'acme/large', usage },
      { model: 'acme/dated-2026-01-31', usage },
      // No calls of this provider, or none at all.
      { usage, outcome: 'replayed', charged_n: 0n },
      { usage, mode: 'test', charged_n: 0n, usage_suspect: 'unreadable' },
      { usage, provider: 'other', model: 'other/small' },
      { usage: null, outcome: 'refused', status: 402, charged_n: 0n },
    ]);
    const begun = await reconcile(admin, {
      report: usageCsv([
        // Tokens that were written to a cache are among the input of this report.
        { day: yesterday, model: 'small', input: 2_200, cached: 600, output: 140, requests: 2 },
        { day: yesterday, model: 'large', input: 1_100, cached: 300, output: 90, requests: 1 },
        { day: yesterday, model: 'unheard-of', input: 7, requests: 3 },
      ]),
    });
    expect(begun).toMatchObject({
      status: 202,
      body: {
        status: 'queued',
        provider: 'acme',
        format: 'openai_usage',
        tolerance_bp: 50,
        first_day: yesterday,
        last_day: yesterday,
        days: 1,
        days_compared: 0,
        rows_read: 3,
        rows_left_out: 0,
        counts: null,
        finished_at: null,
      },
    });
    expect(await linesOf(begun.body.id)).toEqual([]);
    expect(await compareAll(admin)).toBe(1);
    expect(await read(begun.body.id)).toEqual({
      ...begun.body,
      status: 'done',
      days_compared: 1,
      counts: { equal: 1, differs: 1, report_only: 1, book_only: 1 },
      finished_at: expect.any(String),
    });
    const bookOf = (times: number) => ({
      input: String(times * 1_100),
      cache_read: String(times * 300),
      cache_write: '0',
      output: String(times * 70),
      requests: String(times),
      suspect: {},
    });
    expect(await linesOf(begun.body.id)).toEqual([
      {
        day: yesterday,
        model: 'acme/dated-2026-01-31',
        status: 'book_only',
        apart: [],
        reported: null,
        book: { ...bookOf(1), input: '1000', cache_write: '100', charged: '0.001234567' },
      },
      {
        day: yesterday,
        model: 'acme/large',
        status: 'differs',
        apart: ['output'],
        reported: {
          input: '1100',
          cache_read: '300',
          cache_write: null,
          output: '90',
          requests: '1',
          cost: null,
        },
        book: { ...bookOf(1), charged: '0.001234567' },
      },
      {
        day: yesterday,
        model: 'acme/small',
        status: 'equal',
        apart: [],
        reported: expect.objectContaining({ input: '2200', requests: '2' }),
        book: { ...bookOf(2), charged: '0.005000000', suspect: { parts_exceed_whole: 1 } },
      },
      {
        day: yesterday,
        model: 'acme/unheard-of',
        status: 'report_only',
        apart: [],
        reported: expect.objectContaining({ input: '7', requests: '3' }),
        book: null,
      },
    ]);
    expect(await eventsOf(admin, 'reconciliation.create')).toMatchObject([
      {
        actor: { label: admin.administrator.email },
        target: { kind: 'reconciliation', id: begun.body.id },
        details: { provider: 'acme', format: 'openai_usage', first_day: yesterday },
      },
    ]);
  });

  test('the tolerance decides what is a difference, exactly', async () => {
    await served(admin, 3, [{ model: 'acme/tolerant', usage: { input: 10_000 } }]);
    const statusAt = async (input: number, tolerance_bp: number) => {
      const report = usageCsv([{ day: dayAgo(3), model: 'tolerant', input }]);
      const { body } = await reconcile(admin, { report, tolerance_bp });
      await compareAll(admin);
      return (await linesOf(body.id)).map(({ status }: { status: string }) => status).join();
    };
    expect(await statusAt(9_950, 50)).toBe('equal');
    expect(await statusAt(9_949, 50)).toBe('differs');
    expect(await statusAt(10_000, 0)).toBe('equal');
    expect(await statusAt(9_999, 0)).toBe('differs');
    expect(await statusAt(1, 10_000)).toBe('equal');
  });

  test('a report of costs is compared with what users were charged: less is a difference, more is not', async () => {
    await served(admin, 4, [
      { model: 'acme/cheap', charged_n: 1_000_000_000n },
      { model: 'acme/dear', charged_n: 1_000_000_000n },
      { model: 'acme/free', charged_n: 0n },
    ]);
    const line = (model: string, cost: string) => `${dayAgo(4)},${model},${cost}`;
    const { body } = await reconcile(admin, {
      format: 'anthropic_cost',
      report: ['usage_date_utc,model,cost_usd', line('cheap', '0.7'), line('dear', '1.2')].join(
        '\n',
      ),
    });
    await compareAll(admin);
    const book = expect.objectContaining({ charged: '1.000000000' });
    const reported = (cost: string) =>
      expect.objectContaining({ input: null, requests: null, cost });
    expect(await linesOf(body.id)).toMatchObject([
      { model: 'acme/cheap', status: 'equal', apart: [], reported: reported('0.700000000'), book },
      {
        model: 'acme/dear',
        status: 'differs',
        apart: ['cost'],
        reported: reported('1.200000000'),
        book,
      },
    ]);
  });

  test('names that the report has for a model are those of the request, and of a model of a day', async () => {
    const report = usageCsv([
      { day: yesterday, model: 'Small (Edition)', input: 1 },
      { day: yesterday, model: 'small-2026-02-01', input: 2 },
      { day: yesterday, model: 'small-20260301', input: 4 },
      { day: yesterday, model: 'dated-2026-01-31', input: 8 },
    ]);
    const models = [{ reported: 'Small (Edition)', model: 'acme/small' }];
    const { body } = await reconcile(admin, { report, models });
    await compareAll(admin);
    const lines = await linesOf(body.id);
    const inputs = lines.map((line: { model: string; reported: { input: string } | null }) => [
      line.model,
      line.reported?.input,
    ]);
    expect(inputs).toEqual([
      ['acme/dated-2026-01-31', '8'],
      ['acme/large', undefined],
      ['acme/small', '7'],
    ]);
  });

  test('days of the range of which the report tells nothing are in the book only', async () => {
    await served(admin, 6, [{ model: 'acme/small' }]);
    const { body } = await reconcile(admin, {
      report: usageCsv([{ day: dayAgo(8), model: 'small', input: 1 }]),
      first_day: dayAgo(7),
      last_day: dayAgo(5),
    });
    expect(body).toMatchObject({ days: 3, rows_read: 1, rows_left_out: 1 });
    await compareAll(admin);
    expect(await linesOf(body.id)).toMatchObject([
      { day: dayAgo(6), model: 'acme/small', status: 'book_only' },
    ]);
  });

  test('the same key and body are the same reconciliation, however many ask at once', async () => {
    const report = usageCsv([{ day: yesterday, model: 'small', input: 1 }]);
    const before = await count();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => reconcile(admin, { report }, 'same')),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const replays = answers.filter(({ headers }) => headers['x-idempotent-replay'] === 'true');
    expect(replays).toHaveLength(9);
    expect(await count()).toBe(before + 1);
    await compareAll(admin);
    const again = await reconcile(admin, { report }, 'same');
    expect(again).toMatchObject({ status: 202, body: { id: answers[0]?.body.id, status: 'done' } });
    const events = await eventsOf(admin, 'reconciliation.create');
    expect(new Set(events.map(({ target }) => (target as { id: string }).id)).size).toBe(
      events.length,
    );
  });

  test('a worker that dies leaves what another one goes on with: each day is compared once', async () => {
    const days = Array.from({ length: 40 }, (_none, at) => dayAgo(at + 10));
    const { body } = await reconcile(admin, {
      report: usageCsv(days.map((day) => ({ day, model: 'small', input: 5 }))),
    });
    // The second step of this one fails.
    await admin.owner.raw(`
      create function requests.fail_later() returns trigger language plpgsql as $$
      begin
        if new.next_day > new.first_day + 31 then raise exception 'the worker died'; end if;
        return new;
      end $$;
      create trigger fail_later before update on requests.reconciliation
        for each row execute function requests.fail_later()`);
    await expect(compareAll(admin)).rejects.toThrow('the worker died');
    expect(await read(body.id)).toMatchObject({ status: 'running', days: 40, days_compared: 31 });
    expect(await linesOf(body.id)).toHaveLength(31);
    await admin.owner.raw('drop trigger fail_later on requests.reconciliation');
    const finished = await Promise.all([1, 2, 3].map(() => compareAll(admin)));
    expect(finished.toSorted((a, b) => a - b)).toEqual([0, 0, 1]);
    expect(await read(body.id)).toMatchObject({ status: 'done', counts: { report_only: 40 } });
    expect(await linesOf(body.id)).toHaveLength(40);
  });

  test('a report of eight megabytes is read, and nothing of its text is kept', async () => {
    const results = Array.from({ length: 20_000 }, (_none, at) => ({
      object: 'organization.usage.completions.result',
      input_tokens: at,
      input_cached_tokens: 0,
      output_tokens: 1,
      num_model_requests: 1,
      project_id: `proj-${'x'.repeat(180)}`,
      model: 'small',
    }));
    const start = Date.parse(`${dayAgo(2)}T00:00:00Z`) / 1_000;
    const page = { data: [{ start_time: start, end_time: start + 86_400, results }] };
    const report = JSON.stringify(page);
    expect(report.length).toBeGreaterThan(6_000_000);
    const { status, body } = await reconcile(admin, { report });
    expect([status, body.rows_read]).toEqual([202, 20_000]);
    await compareAll(admin);
    expect(await linesOf(body.id)).toMatchObject([
      { model: 'acme/small', reported: { input: '199990000', output: '20000' } },
    ]);
  });

  test('the newest 200 are kept', async () => {
    const { body } = await reconcile(admin, {
      report: usageCsv([{ day: yesterday, model: 'small', input: 1 }]),
    });
    await admin.owner.raw(`
      insert into requests.reconciliation (id, created_by, once_key, body_sha, provider, format,
        tolerance_bp, has_tokens, first_day, last_day, next_day, rows_read, rows_left_out)
      select gen_random_uuid(), gen_random_uuid(), 'x', sha256('x'), 'acme', 'openai_usage', 0, true,
        '2026-01-01', '2026-01-01', '2026-01-01', 0, 0 from generate_series(1, 400)`);
    await admin.owner.raw(
      `update requests.reconciliation set id = overlay(cast(id as text) placing '00' from 1 for 2)::uuid where once_key = 'x'`,
    );
    const newest = await reconcile(admin, {
      report: usageCsv([{ day: yesterday, model: 'small', input: 2 }]),
    });
    expect(await count()).toBe(200);
    expect((await read(body.id)).id).toBe(body.id);
    expect((await read(newest.body.id)).id).toBe(newest.body.id);
  });
});

describe('POST /api/platform/reconciliations answers 409', () => {
  test('for another request under the same key; a repeated default is no other request', async () => {
    const report = usageCsv([{ day: yesterday, model: 'small', input: 1 }]);
    const first = await reconcile(admin, { report }, 'taken');
    const said = await reconcile(admin, { report, tolerance_bp: 50 }, 'taken');
    expect(said.body.id).toBe(first.body.id);
    for (const other of [
      { tolerance_bp: 51 },
      { first_day: yesterday },
      { report: `${report}\n` },
    ]) {
      expect(await reconcile(admin, { report, ...other }, 'taken')).toMatchObject({
        status: 409,
        body: { error: { code: 'idempotency_key_mismatch', param: 'Idempotency-Key' } },
      });
    }
  });
});

describe('POST /api/platform/reconciliations answers 422', () => {
  const report = usageCsv([{ day: yesterday, model: 'small', input: 1 }]);
  test.each<[Record<string, unknown>, (string | number)[], string]>([
    [{ report: '' }, ['body', 'report'], 'must not be empty'],
    [{ report: 'a,b\n1,2' }, ['body', 'report'], 'has no column start_time'],
    [{ report: `${report}\nx,y` }, ['body', 'report'], 'is no CSV'],
    [{ report: report.replace(',small,', ',,') }, ['body', 'report'], 'line 2: model is missing'],
    [{ report: '{"data":[{}]}' }, ['body', 'report'], 'data[0].results must be a list'],
    [{ report, format: 'invoice' }, ['body', 'format'], ''],
    [{ report, provider: 'nobody' }, ['body', 'provider'], 'is no provider'],
    [{ report, provider: 'No Prefix' }, ['body', 'provider'], ''],
    [{ report, first_day: '2026-02-30' }, ['body', 'first_day'], ''],
    [{ report, first_day: '2026-02-02', last_day: '2026-02-01' }, ['body', 'last_day'], 'before'],
    [{ report, first_day: '2020-01-01' }, ['body', 'report'], '1100 days at most'],
    [{ report, tolerance_bp: 10_001 }, ['body', 'tolerance_bp'], ''],
    [
      { report, models: [{ reported: 'x', model: 'acme/none' }] },
      ['body', 'models', 0, 'model'],
      'is no model',
    ],
    [
      { report, models: [1, 2].map(() => ({ reported: 'x', model: 'acme/small' })) },
      ['body', 'models', 1, 'reported'],
      'twice',
    ],
  ])('%j names the field', async (body, loc, message) => {
    const before = await count();
    const refused = await reconcile(admin, body);
    expect(refused.status).toBe(422);
    expect(refused.body.detail[0].loc).toEqual(loc);
    expect(refused.body.detail[0].msg).toContain(message);
    expect(await count()).toBe(before);
  });

  test.each([[undefined], ['a\tb']])('the key %j', async (key) => {
    const body = { provider: 'acme', format: 'openai_usage', report };
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
    const refused = await admin.send(createPlatformReconciliation, { body, headers });
    expect(refused.status).toBe(422);
    expect(refused.body.detail[0].loc).toEqual(['header', 'Idempotency-Key']);
  });
});

test('a report above the bound is answered with 413', async () => {
  const refused = await reconcile(admin, { report: 'x'.repeat(8_388_608) });
  expect(refused).toMatchObject({ status: 413, body: { error: { code: 'payload_too_large' } } });
});
