import {
  createRetentionPurge,
  listRetentionPurges,
} from '@tollgate/contract/routes/admin/retention';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';

let admin: RunningAdmin;
beforeAll(async () => {
  admin = await anAdmin();
});
afterAll(() => admin.drop());

const list = (query: Record<string, string> = {}) => admin.send(listRetentionPurges, { query });

describe('GET /api/platform/retention-purge answers 200', () => {
  test('none at first, then the latest in front, each as its own address shows it', async () => {
    expect((await list()).body).toEqual([]);
    const made: { id: string }[] = [];
    for (const category of ['sessions', 'access_events']) {
      const headers = { 'idempotency-key': category };
      const body = { categories: [category] };
      made.unshift((await admin.send(createRetentionPurge, { headers, body })).body);
    }
    expect((await list()).body).toEqual(made);
    expect((await list({ limit: '1' })).body).toEqual(made.slice(0, 1));
  });
});

describe('GET /api/platform/retention-purge answers 401', () => {
  test('without an administrator', async () => {
    expect((await admin.send(listRetentionPurges, { token: null })).status).toBe(401);
  });
});

describe('GET /api/platform/retention-purge answers 422', () => {
  test.each([{ limit: '0' }, { limit: '1001' }, { limit: 'x' }])('X01: %j', async (query) => {
    expect((await list(query as Record<string, string>)).status).toBe(422);
  });
});
