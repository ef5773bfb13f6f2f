import { recordAuditEvent } from '@tollgate/audit/audit-events';
import { transaction } from '@tollgate/db/connect';
import { newUuid } from '@tollgate/runtime/ids';
import {
  exportPlatformAuditEvents,
  listPlatformAuditEvents,
} from '@tollgate/contract/routes/admin/audit';
import { readCsv } from '../../../support/csv.ts';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';

/** More than one page of the reader. */
const EVENTS = 1_200;
const NASTY = [
  '=HYPERLINK("http://x")',
  '+1',
  '-1',
  '@sum',
  '\tx',
  'plain',
  'quote " comma , line\r\nend',
  'bare\n=1+1',
  'bare\r=1+1',
  '\n',
];
let admin: RunningAdmin;

beforeAll(async () => {
  admin = await anAdmin();
  await transaction(admin.deps.db, async (trx) => {
    for (let turn = 0; turn < EVENTS; turn += 1) {
      await recordAuditEvent(trx, {
        actor: { kind: 'system', id: null, label: NASTY[turn % NASTY.length] ?? '' },
        action: turn % 2 === 0 ? 'job.retry' : 'video.end',
        target: { kind: 'user', id: newUuid() },
        details: { turn },
      });
    }
  });
});
afterAll(() => admin.drop());

/** The events of the test; each export adds one of its own. */
const read = (text: string): Record<string, string>[] =>
  readCsv(text).filter(({ action }) => action !== 'audit_events.export');
const send = (query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  admin.send(exportPlatformAuditEvents, { query, headers });

describe('GET /api/platform/exports/audit-events.csv answers 200', () => {
  test('every event in the order of the chain, with its hashes', async () => {
    const answer = await send();
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(answer.headers['content-disposition']).toContain('audit-events.csv');
    const lines = read(answer.body);
    expect(lines.map(({ seq }) => Number(seq))).toEqual(
      Array.from({ length: EVENTS + 1 }, (_, index) => index + 1),
    );
    lines
      .slice(1)
      .forEach((line, index) => expect(line['previous_hash']).toBe(lines[index]?.['hash']));
    // What this export has left behind is no part of it.
    const [, newest] = (await admin.send(listPlatformAuditEvents, { query: { limit: '2' } })).body;
    expect(lines.at(-1)).toMatchObject({ id: newest.id, hash: newest.hash, at: newest.at });
  });

  test('what a spreadsheet would run has an apostrophe in front, and everything else is as it was', async () => {
    const labels = new Set(read((await send()).body).map((line) => line['actor_label']));
    labels.delete(admin.administrator.email);
    expect([...labels]).toEqual([
      '\'=HYPERLINK("http://x")',
      "'+1",
      "'-1",
      "'@sum",
      "'\tx",
      'plain',
      'quote " comma , line\r\nend',
      'bare\n=1+1',
      'bare\r=1+1',
      '\n',
    ]);
  });

  test('goes on where a download broke off, and takes the filters of the list', async () => {
    const rest = read((await send({ after: '1190' })).body);
    expect(rest.map(({ seq }) => seq)[0]).toBe('1191');
    expect(rest).toHaveLength(11);
    expect(read((await send({ action: 'video.end' })).body)).toHaveLength(EVENTS / 2);
    expect(read((await send({ date_from: '2999-01-01T00:00:00Z' })).body)).toEqual([]);
  });

  test('gzip when asked', async () => {
    const answer = await send({ after: '1190' }, { 'accept-encoding': 'gzip' });
    expect(answer.headers.vary).toBe('accept-encoding');
    expect(read(answer.body)).toHaveLength(11);
  });
});

describe('GET /api/platform/exports/audit-events.csv answers 422', () => {
  test.each([
    { after: '-1' },
    { after: 'x' },
    { date_from: 'yesterday' },
    { limit: '1' },
    { user_id: 'usr_x' },
  ])('X01: %j', async (query) =>
    expect((await send(query as Record<string, string>)).status).toBe(422),
  );
});

describe('GET /api/platform/exports/audit-events.csv answers 401', () => {
  test('without an administrator', async () => {
    const answer = await admin.send(exportPlatformAuditEvents, { token: null });
    expect(answer.status).toBe(401);
  });
});
