import type { ChatRequest } from '@tollgate/contract/chat';
import { estimateEmbedding, estimateInput } from '@tollgate/providers/tokens/estimate';
import { openaiOverhead } from '@tollgate/providers/openai/overhead';
import { createRandom, seedOfEnvironment } from '../support/random.ts';
import { SEEN, UNSEEN } from './hostile-text.ts';
import { countedByGpt4o, countedIn } from './tokenizers.ts';

/** Longer runs without a break take a tokenizer time by their square. */
const UNITS = 120;
const seed = seedOfEnvironment();
const random = createRandom(seed);
const OVERHEAD = openaiOverhead('gpt-4o');

function asking(content: string): ChatRequest {
  return { model: 'openai/gpt-4o', messages: [{ role: 'user', content }] };
}

describe(`prompts made to cost more than they seem to, seed ${seed}`, () => {
  it.each(SEEN.map((one) => [one.name, one] as const))('%s is held in full', (_name, one) => {
    const text = one.write(random, UNITS);
    const counted = countedIn(text);
    expect(estimateInput(asking(text), OVERHEAD).bound).toBeGreaterThanOrEqual(counted);
    expect(estimateEmbedding(text, OVERHEAD).bound).toBeGreaterThanOrEqual(counted);
  });

  it.each(UNSEEN.map((one) => [one.name, one] as const))(
    '%s is held in full at the widest bound',
    (_name, one) => {
      const text = one.write(random, UNITS);
      const { bound, most } = estimateInput(asking(text), OVERHEAD);
      expect(most).toBeGreaterThanOrEqual(countedIn(text));
      expect(most).toBeGreaterThanOrEqual(bound);
    },
  );

  it('hides nothing in what a caller hands back', () => {
    const text = '\u0001\u0002'.repeat(UNITS);
    const messages: ChatRequest['messages'] = [
      { role: 'assistant', content: null, extra_content: { openrouter: { details: text } } },
      { role: 'tool', tool_call_id: text, content: 'ok' },
    ];
    const { bound } = estimateInput({ model: 'openai/gpt-4o', messages }, OVERHEAD);
    expect(bound).toBeGreaterThanOrEqual(2 * countedIn(text));
  });
});

describe('plain text', () => {
  const PLAIN: Record<string, string> = {
    English: 'The caller who stops an answer pays for what was delivered, and for nothing else. ',
    German: 'Wer eine Antwort abbricht, zahlt für das Gelieferte und für nichts anderes als das. ',
    JSON: '{"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}\n',
    TypeScript:
      'export function add(left: number, right: number): number {\n  return left + right;\n}\n',
  };

  it.each(Object.entries(PLAIN))('%s is at most half above the count', (_name, text) => {
    const long = text.repeat(20);
    const { bound } = estimateInput(asking(long), OVERHEAD);
    expect(bound).toBeGreaterThanOrEqual(countedByGpt4o(long));
    expect(bound).toBeLessThanOrEqual(1.5 * countedByGpt4o(long));
  });

  it.each([
    ['Russian', 'Кто прерывает ответ, платит только за то, что уже было получено. '],
    ['Chinese', '中断回答的人只需为已经收到的内容付费，不多也不少。'],
  ])('%s leaves room for an answer by its usual size', (_name, text) => {
    const long = text.repeat(40);
    const { usual, bound } = estimateInput(asking(long), OVERHEAD);
    expect(usual).toBeGreaterThanOrEqual(countedByGpt4o(long));
    expect(usual).toBeLessThan(bound);
  });
});
