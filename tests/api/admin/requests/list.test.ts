import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import got from 'got';
import { createServiceTokenSigner } from '@tollgate/http/service-token';
import { encodeId, newUuid } from '@tollgate/runtime/ids';
import {
  exportPlatformRequests,
  listPlatformRequests,
} from '@tollgate/contract/routes/admin/requests';
import { testCluster } from '../../../support/cluster.ts';
import { aRecord, aRefusal } from '../../../support/request-records.ts';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { HOSTILE_TEXTS, recordsIn } from '../support/records.ts';

/** More than two pages of the reader. */
const RECORDS = 2_300;
let admin: RunningAdmin;
const user = newUuid();
const NASTY = '=HYPERLINK("http://x"), "quoted"\r\nnext';

beforeAll(async () => {
  admin = await anAdmin();
  const at = new Date('2026-02-03T04:05:06.789Z');
  await recordsIn(admin, [
    aRecord({ user_id: user, model_requested: NASTY, tag: 'shop/1' }),
    aRefusal({ user_id: user }),
    // Many at one moment, so that pages end between them.
    ...Array.from({ length: RECORDS - 2 }, () => aRecord({ at, provider: 'bulk' })),
  ]);
});
afterAll(() => admin.drop());

const list = (query: Record<string, string> = {}) => admin.send(listPlatformRequests, { query });
const exported = async (query: Record<string, string> = {}) => {
  const { body } = await admin.send(exportPlatformRequests, { query });
  return parse(body, { columns: true, record_delimiter: '\r\n' }) as Record<string, string>[];
};

describe('GET /api/platform/requests answers 200', () => {
  test('newest first, by limit and offset', async () => {
    const first = (await list({ limit: '1' })).body;
    const second = (await list({ limit: '1', offset: '1' })).body;
    expect(first).toMatchObject({ limit: 1, offset: 0, has_more: true });
    expect(first.data[0].user_id).toBe(encodeId('usr', user));
    expect(first.data[0].public_id).not.toBe(second.data[0].public_id);
    const last = (await list({ limit: '1000', offset: String(RECORDS - 5) })).body;
    expect(last).toMatchObject({ has_more: false });
    expect(last.data).toHaveLength(5);
    expect((await list({ offset: '100000' })).body.data).toEqual([]);
  });

  test.each([
    [{ organization_id: encodeId('usr', user) }, 2],
    [{ status: '402' }, 1],
    [{ status: 'refused', organization_id: encodeId('usr', user) }, 1],
    [{ model: 'acme/small', provider: 'acme' }, 1],
    [{ error_code: 'insufficient_credit' }, 1],
    [{ tag: 'shop/1' }, 1],
    [{ tag: 'shop/2' }, 0],
    [{ date_from: '2026-02-04T00:00:00Z' }, 2],
    [{ date_to: '2026-02-03T00:00:00Z' }, 0],
    [{ date_from: '2026-02-04T00:00:00Z', stream: 'true' }, 0],
  ])('by %j', async (query, count) => {
    expect((await list(query as Record<string, string>)).body.data).toHaveLength(count);
  });

  test('the export holds every record once, and no formula', async () => {
    const lines = await exported();
    expect(new Set(lines.map((line) => line['public_id'])).size).toBe(RECORDS);
    const nasty = lines.filter((line) => line['model_requested']?.includes('HYPERLINK'));
    expect(nasty.map((line) => line['model_requested'])).toEqual([`'${NASTY}`]);
    expect(await exported({ status: '402' })).toHaveLength(1);
    expect(await exported({ error_code: 'insufficient_credit' })).toHaveLength(1);
    expect(await exported({ tag: 'shop/1' })).toHaveLength(1);
    expect(await exported({ date_from: '2026-02-04T00:00:00Z' })).toHaveLength(2);
    expect(await exported({ mode: 'test' })).toEqual([]);
  });

  test('what was tried for a request stands in its line, and its alias finds it', async () => {
    const failed = {
      provider: 'acme',
      model: 'acme/small',
      hold: 1,
      failure: 'overloaded',
      error_code: 'upstream_unavailable',
      upstream_status: 529,
      after_ms: 12,
      took_ms: 340,
    };
    const served = {
      ...failed,
      model: 'acme/large',
      hold: 2,
      failure: null,
      error_code: null,
      upstream_status: null,
      after_ms: 360,
    };
    const by = { model: 'acme/large', alias: 'quick', model_requested: 'quick' };
    const other = await anAdmin();
    await recordsIn(other, [aRecord(), aRecord({ ...by, tries: [failed, served] })]);
    const { body } = await other.send(exportPlatformRequests, { query: { model: 'quick' } });
    const lines = parse(body, { columns: true }) as Record<string, string>[];
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      alias: 'quick',
      attempts:
        'acme/small overloaded (upstream_unavailable, 529) 12+340 ms; acme/large answered 360+340 ms',
    });
    const listed = await other.send(listPlatformRequests, { query: { model: 'quick' } });
    expect(listed.body.data).toMatchObject([{ alias: 'quick', model: 'acme/large' }]);
    await other.drop();
  });

  test('the export goes on behind any line', async () => {
    const whole = await exported();
    for (const at of [0, 1_199, RECORDS - 1]) {
      const rest = await exported({ cursor: whole[at]?.['cursor'] ?? '' });
      expect(rest).toEqual(whole.slice(at + 1));
    }
  });

  test('the export is packed when the caller takes it', async () => {
    const { keys } = await testCluster();
    const edge = await createServiceTokenSigner(JSON.stringify(keys.signing['edge']));
    const response = await got(`${admin.url}${exportPlatformRequests.path}?status=402`, {
      decompress: false,
      responseType: 'buffer',
      headers: {
        'accept-encoding': 'gzip',
        'x-internal-token': await edge.sign('admin', { plane: 'internal' }),
        authorization: `Bearer ${admin.administrator.token}`,
      },
    });
    expect(response.headers['content-encoding']).toBe('gzip');
    const lines = parse(gunzipSync(response.body).toString(), { columns: true });
    expect(lines).toHaveLength(1);
  });

  test('X08: a caller who leaves in the middle leaves no connection behind', async () => {
    const { keys } = await testCluster();
    const edge = await createServiceTokenSigner(JSON.stringify(keys.signing['edge']));
    const headers = {
      'x-internal-token': await edge.sign('admin', { plane: 'internal' }),
      authorization: `Bearer ${admin.administrator.token}`,
    };
    for (let turn = 0; turn < 8; turn += 1) {
      const stream = got.stream(admin.url + exportPlatformRequests.path, { headers });
      await new Promise((resolve) => stream.once('data', resolve));
      stream.destroy();
    }
    expect(await exported({ status: '402' })).toHaveLength(1);
  });
});

describe('GET /api/platform/requests answers 401', () => {
  test('without a token', async () => {
    for (const route of [listPlatformRequests, exportPlatformRequests]) {
      expect((await admin.send(route, { token: null })).status).toBe(401);
    }
  });
});

describe('GET /api/platform/requests answers 422', () => {
  test.each([
    { limit: '-1' },
    { limit: '0' },
    { limit: '1001' },
    { limit: '1e20' },
    { limit: 'a' },
    { 'limit[$gt]': '1' },
    { offset: '-1' },
    { offset: '1000000000000' },
    { sort: '; drop' },
  ])('X01, X02, X12: %j', async (query) => {
    expect((await list(query as Record<string, string>)).status).toBe(422);
  });

  test.each(HOSTILE_TEXTS)('X04: %j is no name', async (text) => {
    for (const name of ['organization_id', 'model', 'provider', 'status', 'alias', 'error_code']) {
      expect([name, (await list({ [name]: text })).status]).toEqual([name, 422]);
    }
    const { status } = await admin.send(exportPlatformRequests, { query: { model: text } });
    expect(status).toBe(422);
  });

  test('an export behind what is no cursor', async () => {
    for (const cursor of ['1', "' or 1=1--", '999999999999999999_req_01h455vb4pex5vsknk084sn02q']) {
      const { status } = await admin.send(exportPlatformRequests, { query: { cursor } });
      expect(status).toBe(422);
    }
  });
});
