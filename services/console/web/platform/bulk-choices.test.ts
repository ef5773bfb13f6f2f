import type { PriceResearchOut } from '@tollgate/contract/platform/models';
import { firstChoice, LEAVE_OUT, pricedChoices, priceVersionOf, runStep } from './bulk-choices.ts';
import type { BulkRoutes, BulkStep } from './bulk-choices.ts';

type Suggestion = PriceResearchOut['suggestions'][number];

const suggestion = (given: Partial<Suggestion>): Suggestion => ({
  source: {
    name: 'a list',
    version: '1',
    provider: 'acme',
    model: 'small',
    urls: [],
    since: null,
    comment: null,
  },
  found_by: 'provider',
  prices: { input: '1', output: '2' },
  missing: [],
  derived: {},
  long_context: [],
  others: {},
  ...given,
});
const found = (...suggestions: Suggestion[]): PriceResearchOut => ({
  model_id: 'mdl_1',
  researched_at: '2026-01-01T00:00:00.000Z',
  current: null,
  suggestions,
  unavailable: [],
});

describe('the choices of a model in a bulk approval', () => {
  test('begin with the first price list that is certain and whole', () => {
    const lists = found(
      suggestion({ missing: ['reasoning'] }),
      suggestion({ found_by: 'model_name' }),
      suggestion({ found_by: 'address', prices: { input: '3', output: '4' } }),
    );
    const choices = pricedChoices(lists);
    expect(choices.map(({ suggestion: one }) => one.found_by)).toEqual(['model_name', 'address']);
    const first = choices.find(({ value }) => value === firstChoice(choices));
    expect(first?.suggestion.prices).toEqual({ input: '3', output: '4' });
  });

  test.each([
    ['no list was asked', undefined],
    ['no list has the model', found()],
    ['a list lacks a price', found(suggestion({ missing: ['output'] }))],
    ['the name alone was found', found(suggestion({ found_by: 'model_name' }))],
    ['something is free', found(suggestion({ prices: { input: '0', output: '2' } }))],
    ['the model is free', found(suggestion({ prices: { input: '0.0', output: '0' } }))],
    [
      'long prompts are free',
      found(suggestion({ long_context: [{ above_input_tokens: 9, prices: { input: '0' } }] })),
    ],
  ])('leave a model out where %s', (_title, research) => {
    expect(firstChoice(pricedChoices(research))).toBe(LEAVE_OUT);
  });

  test('say that zero is meant only for a list in which something is free', () => {
    const [paid, free] = pricedChoices(
      found(suggestion({}), suggestion({ prices: { input: '0', output: '0.05' } })),
    );
    if (paid === undefined || free === undefined) throw new Error('a list is lost');
    expect(priceVersionOf(paid)).toEqual({ prices: { input: '1', output: '2' }, long_context: [] });
    expect(priceVersionOf(free)).toMatchObject({ allow_free: true });
    expect(free.free).toEqual(['input']);
  });
});

describe('a step of a bulk approval', () => {
  const step: BulkStep = {
    model: { id: 'mdl_1', public_id: 'acme/small' },
    approval: {},
    prices: { prices: { input: '1' } },
  };
  const version = { id: 'prc_1' } as never;
  const run = async (given: Partial<BulkRoutes>, changed: Partial<BulkStep> = {}) => {
    const calls: string[] = [];
    const routes: BulkRoutes = {
      read: async () => ({ state: 'discovered', price: null }),
      approve: async () => void calls.push('approve'),
      price: async () => void calls.push('price'),
      ...given,
    };
    return { outcome: await runStep({ ...step, ...changed }, routes), calls };
  };
  const refusal = new Error('refused');
  const refuse = async (): Promise<never> => {
    throw refusal;
  };

  test('approves, then prices', async () => {
    expect(await run({})).toEqual({ outcome: { state: 'done' }, calls: ['approve', 'price'] });
  });

  test('prices only what was approved before', async () => {
    const read = async () => ({ state: 'approved', price: null }) as const;
    expect(await run({ read })).toEqual({ outcome: { state: 'done' }, calls: ['price'] });
  });

  test('leaves prices and rejections of a colleague', async () => {
    expect(await run({ read: async () => ({ state: 'approved', price: version }) })).toEqual({
      outcome: { state: 'kept' },
      calls: [],
    });
    expect(await run({ read: async () => ({ state: 'rejected', price: null }) })).toEqual({
      outcome: { state: 'rejected' },
      calls: [],
    });
  });

  test('approves alone where no prices were chosen', async () => {
    expect(await run({}, { prices: null })).toEqual({
      outcome: { state: 'approved' },
      calls: ['approve'],
    });
  });

  test('says which of both was refused', async () => {
    expect(await run({ approve: refuse })).toEqual({
      outcome: { state: 'failed', at: 'approval', error: refusal },
      calls: [],
    });
    expect(await run({ price: refuse })).toEqual({
      outcome: { state: 'failed', at: 'prices', error: refusal },
      calls: ['approve'],
    });
  });
});
