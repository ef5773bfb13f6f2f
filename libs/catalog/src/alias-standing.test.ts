import type { RequestContract } from '@tollgate/contract/request-contract';
import { aliasStanding } from './alias-standing.ts';
import type { AliasMember } from './alias-standing.ts';

const contract: RequestContract = {
  revision: 'r',
  capability: 'chat',
  parameters: { seed: { supported: true } },
  limits: { context_tokens: 100, output_tokens: 50 },
  dimensions: ['input', 'output'],
};
const member = (fields: Partial<AliasMember> = {}): AliasMember => ({
  state: 'approved',
  enabled: true,
  contract,
  hardOutputTokens: null,
  unroutableReason: null,
  ...fields,
});
const reasonOf = (...members: AliasMember[]) => aliasStanding(true, members).unroutableReason;

test('one target that can be called is enough', () => {
  expect(reasonOf(member({ unroutableReason: 'unpriced' }), member())).toBeNull();
});

test('why an alias cannot be called', () => {
  const off = member({ enabled: false, unroutableReason: 'disabled' });
  const rejected = member({ state: 'rejected', unroutableReason: 'rejected' });
  const unpriced = member({ unroutableReason: 'unpriced' });
  const bare = member({ unroutableReason: 'no_active_credential' });
  const other = member({ contract: { ...contract, capability: 'embeddings' } });
  expect(aliasStanding(false, [member()]).unroutableReason).toBe('disabled');
  expect(reasonOf()).toBe('disabled');
  expect(reasonOf(off, rejected)).toBe('disabled');
  expect(reasonOf(off, unpriced)).toBe('unpriced');
  expect(reasonOf(unpriced, bare)).toBe('no_active_credential');
  expect(reasonOf(member(), other)).toBe('contract_incomplete');
});

test('targets that take no request in common publish nothing', () => {
  const rules = (seed: RequestContract['parameters'][string]) =>
    member({ contract: { ...contract, parameters: { seed } } });
  const needs = rules({ supported: true, required: true });
  const standing = aliasStanding(true, [needs, rules({ supported: false })]);
  expect(standing).toMatchObject({ contract: null, unroutableReason: 'contract_incomplete' });
});

test('contract and ceiling do not change with a credential, and do with a decision', () => {
  const small = { ...contract, limits: { context_tokens: 10, output_tokens: 5 } };
  const big = member({ hardOutputTokens: 40 });
  const tight = member({ contract: small, hardOutputTokens: 4 });
  const both = aliasStanding(true, [big, tight]);
  expect(both).toMatchObject({ contract: { limits: small.limits }, hardOutputTokens: 4 });
  const bare = { ...tight, unroutableReason: 'no_active_credential' as const };
  expect(aliasStanding(true, [big, bare])).toEqual(both);
  expect(aliasStanding(true, [big, { ...tight, enabled: false }])).toMatchObject({
    contract: { limits: contract.limits },
    hardOutputTokens: 40,
  });
  expect(aliasStanding(true, [member()]).hardOutputTokens).toBeNull();
});
