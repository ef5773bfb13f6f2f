import type { PlatformModelOut } from '@tollgate/contract/platform/models';
import type { Platform } from '../platform-client.ts';
import type { State } from '../state.ts';
import type { Planning } from '../step.ts';
import { planPrices } from './prices.ts';

const MODEL = 'openai/gpt-5.4';
const DIMENSIONS = ['input', 'output', 'flex_input', 'flex_output'];
const PLAIN = { input: '1', output: '2' };
const known = {
  id: 'mdl_one',
  public_id: MODEL,
  capability: 'chat',
  dimensions: ['input', 'output'],
  admissible_tiers: ['flex', 'priority'],
  price: { prices: Object.fromEntries(DIMENSIONS.map((name) => [name, '1'])), long_context: [] },
  upcoming_prices: [],
} as unknown as PlatformModelOut;

const planned = (prices: object) => {
  const faults: unknown[] = [];
  const planning = {
    document: { prices: { [MODEL]: { prices } } },
    state: { models: new Map([[MODEL, known]]) } as unknown as State,
    now: new Date(),
    fault: (fault: unknown) => faults.push(fault),
    readSecret: () => Promise.reject(new Error('no secret is read')),
  } as unknown as Planning;
  const steps = planPrices(planning);
  expect(faults).toEqual([]);
  return steps;
};
const sentFor = async (prices: object): Promise<object[]> => {
  const bodies: object[] = [];
  const platform = {
    POST: (_path: string, { body }: { body: object }) => {
      bodies.push(body);
      return Promise.resolve({ data: {}, response: new Response(null, { status: 201 }) });
    },
  } as unknown as Platform;
  const work = { platform, model: () => Promise.resolve(known), user: () => Promise.reject() };
  for (const step of planned(prices)) await step.run(work as never);
  return bodies;
};

test('prices of a service tier that a document leaves out are planned as gone, and sent as ended', async () => {
  expect(planned(PLAIN)[0]?.fields).toContainEqual({ field: 'flex_input', from: '1' });
  expect(await sentFor(PLAIN)).toEqual([{ prices: PLAIN, long_context: [], service_tiers: [] }]);
  const tiered = { ...PLAIN, flex_input: '0.5', flex_output: '1' };
  expect(await sentFor(tiered)).toEqual([
    { prices: tiered, long_context: [], service_tiers: ['flex'] },
  ]);
});
