import { connectDatabase, row } from '@tollgate/db/connect';
import {
  getRetentionPurge,
  previewRetentionPurge,
  createRetentionPurge,
} from '@tollgate/contract/routes/admin/retention';
import { anAdmin } from '../support/admin.ts';
import type { Answer, RunningAdmin } from '../support/admin.ts';

let admin: RunningAdmin;
beforeAll(async () => {
  admin = await anAdmin();
});
afterAll(() => admin.drop());

const preview = (body: unknown): Promise<Answer> => admin.send(previewRetentionPurge, { body });
const purge = (body: unknown): Promise<Answer> =>
  admin.send(createRetentionPurge, { body, headers: { 'idempotency-key': 'any' } });
const purges = async (): Promise<number> =>
  Number((await row<{ n: bigint }>(admin.owner, 'select count(*) as n from retention.purge'))?.n);

describe('the routes of purges answer 422', () => {
  test.each([[undefined], [''], ['x'.repeat(201)], ['a\tb'], ['ü']])('T03: key %j', async (key) => {
    const answer = await admin.send(createRetentionPurge, {
      body: { categories: ['sessions'] },
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc).toEqual(['header', 'Idempotency-Key']);
  });

  test.each([
    {},
    { categories: [] },
    { categories: ['ledger'] },
    { categories: ['sessions', 'sessions'] },
    { categories: ['sessions'], cutoff: '2020-01-01T00:00:00Z' },
    { categories: ['sessions'], as_of: '2999-01-01T00:00:00Z' },
    { categories: ['sessions'], as_of: 'yesterday' },
    { categories: ['sessions'], digest: 'a'.repeat(64) },
  ])('T01: %j', async (body) => {
    expect((await purge(body)).status).toBe(422);
    expect(await purges()).toBe(0);
  });

  test('a preview of a moment to come', async () => {
    const body = { categories: ['sessions'], as_of: '2999-01-01T00:00:00Z' };
    expect((await preview(body)).status).toBe(422);
  });
});

describe('the routes of purges answer 404', () => {
  test.each(['prg_01h455vb4pex5vsknk084sn02q', 'x', 'usr_01h455vb4pex5vsknk084sn02q'])(
    'there is no purge %s',
    async (purge_id) => {
      expect((await admin.send(getRetentionPurge, { params: { purge_id } })).status).toBe(404);
    },
  );
});

describe('the worker', () => {
  test('may not touch the ledger, nor take anything that is young', async () => {
    const worker = connectDatabase({
      url: admin.database.urlOf('tollgate_worker'),
      applicationName: 'test-worker',
    });
    const denied = /permission denied/;
    await expect(worker.raw('select 1 from billing.entry')).rejects.toThrow(denied);
    await expect(worker.raw('delete from audit.event')).rejects.toThrow(denied);
    await expect(worker.raw('delete from requests.record')).rejects.toThrow(denied);
    await expect(
      worker.raw("select maintenance.purge_days('billing.entry', now(), 1)"),
    ).rejects.toThrow(denied);
    await expect(worker.raw('select requests.purge_records(now(), 5000)')).rejects.toThrow(
      /younger than 30 days/,
    );
    await expect(
      worker.raw("select audit.purge_events(now() - interval '364 days', 5000)"),
    ).rejects.toThrow(/kept for a year/);
    await worker.destroy();
  });
});

describe('the routes of purges answer 401', () => {
  test('without an administrator', async () => {
    for (const route of [previewRetentionPurge, createRetentionPurge, getRetentionPurge]) {
      expect((await admin.send(route, { token: null })).status).toBe(401);
    }
  });
});

describe('POST /api/platform/retention-purge answers 202', () => {
  test('a key with a blank within it', async () => {
    const answer = await admin.send(createRetentionPurge, {
      body: { categories: ['sessions'] },
      headers: { 'idempotency-key': 'purge of may' },
    });
    expect(answer.status).toBe(202);
  });
});
