import { rendered } from '../rendering.ts';
import type { Rendered } from '../rendering.ts';
import type * as versions from './price-versions.tsx';

const PLAIN = { input: '1', output: '2' };
const FLEX = { ...PLAIN, flex_input: '1', flex_output: '1' };

type Version = NonNullable<Parameters<typeof versions.EndedTiers>[0]['model']['price']>;
const version = (prices: object): Version => ({ prices }) as Version;

let built: Rendered<typeof versions>;
beforeAll(async () => {
  built = await rendered<typeof versions>('platform/price-versions.tsx');
});

const asked = (model: { price: object; upcoming: object[] }, prices: object): string => {
  const { part, react, server } = built;
  const of = { price: version(model.price), upcoming_prices: model.upcoming.map(version) };
  return server.renderToStaticMarkup(react.createElement(part.EndedTiers, { model: of, prices }));
};

test('whoever publishes prices is asked about tiers that they would end, scheduled ones included', () => {
  const label = 'End the prices of these service tiers: flex';
  expect(asked({ price: FLEX, upcoming: [] }, PLAIN)).toContain(label);
  expect(asked({ price: PLAIN, upcoming: [FLEX] }, PLAIN)).toContain(label);
  expect(asked({ price: FLEX, upcoming: [] }, FLEX)).toBe('');
  expect(asked({ price: PLAIN, upcoming: [] }, PLAIN)).toBe('');
});

test('the API is told of an end only where somebody said so', () => {
  const form = new FormData();
  expect(built.part.givenTiers(form, FLEX)).toEqual({});
  form.set('service_tiers', 'on');
  expect(built.part.givenTiers(form, FLEX)).toEqual({ service_tiers: ['flex'] });
  expect(built.part.givenTiers(form, PLAIN)).toEqual({ service_tiers: [] });
});
