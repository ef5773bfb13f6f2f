import { randomUUID } from 'node:crypto';
import { shownContract } from '@tollgate/catalog/shown-contract';
import type { RequestContract } from '@tollgate/contract/request-contract';
import { loadCatalog } from '@tollgate/catalog/snapshot';
import { encodeId } from '@tollgate/runtime/ids';
import { getPlatformAlias, updatePlatformAlias } from '@tollgate/contract/routes/admin/aliases';
import {
  deleteProviderCredential,
  updateProviderCredential,
} from '@tollgate/contract/routes/admin/credentials';
import { decidePlatformModel, approvePlatformModel } from '@tollgate/contract/routes/admin/models';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aCallableModel, anAlias } from '../support/alias.ts';
import type { CallableModel } from '../support/alias.ts';
import { aPrefix } from '../support/model.ts';
import { aProvider } from '../support/provider.ts';
import type { TestProvider } from '../support/provider.ts';
import { eventsOf } from '../support/trail.ts';

let provider: TestProvider;
let admin: RunningAdmin;
let first: CallableModel;
let second: CallableModel;
let name: string;
let id: string;

beforeAll(async () => {
  provider = await aProvider();
  admin = await anAdmin({ allowedUpstreams: provider.address });
});
beforeEach(async () => {
  first = await aCallableModel(admin, provider);
  second = await aCallableModel(admin, provider);
  name = aPrefix();
  ({ id } = await anAlias(admin, name, [first, second]));
});
afterAll(async () => {
  await admin.drop();
  await provider.drop();
});

const update = (body: unknown, aliasId = id) =>
  admin.send(updatePlatformAlias, { params: { alias_id: aliasId }, body });
const get = async () => (await admin.send(getPlatformAlias, { params: { alias_id: id } })).body;
const targetsNow = async () => {
  const { aliases } = await loadCatalog(admin.deps.db);
  return aliases.get(name)?.targets.map(({ model }) => model.publicId) ?? [];
};
const reasonNow = async () => (await loadCatalog(admin.deps.db)).unroutable.get(name)?.reason;
const decide = (model: CallableModel, decision: string) =>
  admin.send(decidePlatformModel, { params: { model_id: model.id }, body: { decision } });

describe('PATCH /api/platform/aliases/{alias_id} answers 200', () => {
  test('other targets in another order', async () => {
    const third = await aCallableModel(admin, provider);
    const before = await loadCatalog(admin.deps.db);
    const targets = [third, second, first].map((model) => ({ model_id: model.id }));
    const answer = await update({ targets, reason: 'faster' });
    expect(answer.body.targets.map((one: { model_id: string }) => one.model_id)).toEqual([
      third.id,
      second.id,
      first.id,
    ]);
    expect(await get()).toEqual(answer.body);
    expect(await targetsNow()).toEqual([third.publicId, second.publicId, first.publicId]);
    const after = await loadCatalog(admin.deps.db);
    expect(after.epoch).toBeGreaterThan(before.epoch);
    expect(after.revision).not.toBe(before.revision);
    const [event] = await eventsOf(admin, 'alias.update');
    expect(event).toMatchObject({
      target: { kind: 'model_alias', id },
      details: { name, reason: 'faster', targets: [{ model: third.publicId }, {}, {}] },
    });
  });

  test('limits of time, which stay until they are taken away', async () => {
    const timesNow = async () => (await loadCatalog(admin.deps.db)).aliases.get(name)?.times;
    expect((await get()).first_byte_seconds).toBeNull();
    const set = await update({ first_byte_seconds: 3, total_seconds: 3_600 });
    expect(set.body).toMatchObject({ first_byte_seconds: 3, total_seconds: 3_600 });
    await update({ strategy: 'lowest_latency' });
    expect(await timesNow()).toEqual({ firstByteSeconds: 3, totalSeconds: 3_600 });
    await update({ first_byte_seconds: null });
    expect(await get()).toMatchObject({ first_byte_seconds: null, total_seconds: 3_600 });
    expect(await timesNow()).toEqual({ firstByteSeconds: null, totalSeconds: 3_600 });
    const [event] = await eventsOf(admin, 'alias.update');
    expect(event).toMatchObject({ details: { first_byte_seconds: null, total_seconds: 3_600 } });
  });

  test('weights come with the strategy and go with it', async () => {
    const targets = [{ model_id: first.id, weight: 3 }, { model_id: second.id }];
    const weights = ({ body }: { body: { targets: { weight: number | null }[] } }) =>
      body.targets.map(({ weight }) => weight);
    expect(weights(await update({ strategy: 'weighted' }))).toEqual([1, 1]);
    expect(weights(await update({ targets }))).toEqual([3, 1]);
    expect(weights(await update({ enabled: true }))).toEqual([3, 1]);
    expect(weights(await update({ strategy: 'ordered' }))).toEqual([null, null]);
    expect(await targetsNow()).toEqual([first.publicId, second.publicId]);
    expect(weights(await update({ strategy: 'weighted' }))).toEqual([1, 1]);
  });

  test('off and on', async () => {
    expect((await update({ enabled: false })).body.unroutable_reason).toBe('disabled');
    expect(await reasonNow()).toBe('disabled');
    expect((await update({ enabled: true })).body.routable).toBe(true);
    expect(await targetsNow()).toHaveLength(2);
  });

  test('Q06: a target that is switched off or rejected afterwards is passed over, and may stay', async () => {
    await decide(first, 'disable');
    expect(await targetsNow()).toEqual([second.publicId]);
    const targets = [second, first].map((model) => ({ model_id: model.id }));
    const reordered = await update({ targets });
    expect(reordered.status).toBe(200);
    expect(reordered.body).toMatchObject({
      routable: true,
      targets: [{ routable: true }, { routable: false, unroutable_reason: 'disabled' }],
    });
    await decide(second, 'reject');
    expect(await targetsNow()).toEqual([]);
    expect(await reasonNow()).toBe('disabled');
    expect(await get()).toMatchObject({ routable: false, request_contract: null });
    await decide(first, 'enable');
    expect(await targetsNow()).toEqual([first.publicId]);
  });

  test('the contract shrinks and grows with decisions, not with credentials', async () => {
    const limits = { context_tokens: 1_000, output_tokens: 100 };
    await admin.send(approvePlatformModel, { params: { model_id: second.id }, body: { limits } });
    const { request_contract: contract } = await get();
    expect(contract.limits).toEqual(limits);
    const setStatus = (status: string) =>
      admin.send(updateProviderCredential, {
        params: { credential_id: second.credentialId },
        body: { status },
      });
    await setStatus('disabled');
    expect(await targetsNow()).toEqual([first.publicId]);
    const stored = (await loadCatalog(admin.deps.db)).aliases.get(name)
      ?.contract as RequestContract;
    expect(shownContract(stored, admin.deps.routes)).toEqual(contract);
    await setStatus('active');
    expect(await targetsNow()).toHaveLength(2);
    await decide(second, 'disable');
    expect((await get()).request_contract.limits.context_tokens).toBe(8_000);
  });

  test('without a credential for any target it is out of order, not unknown', async () => {
    for (const { credentialId } of [first, second]) {
      await admin.send(deleteProviderCredential, {
        params: { credential_id: credentialId },
        body: { confirm_name: 'main', accept_unroutable_models: true },
      });
    }
    expect(await reasonNow()).toBe('no_active_credential');
    expect(await get()).toMatchObject({
      routable: false,
      unroutable_reason: 'no_active_credential',
      request_contract: { capability: 'chat' },
    });
  });

  test('changes at once: each is whole, one is the last', async () => {
    const [one, other] = [
      [{ model_id: first.id }, { model_id: second.id }],
      [{ model_id: second.id }],
    ];
    const turns = Array.from({ length: 8 }, (_, turn) =>
      update({ targets: turn % 2 ? one : other }),
    );
    expect((await Promise.all(turns)).every(({ status }) => status === 200)).toBe(true);
    expect([1, 2]).toContain((await targetsNow()).length);
  });
});

describe('PATCH /api/platform/aliases/{alias_id} answers 404', () => {
  test('unknown and malformed ids, and the name', async () => {
    for (const other of [encodeId('als', randomUUID()), 'x', name, encodeId('mdl', randomUUID())]) {
      expect((await update({ enabled: false }, other)).status).toBe(404);
    }
    expect(await targetsNow()).toHaveLength(2);
  });
});

describe('PATCH /api/platform/aliases/{alias_id} answers 422', () => {
  test('targets that do not fit, and nothing is changed', async () => {
    const before = await get();
    const off = await aCallableModel(admin, provider);
    await decide(off, 'disable');
    for (const targets of [
      [],
      [{ model_id: off.id }],
      [{ model_id: id }],
      [{ model_id: first.id }, { model_id: first.id }],
      [{ model_id: first.id, weight: 2 }],
    ]) {
      expect((await update({ targets })).status).toBe(422);
    }
    expect(await get()).toEqual(before);
  });

  test.each([
    {},
    { name: 'other' },
    { strategy: 'random' },
    { enabled: null },
    { targets: null },
    { first_byte_seconds: 0 },
    { total_seconds: 3_601 },
  ])('%j', async (body) => {
    expect((await update(body)).status).toBe(422);
  });
});
