import { randomUUID } from 'node:crypto';
import { shownContract } from '@tollgate/catalog/shown-contract';
import type { RequestContract } from '@tollgate/contract/request-contract';
import { loadCatalog } from '@tollgate/catalog/snapshot';
import { encodeId } from '@tollgate/runtime/ids';
import { createPlatformAlias, getPlatformAlias } from '@tollgate/contract/routes/admin/aliases';
import { approvePlatformModel, decidePlatformModel } from '@tollgate/contract/routes/admin/models';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aCallableModel, anAlias } from '../support/alias.ts';
import type { CallableModel } from '../support/alias.ts';
import { aModel, aPrefix } from '../support/model.ts';
import { aProvider } from '../support/provider.ts';
import type { TestProvider } from '../support/provider.ts';
import { eventsOf } from '../support/trail.ts';

const LIMITS = { context_tokens: 8_000, output_tokens: 2_000 };
let provider: TestProvider;
let admin: RunningAdmin;
let first: CallableModel;
let second: CallableModel;
let name: string;

beforeAll(async () => {
  provider = await aProvider();
  admin = await anAdmin({ allowedUpstreams: provider.address });
  first = await aCallableModel(admin, provider);
  second = await aCallableModel(admin, provider);
});
beforeEach(() => {
  name = aPrefix();
});
afterAll(async () => {
  await admin.drop();
  await provider.drop();
});

const create = (body: object) => admin.send(createPlatformAlias, { body: { name, ...body } });
const targetsOf = (...ids: string[]) => ids.map((model_id) => ({ model_id }));
const approve = (id: string, body: object) =>
  admin.send(approvePlatformModel, { params: { model_id: id }, body: { limits: LIMITS, ...body } });
const decide = (id: string, decision: string) =>
  admin.send(decidePlatformModel, { params: { model_id: id }, body: { decision } });
/** The answer is a 422 that names these fields and leaves nothing behind. */
const expectRefused = async (
  answer: Awaited<ReturnType<typeof create>>,
  ...fields: (string | number)[][]
) => {
  expect(answer.status).toBe(422);
  expect(answer.body.detail.map(({ loc }: { loc: unknown }) => loc)).toEqual(
    fields.map((field) => ['body', ...field]),
  );
  const { aliases, unroutable } = await loadCatalog(admin.deps.db);
  expect([aliases.has(name), unroutable.has(name)]).toEqual([false, false]);
};

describe('POST /api/platform/aliases answers 201', () => {
  test('an ordered alias publishes what its targets have in common', async () => {
    const tight = await aCallableModel(admin, provider);
    await approve(tight.id, {
      limits: { context_tokens: 4_000, output_tokens: 3_000 },
      parameters: {
        seed: { supported: false },
        temperature: { supported: true, minimum: 0, maximum: 1 },
      },
      hard_output_tokens: 500,
    });
    const before = await loadCatalog(admin.deps.db);
    const made = await create({ targets: targetsOf(tight.id, first.id), reason: 'spare' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      id: expect.stringMatching(/^als_/),
      name,
      strategy: 'ordered',
      enabled: true,
      routable: true,
      unroutable_reason: null,
      hard_output_tokens: 500,
      request_contract: {
        capability: 'chat',
        limits: { context_tokens: 4_000, output_tokens: 2_000 },
        parameters: {
          seed: { supported: false },
          temperature: { supported: true, minimum: 0, maximum: 1 },
        },
      },
      targets: [
        { model_id: tight.id, public_id: tight.publicId, weight: null, routable: true },
        { model_id: first.id, public_id: first.publicId, weight: null, routable: true },
      ],
      created_by: encodeId('adm', admin.administrator.id),
    });
    const params = { alias_id: made.body.id };
    expect((await admin.send(getPlatformAlias, { params })).body).toEqual(made.body);
    const after = await loadCatalog(admin.deps.db);
    expect(after.epoch).toBeGreaterThan(before.epoch);
    expect(after.revision).not.toBe(before.revision);
    const alias = after.aliases.get(name);
    expect(alias).toMatchObject({ strategy: 'ordered', hardOutputTokens: 500 });
    const stored = alias?.contract as RequestContract;
    expect(shownContract(stored, admin.deps.routes)).toEqual(made.body.request_contract);
    expect(alias?.targets).toEqual([
      { model: after.models.get(tight.publicId), weight: 1, retries: 0 },
      { model: after.models.get(first.publicId), weight: 1, retries: 0 },
    ]);
    const [event] = await eventsOf(admin, 'alias.create');
    expect(event).toMatchObject({
      target: { kind: 'model_alias', id: made.body.id },
      details: {
        name,
        strategy: 'ordered',
        enabled: true,
        revision: made.body.request_contract.revision,
        targets: [
          { model: tight.publicId, weight: null },
          { model: first.publicId, weight: null },
        ],
        reason: 'spare',
      },
    });
  });

  test('a target that is asked again; retries that are not given are none', async () => {
    const targets = [{ model_id: first.id, retries: 3 }, { model_id: second.id }];
    const { status, body } = await create({ targets });
    expect(status).toBe(201);
    expect(body).toMatchObject({ targets: [{ retries: 3 }, { retries: 0 }] });
    const alias = (await loadCatalog(admin.deps.db)).aliases.get(name);
    expect(alias?.targets.map(({ retries }) => retries)).toEqual([3, 0]);
  });

  test('a weighted alias; a weight that is not given is 1', async () => {
    const made = await create({
      strategy: 'weighted',
      targets: [{ model_id: first.id, weight: 9 }, { model_id: second.id }],
    });
    expect(made.body).toMatchObject({
      strategy: 'weighted',
      targets: [{ weight: 9 }, { weight: 1 }],
    });
    const alias = (await loadCatalog(admin.deps.db)).aliases.get(name);
    expect(alias?.targets.map(({ weight }) => weight)).toEqual([9, 1]);
  });

  test('one that is switched off cannot be called', async () => {
    const made = await create({ targets: targetsOf(first.id), enabled: false });
    expect(made.body).toMatchObject({ enabled: false, routable: false });
    expect(made.body.unroutable_reason).toBe('disabled');
    const { aliases, unroutable } = await loadCatalog(admin.deps.db);
    expect(aliases.has(name)).toBe(false);
    expect(unroutable.get(name)?.reason).toBe('disabled');
  });

  test('a target without a price waits for it, and the alias goes to the others', async () => {
    const unpriced = await aModel(admin, provider);
    await approve(unpriced.id, {});
    const made = await create({ targets: targetsOf(unpriced.id, first.id) });
    expect(made.body).toMatchObject({
      routable: true,
      targets: [{ routable: false, unroutable_reason: 'unpriced' }, { routable: true }],
    });
    const alias = (await loadCatalog(admin.deps.db)).aliases.get(name);
    expect(alias?.targets.map(({ model }) => model.publicId)).toEqual([first.publicId]);
  });
});

describe('POST /api/platform/aliases answers 409', () => {
  test('a name that is taken; of many at once, one is made', async () => {
    const body = { targets: targetsOf(first.id) };
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(body)));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([201, 409, 409, 409, 409, 409]);
    const again = await create(body);
    expect(again.body.error).toMatchObject({ code: 'conflict', param: 'name' });
  });
});

describe('POST /api/platform/aliases answers 422', () => {
  test.each([
    '',
    'a/b',
    'Fast',
    '../x',
    '.a',
    '-a',
    'a b',
    'a%2fb',
    'a\u0000',
    'a\n',
    'ä',
    'x'.repeat(65),
    7,
    null,
    ['a'],
    { $ne: 1 },
  ])('C15: the name %j', async (hostile) => {
    const answer = await create({ name: hostile, targets: targetsOf(first.id) });
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc).toEqual(['body', 'name']);
  });

  test('no targets, and more than there can be', async () => {
    await expectRefused(await create({}), ['targets']);
    await expectRefused(await create({ targets: [] }), ['targets']);
    const many = Array.from({ length: 21 }, () => first.id);
    await expectRefused(await create({ targets: targetsOf(...many) }), ['targets']);
  });

  test.each([0, -1, 1.5, 1_000_001, '1', null])('the weight %j', async (weight) => {
    const targets = [{ model_id: first.id, weight }];
    const answer = await create({ strategy: 'weighted', targets });
    await expectRefused(answer, ['targets', 0, 'weight']);
  });

  test.each([-1, 0.5, 4, '1', null])('the retries %j', async (retries) => {
    const answer = await create({ targets: [{ model_id: first.id, retries }] });
    await expectRefused(answer, ['targets', 0, 'retries']);
  });

  test('a weight where the order decides', async () => {
    const targets = [{ model_id: first.id }, { model_id: second.id, weight: 1 }];
    await expectRefused(await create({ targets }), ['targets', 1, 'weight']);
  });

  test('unknown models, by their index', async () => {
    const unknown = [encodeId('mdl', randomUUID()), 'x', first.publicId];
    const answer = await create({ targets: targetsOf(first.id, ...unknown) });
    await expectRefused(
      answer,
      ['targets', 1, 'model_id'],
      ['targets', 2, 'model_id'],
      ['targets', 3, 'model_id'],
    );
  });

  test('one model twice', async () => {
    const answer = await create({ targets: targetsOf(first.id, second.id, first.id) });
    await expectRefused(answer, ['targets', 2, 'model_id']);
  });

  test('Q06: an alias as a target, by id and by name, so that there are no cycles', async () => {
    const other = aPrefix();
    const { id } = await anAlias(admin, other, [first]);
    for (const target of [id, other, name]) {
      const answer = await create({ targets: targetsOf(target) });
      await expectRefused(answer, ['targets', 0, 'model_id']);
    }
  });

  test('Q06: models that are not approved, rejected or switched off', async () => {
    const found = await aModel(admin, provider);
    const off = await aCallableModel(admin, provider);
    const rejected = await aCallableModel(admin, provider);
    await decide(off.id, 'disable');
    await decide(rejected.id, 'reject');
    const answer = await create({ targets: targetsOf(found.id, off.id, first.id, rejected.id) });
    await expectRefused(
      answer,
      ['targets', 0, 'model_id'],
      ['targets', 1, 'model_id'],
      ['targets', 3, 'model_id'],
    );
  });

  test('Q06: mixed capabilities', async () => {
    const embeddings = await aModel(admin, provider, 'text-embedding-small');
    const approved = await approve(embeddings.id, { limits: { context_tokens: 8_000 } });
    expect(approved.body).toMatchObject({ capability: 'embeddings', state: 'approved' });
    const answer = await create({ targets: targetsOf(first.id, second.id, embeddings.id) });
    await expectRefused(answer, ['targets', 2, 'model_id']);
    expect((await create({ targets: targetsOf(embeddings.id) })).status).toBe(201);
  });

  test('targets that no request can please together', async () => {
    const needs = await aCallableModel(admin, provider);
    const refuses = await aCallableModel(admin, provider);
    await approve(needs.id, { parameters: { seed: { supported: true, required: true } } });
    await approve(refuses.id, { parameters: { seed: { supported: false } } });
    await expectRefused(await create({ targets: targetsOf(needs.id, refuses.id) }), ['targets']);
  });

  test.each([
    { strategy: 'random' },
    { strategy: null },
    { enabled: 'yes' },
    { contract: {} },
    { targets: [{ model_id: 7 }] },
    { targets: [{ model_id: 'x', priority: 1 }] },
    { targets: ['x'] },
    { targets: {} },
  ])('%j', async (body) => {
    expect((await create({ targets: targetsOf(first.id), ...body })).status).toBe(422);
  });
});
