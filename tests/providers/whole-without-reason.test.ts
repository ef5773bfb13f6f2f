import type { Family, MappedAnswer } from '@tollgate/providers/adapter/adapter';
import { familyById } from '@tollgate/providers/families';

/** Whole answers that hold text and no reason for their end, by the wire of their family. */
const WITHOUT_REASON: readonly [string, string, object][] = [
  ['openai-compatible', 'm', { choices: [{ message: { role: 'assistant', content: 'Hello.' } }] }],
  [
    'anthropic',
    'claude-sonnet-4-5',
    { type: 'message', content: [{ type: 'text', text: 'Hello.' }], stop_reason: null },
  ],
  [
    'google',
    'gemini-2.5-flash',
    { candidates: [{ content: { role: 'model', parts: [{ text: 'Hello.' }] } }] },
  ],
  [
    'bedrock',
    'amazon.nova-pro-v1:0',
    { output: { message: { role: 'assistant', content: [{ text: 'Hello.' }] } } },
  ],
  ['ollama', 'llama', { message: { role: 'assistant', content: 'Hello.' } }],
  [
    'openai-responses',
    'gpt-5',
    {
      output: [
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hello.' }] },
      ],
    },
  ],
];

const EMPTY: readonly [string, string, object][] = [
  ['openai-compatible', 'm', { choices: [{ message: { role: 'assistant', content: null } }] }],
  ['anthropic', 'claude-sonnet-4-5', { type: 'message', content: [], stop_reason: null }],
  ['google', 'gemini-2.5-flash', { candidates: [{ content: { role: 'model' } }] }],
  ['bedrock', 'amazon.nova-pro-v1:0', { output: { message: { content: [] } } }],
  ['openai-responses', 'gpt-5', { output: [] }],
];

function read(id: string, upstreamModel: string, reply: object): MappedAnswer {
  const family = familyById(id) as Family;
  const endpoint = { family: id, provider: 'p', upstreamModel, baseUrl: 'https://example.com/v1' };
  const chat = family.chat;
  if (chat === undefined) throw new Error(`${id} has no chat`);
  return chat.fromWire(reply, endpoint);
}

test.each(WITHOUT_REASON)(
  'a whole answer of %s without a reason has stopped',
  (id, model, reply) => {
    const [choice] = read(id, model, reply).choices;
    expect([choice?.message.content, choice?.finish_reason]).toEqual(['Hello.', 'stop']);
  },
);

test.each(EMPTY)(
  'a whole answer of %s without content and reason is a failure',
  (id, model, reply) => {
    expect(() => read(id, model, reply)).toThrow();
  },
);
