import { createAccessLog } from '@tollgate/audit/access-log';
import type { AccessActor } from '@tollgate/audit/access-log';
import { decodeId, encodeId, newUuid } from '@tollgate/runtime/ids';
import { listPlatformAccessEvents } from '@tollgate/contract/routes/admin/access';
import {
  getPlatformDashboard,
  exportPlatformAnalytics,
  getPlatformAnalytics,
  getPlatformSessions,
} from '@tollgate/contract/routes/admin/analytics';
import {
  exportPlatformAuditEvents,
  listPlatformAuditEvents,
} from '@tollgate/contract/routes/admin/audit';
import { actOnPlatformUserKey, createPlatformUserKey } from '@tollgate/contract/routes/admin/keys';
import { listPlatformLosses } from '@tollgate/contract/routes/admin/losses';
import {
  exportPlatformRequests,
  getPlatformRequest,
  listPlatformRequests,
} from '@tollgate/contract/routes/admin/requests';
import { setPlatformUserStatus } from '@tollgate/contract/routes/admin/users';
import { listPlatformVideos } from '@tollgate/contract/routes/admin/videos';
import { readCsv } from '../../support/csv.ts';
import { aRecord } from '../../support/request-records.ts';
import { anAdmin } from './support/admin.ts';
import type { RunningAdmin } from './support/admin.ts';
import { testVideos } from './support/videos.ts';
import { recordsIn } from './support/records.ts';
import { aUser } from './support/user.ts';

/** More than one look-up of names of an export. */
const RECORDS = 600;

let admin: RunningAdmin;
let user: { id: string; email: string };
let key: { id: string; name: string };
let userId: string;
let keyId: string;
const stranger = newUuid();
const record = { current: aRecord() };

beforeAll(async () => {
  admin = await anAdmin();
  user = await aUser(admin);
  const params = { user_id: user.id };
  const made = await admin.send(createPlatformUserKey, { params, body: { name: 'nightly' } });
  key = made.body;
  userId = decodeId('usr', user.id) ?? '';
  keyId = decodeId('key', key.id) ?? '';
  const mine = { user_id: userId, api_key_id: keyId, session_id: 'run' };
  record.current = aRecord(mine);
  await recordsIn(admin, [
    record.current,
    ...Array.from({ length: RECORDS - 1 }, () => aRecord(mine)),
    aRecord({ user_id: stranger, api_key_id: newUuid() }),
  ]);
  // A closed account and a deleted key are asked for all the same.
  const act = { ...params, key_id: key.id, action: 'delete' };
  await admin.send(actOnPlatformUserKey, { params: act });
  const closed = { params, body: { status: 'closed' } };
  expect((await admin.send(setPlatformUserStatus, closed)).status).toBe(200);
});
afterAll(() => admin.drop());

const named = () => ({ user_email: user.email, key_name: 'nightly' });
const unnamed = { user_email: null, key_name: null };

describe('rows tell the address of a closed account and the name of a deleted key', () => {
  test('requests, in the list, alone and in a file', async () => {
    const query = { organization_id: user.id, limit: '3' };
    const { body } = await admin.send(listPlatformRequests, { query });
    expect(body.data).toHaveLength(3);
    for (const row of body.data) expect(row).toMatchObject({ user_id: user.id, ...named() });
    const params = { public_id: encodeId('req', record.current.id) };
    expect((await admin.send(getPlatformRequest, { params })).body).toMatchObject(named());
    const lines = readCsv((await admin.send(exportPlatformRequests)).body);
    const mine = lines.filter((line) => line['user_email'] === user.email);
    expect(mine).toHaveLength(RECORDS);
    expect(mine.every((line) => line['user_id'] === user.id)).toBe(true);
    expect(mine.every((line) => line['key_name'] === 'nightly')).toBe(true);
    expect(lines.filter((line) => line['user_email'] === '')).toHaveLength(1);
  });

  test('analytics, by user and by key, in a file, at a glance and by session', async () => {
    const { body } = await admin.send(getPlatformAnalytics);
    expect(body.users).toMatchObject([
      { user_id: user.id, user_email: user.email },
      { user_id: encodeId('usr', stranger), user_email: null },
    ]);
    expect(body.keys).toMatchObject([
      { api_key_id: key.id, user_id: user.id, ...named() },
      { user_id: null, ...unnamed },
    ]);
    const lines = readCsv((await admin.send(exportPlatformAnalytics)).body);
    const [byUser] = lines.filter((line) => line['name'] === user.id);
    expect(byUser).toMatchObject({ section: 'user', user_email: user.email, key_name: '' });
    const [byKey] = lines.filter((line) => line['name'] === key.id);
    expect(byKey).toMatchObject({ section: 'api_key', ...named() });
    const glance = await admin.send(getPlatformDashboard);
    expect(glance.body.users[0]).toMatchObject({ user_email: user.email });
    const sessions = await admin.send(getPlatformSessions, { query: { session_id: 'run' } });
    expect(sessions.body.data).toMatchObject([{ user_id: user.id, user_email: user.email }]);
  });

  test('the trail: whom an event concerns, and what it is about', async () => {
    const query = { user_id: user.id };
    const { body } = await admin.send(listPlatformAuditEvents, { query });
    const found = (body as { action: string }[]).map(({ action }) => action);
    expect(found).toEqual(['user.set_status', 'key.delete', 'key.create', 'user.create']);
    expect(body[0]).toMatchObject({
      user_email: user.email,
      target: { kind: 'user', id: user.id, label: user.email },
    });
    expect(body[1]).toMatchObject({
      user_email: user.email,
      target: { kind: 'key', id: key.id, label: 'nightly' },
    });
    const lines = readCsv((await admin.send(exportPlatformAuditEvents, { query })).body);
    expect(lines.map((line) => line['user_email'])).toEqual(lines.map(() => user.email));
    expect(lines[1]).toMatchObject({ target_id: key.id, target_label: 'nightly' });
  });

  test('answered requests: by user, by key and by administrator', async () => {
    const { db, logger } = admin.deps;
    const log = createAccessLog({ db, logger, actorOf: (caller) => caller as AccessActor });
    const served = (caller: AccessActor) =>
      log.served({
        request: { method: 'GET', originalUrl: '/named', headers: {} },
        route: { path: '/named' },
        status: 200,
        requestId: 'req-1',
        address: '192.0.2.7',
        durationMs: 3,
        errorCode: null,
        caller,
      });
    const administrator = admin.administrator;
    served({ kind: 'user', id: userId, userId });
    served({ kind: 'key', id: keyId, userId });
    served({ kind: 'administrator', id: administrator.id, userId: null });
    served({ kind: 'administrator', id: stranger, userId: null });
    await log.close();
    const query = { path: '/named' };
    const { body } = await admin.send(listPlatformAccessEvents, { query });
    expect(body.data).toMatchObject([
      { user_id: null, user_email: null, actor: { label: null } },
      { user_id: null, user_email: null, actor: { label: administrator.email } },
      { user_email: user.email, actor: { id: key.id, label: 'nightly' } },
      { user_email: user.email, actor: { id: user.id, label: user.email } },
    ]);
  });

  test('videos and losses', async () => {
    const videos = testVideos(admin);
    await videos.accepted({ userId, apiKeyId: keyId });
    await videos.accepted();
    await videos.close();
    const { body } = await admin.send(listPlatformVideos);
    expect(body).toMatchObject([{ user_id: user.id, key_id: key.id, ...named() }, unnamed]);
    const loss = {
      known_nano: '5',
      at_most_nano: '0',
      count: 1,
      covered_nano: '0',
      covered_count: 0,
      last_at: new Date().toISOString(),
    };
    admin.deps.billing.losses = () =>
      Promise.resolve([userId, stranger].map((id) => ({ user_id: id, ...loss })));
    expect((await admin.send(listPlatformLosses)).body).toMatchObject([
      { user_id: user.id, user_email: user.email },
      { user_id: encodeId('usr', stranger), user_email: null },
    ]);
  });
});

describe('filters by user take an address as well as an id', () => {
  const routes = [
    [listPlatformRequests, 'organization_id'],
    [exportPlatformRequests, 'organization_id'],
    [getPlatformAnalytics, 'organization_id'],
    [getPlatformAnalytics, 'user_id'],
    [exportPlatformAnalytics, 'organization_id'],
    [getPlatformDashboard, 'organization_id'],
    [getPlatformSessions, 'organization_id'],
    [listPlatformAccessEvents, 'organization_id'],
    [listPlatformAuditEvents, 'user_id'],
    [exportPlatformAuditEvents, 'user_id'],
  ] as const;

  test.each(routes.map(([route, field]) => [route.path, field, route] as const))(
    '%s by %s',
    async (_path, field, route) => {
      const by = (text: string) => admin.send(route, { query: { [field]: text } });
      const [byId, byAddress] = [await by(user.id), await by(` ${user.email.toUpperCase()}`)];
      expect(byAddress.status).toBe(200);
      if (route !== exportPlatformAuditEvents) expect(byAddress.body).toEqual(byId.body);
      for (const address of ['nobody@example.com', "x' or 1=1--@", '%@%']) {
        const { status, body } = await by(address);
        expect([address, status]).toEqual([address, 422]);
        expect(body.detail).toMatchObject([
          { loc: ['query', field], msg: 'is the address of no user' },
        ]);
      }
    },
  );
});
