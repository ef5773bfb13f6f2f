import { randomUUID } from 'node:crypto';
import { encodeId, newUuid } from '@tollgate/runtime/ids';
import { createPlatformUserKey } from '@tollgate/contract/routes/admin/keys';
import { decidePlatformModel, getModelDifference } from '@tollgate/contract/routes/admin/models';
import { aRecord } from '../../../support/request-records.ts';
import { aCallableModel, anAlias } from '../support/alias.ts';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aModel, approve } from '../support/model.ts';
import { aProvider } from '../support/provider.ts';
import type { TestProvider } from '../support/provider.ts';
import { recordsIn } from '../support/records.ts';
import { aUser } from '../support/user.ts';

const DAY_MS = 86_400_000;

let provider: TestProvider;
let admin: RunningAdmin;

beforeAll(async () => {
  provider = await aProvider();
  admin = await anAdmin({ allowedUpstreams: provider.address });
});
afterAll(async () => {
  await admin.drop();
  await provider.drop();
});

const difference = (modelId: string, decision = 'disable') =>
  admin.send(getModelDifference, { params: { model_id: modelId }, query: { decision } });
const decide = (modelId: string, decision: string) =>
  admin.send(decidePlatformModel, { params: { model_id: modelId }, body: { decision } });
const aName = (): string => `alias-${randomUUID().slice(0, 8)}`;

const CALLABLE = { state: 'approved', enabled: true, routable: true, unroutable_reason: null };

describe('GET /api/platform/models/{model_id}/difference answers 200', () => {
  test('aliases that lose a target, one that is left without any, and one that stays', async () => {
    const [one, other] = [
      await aCallableModel(admin, provider),
      await aCallableModel(admin, provider),
    ];
    const [alone, both] = [`${aName()}-a`, `${aName()}-b`].toSorted();
    const ofOne = await anAlias(admin, alone ?? '', [one]);
    const ofBoth = await anAlias(admin, both ?? '', [one, other]);
    await anAlias(admin, aName(), [other]);
    for (const decision of ['disable', 'reject'] as const) {
      const { status, body } = await difference(one.id, decision);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        model_id: one.id,
        public_id: one.publicId,
        decision,
        before: CALLABLE,
        after: {
          routable: false,
          unroutable_reason: decision === 'reject' ? 'rejected' : 'disabled',
        },
        request_contract: null,
        more_aliases: false,
      });
      expect(body.aliases).toEqual([
        {
          id: ofOne.id,
          name: alone,
          change: 'loses',
          targets_before: 1,
          targets_after: 0,
          routable_before: true,
          routable_after: false,
          unroutable_reason_after: 'disabled',
          contract_changes: true,
        },
        {
          id: ofBoth.id,
          name: both,
          change: 'loses',
          targets_before: 2,
          targets_after: 1,
          routable_before: true,
          routable_after: true,
          unroutable_reason_after: null,
          contract_changes: false,
        },
      ]);
    }
    // Asking has changed nothing.
    expect((await difference(one.id)).body.before).toEqual(CALLABLE);
  });

  test('what was told comes true: on again, under the contract and the prices of before', async () => {
    const model = await aCallableModel(admin, provider);
    const alias = await anAlias(admin, aName(), [model]);
    await decide(model.id, 'disable');
    const { body: reported } = await difference(model.id, 'enable');
    expect(reported).toMatchObject({
      before: { routable: false, unroutable_reason: 'disabled' },
      after: CALLABLE,
      price: { prices: { input: '0.25' } },
      next_price: null,
      aliases: [{ id: alias.id, change: 'gains', routable_before: false, routable_after: true }],
    });
    const { body: now } = await decide(model.id, 'enable');
    expect(now.routable).toBe(reported.after.routable);
    expect(now.request_contract).toEqual(reported.request_contract);
  });

  test('an approval: what is missing, that no price is there, and that no credential is', async () => {
    const model = await aModel(admin, provider);
    expect((await difference(model.id, 'approve')).body).toMatchObject({
      before: { state: 'discovered', routable: false, unroutable_reason: 'not_approved' },
      after: { state: 'approved', enabled: true, routable: false, unroutable_reason: 'unpriced' },
      missing_limits: ['context_tokens', 'output_tokens'],
      request_contract: null,
      price: null,
    });
    const priced = await aCallableModel(admin, provider);
    await decide(priced.id, 'reject');
    const { body } = await difference(priced.id, 'approve');
    expect(body.after).toEqual(CALLABLE);
    expect(body.request_contract).toBeNull();
    await admin.owner.raw("update catalog.provider_credential set status = 'disabled'");
    expect((await difference(priced.id, 'approve')).body.after.unroutable_reason).toBe(
      'no_active_credential',
    );
    await admin.owner.raw("update catalog.provider_credential set status = 'active'");
  });

  test('users who have chosen, and keys that are limited to the model', async () => {
    const model = await aCallableModel(admin, provider);
    const other = await aCallableModel(admin, provider);
    const [one, two] = [await aUser(admin), await aUser(admin)];
    const choose = (userId: string, isOn: boolean) =>
      admin.owner.raw(
        `insert into catalog.user_model (user_id, model_id, enabled)
         select u.id, m.id, ? from identity.user_account u, catalog.model m
         where u.email = ? and m.public_id = ?`,
        [isOn, userId, model.publicId],
      );
    await choose(one.email, true);
    await choose(two.email, false);
    const keyOf = async (name: string, models?: string[]): Promise<string> =>
      (
        await admin.send(createPlatformUserKey, {
          params: { user_id: one.id },
          body: { name, ...(models === undefined ? {} : { models }) },
        })
      ).body.id;
    await keyOf('everything');
    await keyOf('another', [other.publicId]);
    const alone = await keyOf('alone', [model.publicId]);
    const twoModels = await keyOf('two', [model.publicId, other.publicId]);
    const { body } = await difference(model.id);
    expect(body.users).toEqual({ switched_on: 1, switched_off: 1 });
    expect(body.keys).toEqual({
      limited: 2,
      only_this: 1,
      some: [
        { id: alone, name: 'alone', user_id: one.id, only_this: true },
        { id: twoModels, name: 'two', user_id: one.id, only_this: false },
      ],
    });
  });

  test('calls and charges of the last 30 days, and none of before or of other models', async () => {
    const model = await aCallableModel(admin, provider);
    const [name = '', ...rest] = model.publicId.split('/');
    const of = { provider: name, model: model.publicId, charged_n: 1_500_000_000n };
    expect(rest).toHaveLength(1);
    await recordsIn(admin, [
      aRecord({ ...of, at: new Date() }),
      aRecord({ ...of, at: new Date(Date.now() - 29 * DAY_MS) }),
      aRecord({ ...of, at: new Date(Date.now() - 31 * DAY_MS) }),
      aRecord({ ...of, model: `${name}/other`, at: new Date() }),
    ]);
    expect((await difference(model.id)).body.usage).toEqual({
      days: 30,
      requests: 2,
      charged_credits: '3.000000000',
    });
  });
});

describe('GET /api/platform/models/{model_id}/difference answers 404', () => {
  test('to a model that is none', async () => {
    expect((await difference(encodeId('mdl', newUuid()))).status).toBe(404);
  });
});

describe('GET /api/platform/models/{model_id}/difference answers 409', () => {
  test.each(['enable', 'disable'])(
    'where the decision would be: %s what was not approved',
    async (decision) => {
      const model = await aModel(admin, provider);
      expect((await difference(model.id, decision)).status).toBe(409);
      await approve(admin, model.id);
      expect((await difference(model.id, decision)).status).toBe(200);
    },
  );
});

describe('GET /api/platform/models/{model_id}/difference answers 422', () => {
  test.each(['', 'delete', 'approved'])('to the decision %j', async (decision) => {
    const model = await aModel(admin, provider);
    const { status, body } = await difference(model.id, decision);
    expect([status, body.detail[0].loc]).toEqual([422, ['query', 'decision']]);
  });
});
