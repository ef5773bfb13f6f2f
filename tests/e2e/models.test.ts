import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import type { ModelList, ModelOut } from '@tollgate/contract/models';
import type { PlatformModelOut } from '@tollgate/contract/platform/models';
import type { UserModelOut } from '@tollgate/contract/user-models';
import { aSharedDemo } from '../support/shared-demo.ts';
import type { Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';

const START_MS = 240_000;
/** From credits for a million tokens to dollars for one. */
const PER_TOKEN = 1e-6;

let demo: Demo;
beforeAll(async () => {
  demo = await aSharedDemo();
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);

const list = async (query = ''): Promise<ModelList> => {
  const { status, body } = await demo.v1<ModelList>(`/models${query}`);
  expect(status).toBe(200);
  return body;
};
const idsOf = ({ data }: ModelList): string[] => data.map(({ id }) => id);
const ownPrices = async (): Promise<Map<string, UserModelOut['prices']>> => {
  const { body } = await demo.user<UserModelOut[]>('GET', '/models');
  return new Map(body.map(({ model, prices }) => [model, prices]));
};

async function expectOwnPrices({ id, pricing }: ModelOut): Promise<void> {
  const own = (await ownPrices()).get(id);
  expect(Number(pricing.prompt)).toBeCloseTo(Number(own?.['input']) * PER_TOKEN, 15);
  expect(Number(pricing.completion)).toBeCloseTo(Number(own?.['output'] ?? 0) * PER_TOKEN, 15);
}

describe('the list of models', () => {
  test('is whole without parameters, and each entry is the one that is got alone', async () => {
    const whole = await list();
    expect(whole).toMatchObject({ object: 'list', has_more: false });
    expect(whole.data.length).toBeGreaterThan(2);
    for (const entry of whole.data) {
      expect((await demo.v1(`/models/${entry.id}`)).body).toEqual(entry);
      expect(entry).toMatchObject({ name: entry.id, display_name: entry.id });
      expect(entry.context_length).toBe(entry.context_tokens);
      await expectOwnPrices(entry);
    }
    expect(await list('?limit=1000&client_version=1')).toEqual(whole);
  });

  test('shows contracts under the revisions that both control planes show', async () => {
    const shown = new Map((await list()).data.map((one) => [one.id, one.request_contract]));
    const own = await demo.user<UserModelOut[]>('GET', '/models');
    const models = await demo.platform<PlatformModelOut[]>('GET', '/models');
    const sold = own.body.filter(({ model }) => shown.has(model));
    expect(sold.length).toBeGreaterThan(2);
    for (const { model, request_contract: contract } of sold) {
      expect(contract).toEqual(shown.get(model));
    }
    const approved = models.body.filter(({ public_id: id }) => shown.has(id));
    expect(approved.length).toBeGreaterThan(2);
    for (const { public_id: id, request_contract: contract } of approved) {
      expect(contract).toEqual(shown.get(id));
    }
  });

  test('is read page by page by the clients of both conventions', async () => {
    const whole = idsOf(await list());
    const root = demo.env.TOLLGATE_BASE_URL;
    const anthropic = new Anthropic({
      baseURL: root.replace(/\/v1$/, ''),
      authToken: demo.env.TOLLGATE_API_KEY,
      apiKey: null,
    });
    const named: string[] = [];
    for await (const model of anthropic.models.list({ limit: 1 })) named.push(model.display_name);
    expect(named).toEqual(whole);
    const openai = new OpenAI({ baseURL: root, apiKey: demo.env.TOLLGATE_API_KEY });
    const ids: string[] = [];
    for await (const { id } of openai.models.list()) ids.push(id);
    expect(ids).toEqual(whole);
    const backwards = await anthropic.models.list({ limit: 1, before_id: whole.at(-1) ?? '' });
    expect(backwards.data.map(({ id }) => id)).toEqual([whole.at(-2)]);
  });

  test('can be of one capability', async () => {
    const kinds = [await list('?capability=chat'), await list('?capability=embeddings')];
    expect(kinds.map(({ data }) => [...new Set(data.map((one) => one.capability))])).toEqual([
      ['chat'],
      ['embeddings'],
    ]);
    expect(kinds.flatMap(idsOf).toSorted()).toEqual(idsOf(await list()).toSorted());
  });

  test.each([
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=', 'limit'],
    ['limit=1.5', 'limit'],
    ['capability=images', 'capability'],
    ['capability=chat&capability=chat', 'capability'],
    ['after_id=', 'after_id'],
    ['after=a&after_id=b', 'after'],
    ['before_id=a&after=b', 'before_id'],
  ])('refuses %s by name', async (query, param) => {
    const { status, body } = await demo.v1<{ error: Record<string, string> }>(`/models?${query}`);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      code: 'invalid_request',
      param,
      message: expect.stringContaining(`${param} `) as string,
    });
  });

  test('follows the uplift of the user, exactly', async () => {
    const [first] = idsOf(await list('?capability=chat&limit=1'));
    const find = async (): Promise<ModelOut> => (await demo.v1<ModelOut>(`/models/${first}`)).body;
    const before = await find();
    const { body: me } = await demo.user<{ id: string }>('GET', '/me');
    const raised = await demo.platform('PUT', `/users/${me.id}/pricing-uplift`, {
      uplift_bp: 5_000,
    });
    expect(raised.status).toBe(200);
    await eventually(async () => (await find()).pricing.prompt !== before.pricing.prompt);
    const after = await find();
    expect(Number(after.pricing.prompt)).toBeCloseTo(Number(before.pricing.prompt) * 1.5, 15);
    await expectOwnPrices(after);
  });
});
