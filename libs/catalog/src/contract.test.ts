import type { ContractDraft } from '@tollgate/contract/request-contract';
import { extendDraft, foreignParameters, limitFaults, missingLimits } from './contract.ts';

const chat: ContractDraft = {
  source: 'published',
  capability: 'chat',
  parameters: { seed: { supported: true } },
  limits: { context_tokens: 100 },
  dimensions: ['input', 'output'],
};
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
  expect(foreignParameters(chat, { parameters })).toEqual(['input_type']);
  expect(foreignParameters(embeddings, { parameters })).toEqual(['seed']);
});

test('a hint can be changed only where the draft passes it on', () => {
  const parameters = { cache_control: { supported: true, values: ['5m', '1h'] } };
  expect(foreignParameters(chat, { parameters })).toEqual(['cache_control']);
  const claude = { ...chat, parameters: { cache_control: { supported: true, values: ['5m'] } } };
  expect(foreignParameters(claude, { parameters })).toEqual([]);
  expect(extendDraft(claude, { parameters }).parameters).toEqual(parameters);
});
