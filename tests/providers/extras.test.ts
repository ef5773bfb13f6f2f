import type { ChatRequest } from '@tollgate/contract/chat';
import { checkChatRequest } from '@tollgate/providers/contract/check-contract';
import { mapperFor } from '@tollgate/providers/engine/mapper-for';
import { LINES } from './cells.ts';
import { lineFor, refusalOf } from './strict-provider.ts';

/** Where each family's wire takes them, and what it calls `top_k`. */
const PLACES: Readonly<Record<string, (body: Body) => unknown>> = {
  openai: (body) => body['top_k'],
  'openai-compatible': (body) => body['top_k'],
  'openai-responses': (body) => body['top_k'],
  deepseek: (body) => body['top_k'],
  anthropic: (body) => body['top_k'],
  google: (body) => (body['generationConfig'] as Body)['topK'],
  ollama: (body) => (body['options'] as Body)['top_k'],
  bedrock: (body) => (body['additionalModelRequestFields'] as Body)['top_k'],
};
type Body = Readonly<Record<string, unknown>>;

const ASKED: ChatRequest = {
  model: 'm',
  messages: [{ role: 'user', content: 'Hello.' }],
  max_completion_tokens: 4_000,
};
const lines = Object.entries(LINES).flatMap(([id, models]) =>
  id === 'sandbox' ? [] : models.map((model) => [id, model] as const),
);

describe.each(lines)('extra parameters to %s %s', (id, model) => {
  const { family, endpoint, contract } = lineFor(id, model);
  const credential = { api_key: 'k' };
  const wireOf = (request: ChatRequest, stream: boolean): Body => {
    if (family.chat === undefined) throw new Error('the family does not chat');
    const mapper = mapperFor(family.chat, request, { family, endpoint, credential });
    return mapper.toWire(request, endpoint, stream) as Body;
  };

  test.each([false, true])('go as they came, where the wire has them (stream: %s)', (stream) => {
    const wire = wireOf({ ...ASKED, extra: { top_k: 5 } }, stream);
    expect(PLACES[id]?.(wire)).toBe(5);
  });

  test('never take the place of what the mapper writes', () => {
    const plain = wireOf(ASKED, true);
    const names = [...Object.keys(plain), 'maxOutputTokens', 'num_predict', 'num_ctx'];
    const wire = wireOf(
      { ...ASKED, extra: Object.fromEntries(names.map((name) => [name, 'taken'])) },
      true,
    );
    for (const [name, value] of Object.entries(plain)) {
      if (typeof value === 'object' && !Array.isArray(value)) {
        expect(wire[name]).toMatchObject(value as object);
      } else expect(wire[name]).toEqual(value);
    }
  });

  test('are refused by name where the contract does not have them', () => {
    const refusal = checkChatRequest(contract, { ...ASKED, extra: { a_knob: 1 } });
    expect(refusal).toEqual({
      param: 'a_knob',
      message: expect.stringContaining('Leave it out') as string,
    });
    const inherited = checkChatRequest(contract, { ...ASKED, extra: { constructor: 1 } });
    expect(inherited?.param).toBe('constructor');
  });
});

test.each([
  ['google', 'gemini-2.5-flash'],
  ['ollama', 'llama3.2'],
])('%s has top_k by itself, and the provider takes it', async (id, model) => {
  const line = lineFor(id, model);
  const asked = { ...ASKED, extra: { top_k: 40 } };
  expect(checkChatRequest(line.contract, asked)).toBeNull();
  expect(await refusalOf(line, asked)).toBeNull();
  expect(checkChatRequest(line.contract, { ...ASKED, extra: { top_k: 1.5 } })?.param).toBe('top_k');
});
