import { encodeId, newPublicId } from '@tollgate/runtime/ids';
import { getPlatformRequest } from '@tollgate/contract/routes/admin/requests';
import { aDatabase } from '../../../support/database.ts';
import { aRecord } from '../../../support/request-records.ts';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aBilling } from '../support/billing.ts';
import { recordsIn } from '../support/records.ts';

let admin: RunningAdmin;
let billing: Awaited<ReturnType<typeof aBilling>>;
const record = aRecord();

beforeAll(async () => {
  const database = await aDatabase();
  billing = await aBilling(database);
  admin = await anAdmin({ database, billingUrl: billing.url });
  await recordsIn(admin, [record]);
});
afterAll(async () => {
  await billing.drop();
  await admin.drop();
});

const get = (id: string) => admin.send(getPlatformRequest, { params: { public_id: id } });

describe('GET /api/platform/requests/{public_id} answers 200', () => {
  test('X06: any user’s request, with its route, policy, timings and receipt', async () => {
    const { status, body } = await get(encodeId('req', record.id));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      operation_id: encodeId('op', record.id),
      user_id: encodeId('usr', record.user_id),
      provider: 'acme',
      output_policy: 'managed',
      effective_max_tokens: 2_000,
      timings: { total_ms: 250 },
      receipt: { charged: '0.001234567' },
      ledger: [],
      ledger_entries: [],
    });
  });

  test('by the request id of its answer as well', async () => {
    const { status, body } = await get(record.request_id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ public_id: encodeId('req', record.id) });
  });

  test('without its holds while billing is away', async () => {
    const alone = await anAdmin();
    await recordsIn(alone, [record]);
    const { body } = await alone.send(getPlatformRequest, {
      params: { public_id: encodeId('req', record.id) },
    });
    expect(body).toMatchObject({
      ledger: null,
      ledger_entries: null,
      receipt: { charged: '0.001234567' },
    });
    await alone.drop();
  });
});

describe('GET /api/platform/requests/{public_id} answers 401', () => {
  test('without a token', async () => {
    const sent = { params: { public_id: encodeId('req', record.id) }, token: null };
    expect((await admin.send(getPlatformRequest, sent)).status).toBe(401);
  });
});

describe('GET /api/platform/requests/{public_id} answers 404', () => {
  test('unknown and malformed ids alike', async () => {
    const plain = async (id: string) => {
      const { status, body } = await get(id);
      return { status, message: body.error.message, code: body.error.code };
    };
    const unknown = await plain(newPublicId('req'));
    expect(unknown.status).toBe(404);
    for (const id of ['x', "' or 1=1--", record.id, encodeId('op', record.id), '__proto__']) {
      expect(await plain(id)).toEqual(unknown);
    }
  });
});
