import { randomUUID } from 'node:crypto';
import { loadCatalog } from '@tollgate/catalog/snapshot';
import { encodeId } from '@tollgate/runtime/ids';
import { approvePlatformModel, pricePlatformModel } from '@tollgate/contract/routes/admin/models';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aModel, PRICES } from '../support/model.ts';
import { aProvider } from '../support/provider.ts';
import type { TestProvider } from '../support/provider.ts';
import { eventsOf } from '../support/trail.ts';

let provider: TestProvider;
let admin: RunningAdmin;
let chatId: string;
let publicId: string;
const limits = { context_tokens: 8_000, output_tokens: 2_000 };

beforeAll(async () => {
  provider = await aProvider();
  admin = await anAdmin({ allowedUpstreams: provider.address });
});
beforeEach(async () => {
  ({ id: chatId, publicId } = await aModel(admin, provider));
});
afterAll(async () => {
  await admin.drop();
  await provider.drop();
});

const approve = (body: unknown, id = chatId) =>
  admin.send(approvePlatformModel, { params: { model_id: id }, body });
const approveText = (text: string) =>
  admin.send(approvePlatformModel, {
    params: { model_id: chatId },
    text,
    headers: { 'content-type': 'application/json' },
  });

describe('POST /api/platform/models/{model_id}/approval answers 200', () => {
  test('a complete contract, still without a price and so not callable', async () => {
    const answer = await approve({ limits, hard_output_tokens: 1_000, reason: 'looks good' });
    expect(answer.body).toMatchObject({
      state: 'approved',
      enabled: true,
      routable: false,
      unroutable_reason: 'unpriced',
      missing_limits: [],
      hard_output_tokens: 1_000,
      request_contract: { capability: 'chat', limits },
    });
    expect(answer.body.request_contract.revision).toMatch(/^[0-9a-f]{16}$/);
    const { models, unroutable } = await loadCatalog(admin.deps.db);
    expect(models.has(publicId)).toBe(false);
    expect(unroutable.get(publicId)?.reason).toBe('unpriced');
    const [event] = await eventsOf(admin, 'model.approve');
    expect(event).toMatchObject({
      target: { kind: 'model', id: chatId },
      details: { model: publicId, limits, reason: 'looks good' },
    });
  });

  test('limits of its calls, which the next approval replaces', async () => {
    const times = { first_byte_seconds: 240, total_seconds: 3_600 };
    expect((await approve({ limits, ...times })).body).toMatchObject(times);
    const [event] = await eventsOf(admin, 'model.approve');
    expect(event?.['details']).toMatchObject(times);
    const none = { first_byte_seconds: null, total_seconds: null };
    expect((await approve({ limits })).body).toMatchObject(none);
  });

  test('approving again replaces limits, rules and ceiling, and changes the revision', async () => {
    const first = await approve({ limits, hard_output_tokens: 1_000 });
    const second = await approve({
      limits: { ...limits, context_tokens: 9_000 },
      parameters: { seed: { supported: false } },
    });
    expect(second.body.hard_output_tokens).toBeNull();
    expect(second.body.request_contract.parameters.seed).toEqual({ supported: false });
    expect(second.body.request_contract.revision).not.toBe(first.body.request_contract.revision);
    expect((await approve({ limits })).body.request_contract).toEqual(first.body.request_contract);
  });

  test('a dimension more needs its price before the model can be called again', async () => {
    await approve({ limits });
    await admin.send(pricePlatformModel, {
      params: { model_id: chatId },
      body: { prices: PRICES },
    });
    expect((await loadCatalog(admin.deps.db)).models.has(publicId)).toBe(true);
    const dimensions = ['input', 'cache_read', 'cache_write', 'output', 'reasoning'];
    const answer = await approve({ limits, dimensions });
    expect(answer.body.unroutable_reason).toBe('unpriced');
    expect((await loadCatalog(admin.deps.db)).models.has(publicId)).toBe(false);
  });

  test('an embeddings model', async () => {
    const { id } = await aModel(admin, provider, 'text-embedding-1');
    const answer = await approve({ limits: { context_tokens: 500 } }, id);
    expect(answer.body.request_contract).toMatchObject({ capability: 'embeddings' });
  });
});

describe('POST /api/platform/models/{model_id}/approval answers 404', () => {
  test('G14: unknown and malformed ids, public ids with a slash among them', async () => {
    for (const id of [encodeId('mdl', randomUUID()), 'x', publicId]) {
      expect((await approve({ limits }, id)).status).toBe(404);
    }
  });
});

describe('POST /api/platform/models/{model_id}/approval answers 422', () => {
  const refused: readonly object[] = [
    {},
    { limits: { context_tokens: 8_000 } },
    { limits: { ...limits, context_tokens: -1 } },
    { limits: { ...limits, output_tokens: 0 } },
    { limits: { ...limits, output_tokens: 1.5 } },
    { limits: { ...limits, context_tokens: 1e12 } },
    { limits: { context_tokens: 10, output_tokens: 20 } },
    { limits: { ...limits, inputs: 5 } },
    { limits: { ...limits, unknown: 5 } },
    { limits, parameters: { seed: { supported: true, values: 'all' } } },
    { limits, parameters: { seed: { supported: 'yes' } } },
    { limits, parameters: { constructor: { supported: true } } },
    { limits, parameters: { input_type: { supported: true } } },
    { limits, parameters: { cache_control: { supported: true, values: ['1h'] } } },
    { limits, dimensions: [] },
    { limits, dimensions: ['input'] },
    { limits, dimensions: ['input', 'input'] },
    { limits, dimensions: ['gold'] },
    { limits, hard_output_tokens: 0 },
    { limits, first_byte_seconds: 0 },
    { limits, total_seconds: 3_601 },
    { limits, state: 'approved' },
  ];
  test.each(refused)('Q03: %j', async (body) => {
    expect((await approve(body)).status).toBe(422);
    const { models, unroutable } = await loadCatalog(admin.deps.db);
    expect([models.has(publicId), unroutable.has(publicId)]).toEqual([false, false]);
  });

  test('Q03: a parameter of the name __proto__', async () => {
    const text = `{"limits":${JSON.stringify(limits)},"parameters":{"__proto__":{"supported":true}}}`;
    expect((await approveText(text)).status).toBe(422);
    expect((await loadCatalog(admin.deps.db)).models.has(publicId)).toBe(false);
  });
});
