import type { ContractDraft, RequestContract } from '@tollgate/contract/request-contract';
import {
  extendDraft,
  foreignParameters,
  limitFaults,
  markFaults,
  missingLimits,
  overridesOf,
  admissibleTiers,
  tierFaults,
} from './contract.ts';

const chat: ContractDraft = {
  source: 'published',
  capability: 'chat',
  parameters: { seed: { supported: true } },
  limits: { context_tokens: 100 },
  dimensions: ['input', 'output'],
};
const namesOf = (draft: ContractDraft, parameters: ContractDraft['parameters']): string[] =>
  foreignParameters(draft, { parameters }).map(({ name }) => name);
const embeddings: ContractDraft = { ...chat, capability: 'embeddings', limits: {} };

test('additions are laid over the draft, which stays as it was', () => {
  const extended = extendDraft(chat, {
    limits: { output_tokens: 10 },
    parameters: { seed: { supported: false }, stop: { supported: true } },
  });
  expect(extended.limits).toEqual({ context_tokens: 100, output_tokens: 10 });
  expect(extended.parameters).toEqual({ seed: { supported: false }, stop: { supported: true } });
  expect(extended.dimensions).toEqual(['input', 'output']);
  expect(chat.parameters).toEqual({ seed: { supported: true } });
});

test('which fields of a contract are missing depends on its capability', () => {
  expect(missingLimits(chat)).toEqual(['output_tokens']);
  expect(missingLimits(embeddings)).toEqual(['context_tokens']);
});

test('limits that contradict themselves are named', () => {
  expect(limitFaults({ ...chat, limits: { context_tokens: 1, output_tokens: 2 } })).toHaveLength(1);
  expect(limitFaults({ ...chat, limits: { context_tokens: 1, inputs: 2 } })).toHaveLength(1);
  expect(
    limitFaults({ ...embeddings, limits: { context_tokens: 9, output_tokens: 2 } }),
  ).toHaveLength(1);
  expect(limitFaults({ ...chat, limits: { context_tokens: 2, output_tokens: 2 } })).toEqual([]);
});

test('parameters of the other capability are named', () => {
  const parameters = { input_type: { supported: true }, seed: { supported: true } };
  expect(namesOf(chat, parameters)).toEqual(['input_type']);
  expect(namesOf(embeddings, parameters)).toEqual(['seed']);
});

test('a hint can be changed only where the draft passes it on', () => {
  const parameters = { cache_control: { supported: true, values: ['5m', '1h'] } };
  expect(namesOf(chat, parameters)).toEqual(['cache_control']);
  const claude = { ...chat, parameters: { cache_control: { supported: true, values: ['5m'] } } };
  expect(namesOf(claude, parameters)).toEqual([]);
  expect(extendDraft(claude, { parameters }).parameters).toEqual(parameters);
});

test('marks of an hour need a price of their own, where they may be asked for', () => {
  const claude = { ...chat, dimensions: ['input', 'cache_read', 'cache_write', 'output'] };
  const dimensionsOf = (values: string[]): string[] =>
    extendDraft(claude, { parameters: { cache_control: { supported: true, values } } }).dimensions;
  expect(dimensionsOf(['5m'])).toEqual(claude.dimensions);
  expect(dimensionsOf(['5m', '1h'])).toEqual([
    'input',
    'cache_read',
    'cache_write',
    'cache_write_1h',
    'output',
  ]);
});

test('a tier that is admitted needs a price for each kind of token', () => {
  const of = (rule: object): string[] =>
    extendDraft(chat, { parameters: { service_tier: { supported: true, ...rule } } }).dimensions;
  expect(of({ values: ['auto', 'default'] })).toEqual(chat.dimensions);
  const tiered = chat.dimensions.map((name) => `flex_${name}`);
  expect(of({ values: ['default', 'flex'] })).toEqual([...chat.dimensions, ...tiered]);
  expect(admissibleTiers({ parameters: {} })).toEqual([]);
  const named = { service_tier: { supported: true, values: ['default'] } };
  expect(admissibleTiers({ parameters: named })).toEqual(['flex', 'priority']);
  const faults = (rule: object): number =>
    tierFaults({ parameters: { service_tier: { supported: true, ...rule } } }).length;
  expect([{ values: ['default', 'flex'] }, { values: ['scale'] }, {}].map(faults)).toEqual([
    0, 1, 1,
  ]);
});

test('marks of the gateway need a family that sets them, and a time that the rule allows', () => {
  const faults = (marksPrompts: boolean, rule: object): number =>
    markFaults(marksPrompts, { parameters: { cache_control: { supported: true, ...rule } } })
      .length;
  const own = { values: ['5m'], default: '5m' };
  expect([faults(true, own), faults(true, {})]).toEqual([0, 0]);
  expect(faults(false, own)).toBe(1);
  expect(faults(true, { values: ['5m'], default: '1h' })).toBe(1);
  expect(faults(true, { default: true })).toBe(1);
});

test('an extra parameter is admitted for chat models, bounded and under a name of its own', () => {
  const top_k = { supported: true, type: 'integer' as const, minimum: 1, maximum: 100 };
  expect(namesOf(chat, { top_k })).toEqual([]);
  expect(namesOf(embeddings, { top_k })).toEqual(['top_k']);
  expect(namesOf(chat, { seed: { ...top_k } })).toEqual(['seed']);
  const unbounded = { supported: true, type: 'number' as const };
  expect(namesOf(chat, { min_p: unbounded, best_of: top_k })).toEqual(['min_p', 'best_of']);
  const many = Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`knob_${at}`, top_k]));
  expect(foreignParameters(chat, { parameters: many })).toEqual([
    { name: '', message: 'may have 32 extra parameters at most' },
  ]);
});

test('extra parameters are told as what an approval has to say again', () => {
  const top_k = { supported: true, type: 'integer' as const, minimum: 1, maximum: 100 };
  const parameters = { ...chat.parameters, top_k };
  const limits = { context_tokens: 100 };
  const contract: RequestContract = { ...chat, revision: 'r', limits, parameters };
  expect(overridesOf(chat, contract)).toEqual({ top_k });
});
