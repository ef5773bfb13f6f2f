import { encodeId, newPublicId, newUuid } from '@tollgate/runtime/ids';
import { createAccessLog } from '@tollgate/audit/access-log';
import type { AccessActor } from '@tollgate/audit/access-log';
import { listPlatformAccessEvents } from '@tollgate/contract/routes/admin/access';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { HOSTILE_TEXTS } from '../support/records.ts';

let admin: RunningAdmin;
const user = newUuid();

beforeAll(async () => {
  admin = await anAdmin();
  const { db, logger } = admin.deps;
  const log = createAccessLog({ db, logger, actorOf: (caller) => caller as AccessActor });
  const event = (status: number, path: string, caller: AccessActor, method = 'GET') =>
    log.served({
      request: { method, originalUrl: path, headers: { 'user-agent': 'a test' } },
      route: { path: '/api/me' },
      status,
      requestId: 'req-1',
      address: '192.0.2.7',
      durationMs: 3,
      errorCode: status < 400 ? null : 'unauthenticated',
      caller,
    });
  event(200, '/api/me', { kind: 'user', id: user, userId: user });
  event(401, '/api/me?token=secret', { kind: 'none', id: null, userId: null });
  event(404, '/api/keys/100%25', { kind: 'user', id: user, userId: user }, 'DELETE');
  await log.close();
});
afterAll(() => admin.drop());

const list = (query: Record<string, string> = {}) =>
  admin.send(listPlatformAccessEvents, { query });

describe('GET /api/platform/access-events answers 200', () => {
  test('every request, refused ones included, newest first, no value of a query', async () => {
    const { body } = await list();
    expect(body.data.map((one: { status_code: number }) => one.status_code)).toEqual([
      404, 401, 200,
    ]);
    expect(body.data[1]).toMatchObject({
      path: '/api/me?token=[redacted]',
      error_code: 'unauthenticated',
      actor: { kind: 'none', id: null },
      user_id: null,
    });
    expect(body.data[2]).toMatchObject({ actor: { kind: 'user', id: encodeId('usr', user) } });
  });

  test.each([
    [{ status_code: '401' }, 1],
    [{ path: '/api/me' }, 2],
    [{ path: '/api/keys/100%25' }, 1],
    [{ organization_id: encodeId('usr', user) }, 2],
    [{ limit: '1', offset: '2' }, 1],
    [{ days: '1' }, 3],
    [{ method: 'read' }, 2],
    [{ method: 'change' }, 1],
    [{ method: 'change', status_code: '401' }, 0],
  ])('by %j', async (query, count) => {
    expect((await list(query as Record<string, string>)).body.data).toHaveLength(count);
  });

  test.each(HOSTILE_TEXTS)('X04: the path %j matches nothing', async (text) => {
    const { status, body } = await list({ path: text });
    expect({ status, data: body.data }).toEqual({ status: 200, data: [] });
  });
});

describe('GET /api/platform/access-events answers 401', () => {
  test('without a token', async () => {
    expect((await admin.send(listPlatformAccessEvents, { token: null })).status).toBe(401);
  });
});

describe('GET /api/platform/access-events answers 422', () => {
  test.each([
    { limit: '1001' },
    { method: 'GET' },
    { limit: '-1' },
    { offset: '-1' },
    { offset: '1000000000000' },
    { days: '0' },
    { days: '3661' },
    { status_code: 'a' },
    { status_code: '600' },
    { sort: 'x' },
    { organization_id: 'zz' },
    { organization_id: newPublicId('usr') },
  ])('X01, X02: %j', async (query) => {
    expect((await list(query as Record<string, string>)).status).toBe(422);
  });

  test.each(HOSTILE_TEXTS)('X04: the user %j is none', async (text) => {
    expect((await list({ organization_id: text })).status).toBe(422);
  });
});
