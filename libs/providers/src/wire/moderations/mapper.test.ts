import { MalformedReply, ProviderError } from '../../adapter/adapter.ts';
import { openaiCompatible } from '../../openai-compatible/index.ts';
import { openai } from '../../openai/index.ts';
import { moderationsWire } from './mapper.ts';

const CALL = { input: ['a', 'b'], count: 2 };
const read = (reply: unknown) => moderationsWire.fromWire(reply, CALL);
const judged = (more: object = {}) => ({
  categories: { violence: true, sexual: null },
  category_scores: { violence: 0.9 },
  ...more,
});

test('a result is flagged as a whole, or by its categories', () => {
  const { results, usage } = read({ results: [judged({ flagged: false }), judged()] });
  expect(results.map(({ flagged }) => flagged)).toEqual([false, true]);
  expect(results[1]).toEqual({
    flagged: true,
    categories: { violence: true },
    scores: { violence: 0.9 },
  });
  expect(usage).toBeNull();
});

test('tokens are read where they are reported', () => {
  const reply = { results: [judged(), judged()], usage: { prompt_tokens: 7, total_tokens: 9 } };
  expect(read(reply).usage?.input).toBe(7);
});

test.each([
  ['no object', null],
  ['too few results', { results: [judged()] }],
  ['too many', { results: [judged(), judged(), judged()] }],
  ['a judgement that is none', { results: [judged(), judged({ flagged: 'yes' })] }],
  ['no categories', { results: [judged(), judged({ categories: {} })] }],
  ['a score that is no number', { results: [judged(), judged({ category_scores: { x: '1' } })] }],
  ['foreign kinds', { results: [judged(), judged({ category_applied_input_types: { x: [1] } })] }],
])('a reply with %s is none', (_what, reply) => {
  expect(() => read(reply)).toThrow(MalformedReply);
});

test('a reply may be an error', () => {
  expect(() => read({ error: { message: 'no' } })).toThrow(ProviderError);
});

test.each([
  ['omni-moderation-latest', 'request', true],
  ['text-moderation-007', 'request', false],
  ['text-moderation-stable', 'request', false],
])('%s of OpenAI is billed by the call', (model, dimension, seesPictures) => {
  for (const draft of [openai.contract(model), openaiCompatible.contract(`openai/${model}`)]) {
    expect([draft?.capability, draft?.dimensions]).toEqual(['moderation', [dimension]]);
    expect(draft?.parameters['image_input']?.supported).toBe(seesPictures);
  }
});

test('other models are billed by tokens', () => {
  expect(openaiCompatible.contract('mistral-moderation-latest')?.dimensions).toEqual(['input']);
});
