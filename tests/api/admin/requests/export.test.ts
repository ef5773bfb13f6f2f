import { HEADER } from '@tollgate/contract/headers';
import { connectDatabase } from '@tollgate/db/connect';
import { encodeId, firstUuidOf, newUuid } from '@tollgate/runtime/ids';
import { exportPlatformAnalytics } from '@tollgate/contract/routes/admin/analytics';
import { exportPlatformAuditEvents } from '@tollgate/contract/routes/admin/audit';
import {
  exportPlatformRequests,
  getPlatformRequest,
  listPlatformRequests,
} from '@tollgate/contract/routes/admin/requests';
import { noteLeftDays } from '../../../support/archived-days.ts';
import { readCsv } from '../../../support/csv.ts';
import { aRefusal } from '../../../support/request-records.ts';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { recordsIn } from '../support/records.ts';
import { eventsOf } from '../support/trail.ts';

/** Line ends that stand alone, before what a spreadsheet would run. */
const BARE = ['a\n=1+1', 'a\r=1+1', 'a\n\r=1+1', 'a"\n=1+1', 'a"\r"=1+1', 'a,\n"=1+1'];

let admin: RunningAdmin;
beforeAll(async () => {
  admin = await anAdmin();
  const user = newUuid();
  await recordsIn(
    admin,
    BARE.map((model) => aRefusal({ user_id: user, model_requested: model })),
  );
});
afterAll(() => admin.drop());

test('X15: a line end inside a text begins no line, for any reader', async () => {
  const { body } = await admin.send(exportPlatformRequests);
  const lines = readCsv(body);
  expect(new Set(lines.map((line) => line['model_requested']))).toEqual(new Set(BARE));
  expect(lines).toHaveLength(BARE.length);
  expect(lines.every((line) => line['status'] === '402')).toBe(true);
});

test('X16: who exports leaves an event with what was asked for', async () => {
  await admin.send(exportPlatformRequests, { query: { status: '402' } });
  await admin.send(exportPlatformAnalytics, { query: { mode: 'test' } });
  await admin.send(exportPlatformAuditEvents, { query: { action: 'requests.export' } });
  const eventOf = async (action: string) => (await eventsOf(admin, action))[0];
  const by = { kind: 'administrator', label: admin.administrator.email };
  expect(await eventOf('requests.export')).toMatchObject({
    actor: by,
    target: { kind: 'installation', id: null },
    details: { status: '402' },
  });
  expect(await eventOf('analytics.export')).toMatchObject({ details: { mode: 'test' } });
  expect(await eventOf('audit_events.export')).toMatchObject({
    details: { action: 'requests.export' },
  });
});

describe('where days are archived', () => {
  const days = [40, 39].map((ago) =>
    new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10),
  );
  const to = new Date(Date.parse(days[1] ?? '') + 86_400_000).toISOString();
  const archived = { from: `${days[0]}T00:00:00.000Z`, to };
  beforeAll(async () => {
    const owner = connectDatabase({ url: admin.database.url, applicationName: 'test' });
    await noteLeftDays(owner, days);
    await owner.destroy();
  });

  test('an export says what it leaves out, and is refused where that was asked for by name', async () => {
    const { status, headers } = await admin.send(exportPlatformRequests);
    expect([status, headers[HEADER.archived]]).toEqual([200, `${archived.from}/${to}`]);
    const query = { date_from: archived.from };
    const refused = await admin.send(exportPlatformRequests, { query });
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body)).toContain(`must be ${to} or later`);
    const whole = await admin.send(exportPlatformRequests, { query: { date_from: to } });
    expect([whole.status, whole.headers[HEADER.archived]]).toEqual([200, undefined]);
  });

  test('lists and single requests say it', async () => {
    expect((await admin.send(listPlatformRequests)).body.archived).toEqual(archived);
    const name = encodeId('req', firstUuidOf(new Date(archived.from)));
    const one = await admin.send(getPlatformRequest, { params: { public_id: name } });
    expect([one.status, one.body]).toMatchObject([404, { error: { code: 'request_archived' } }]);
  });
});
