import { assertNothingEndsSilently } from './price-ends.ts';
import { InputError } from './input-error.ts';

const PLAIN = { input: '1', output: '2' };
const FLEX = { ...PLAIN, flex_input: '1', flex_output: '1' };
const BOTH = { ...FLEX, priority_input: '2', priority_output: '4' };

const faultsOf = (...of: Parameters<typeof assertNothingEndsSilently>): unknown[] => {
  try {
    assertNothingEndsSilently(...of);
    return [];
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.faults.map(({ path, message }) => [path[0], message.split(/,|;/u)[0]]);
  }
};

test.each([
  ['the first version', { prices: PLAIN }, null, []],
  ['a version after one without tiers', { prices: PLAIN }, PLAIN, []],
  ['the same tiers', { prices: BOTH }, BOTH, []],
  ['a further tier', { prices: BOTH }, FLEX, []],
  ['a tier that stays in part', { prices: { ...PLAIN, flex_input: '1' } }, FLEX, []],
  ['an end that is said', { prices: PLAIN, service_tiers: [] }, BOTH, []],
  ['one tier that stays', { prices: FLEX, service_tiers: ['flex' as const] }, BOTH, []],
  ['silence', { prices: PLAIN }, FLEX, [['service_tiers', 'is needed']]],
  ['silence about one of two', { prices: FLEX }, BOTH, [['service_tiers', 'is needed']]],
  [
    'tiers that prices do not name',
    { prices: PLAIN, service_tiers: ['flex' as const] },
    null,
    [['service_tiers', 'names flex']],
  ],
  [
    'tiers that prices name unlisted',
    { prices: BOTH, service_tiers: ['flex' as const] },
    null,
    [['service_tiers', 'lacks priority']],
  ],
  [
    'silence about everything',
    { prices: PLAIN },
    { ...FLEX, long_context: [{ above_input_tokens: 9, prices: { input: '2' } }] },
    [
      ['long_context', 'is needed'],
      ['service_tiers', 'is needed'],
    ],
  ],
])('%s', (_name, table, before, faults) => {
  expect(faultsOf(table, before)).toEqual(faults);
});
