import type { RequestContract } from '@tollgate/contract/request-contract';
import { unroutableReason } from './routability.ts';

const contract: RequestContract = {
  revision: 'r',
  capability: 'chat',
  parameters: {},
  limits: { context_tokens: 10, output_tokens: 5 },
  dimensions: ['input', 'output'],
};
const approved = { state: 'approved', enabled: true, contract } as const;
const prices = { input: '1', output: '2' };

test('approved, on, complete, priced in every dimension and backed', () => {
  expect(unroutableReason(approved, prices, true)).toBeNull();
  expect(unroutableReason(approved, { input: '0', output: '0' }, true)).toBeNull();
});

test.each([
  [{ ...approved, state: 'discovered' as const }, prices, true, 'not_approved'],
  [{ ...approved, state: 'rejected' as const }, prices, true, 'rejected'],
  [{ ...approved, enabled: false }, prices, true, 'disabled'],
  [{ ...approved, contract: null }, prices, true, 'contract_incomplete'],
  [{ ...approved, contract: { ...contract, dimensions: [] } }, prices, true, 'unpriced'],
  [approved, undefined, true, 'unpriced'],
  [approved, { input: '1' }, true, 'unpriced'],
  [approved, { input: '1', output: '-1000000' }, true, 'unpriced'],
  [approved, prices, false, 'no_active_credential'],
])('M02: %j', (model, priced, backed, reason) => {
  expect(unroutableReason(model, priced, backed)).toBe(reason);
});
