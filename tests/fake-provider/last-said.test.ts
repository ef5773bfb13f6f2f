import { lastUserText as bySay } from './anthropic/request.ts';
import { lastUserText as byConverse } from './bedrock/converse-request.ts';
import { lastUserText as byGenerate } from './google/turns.ts';
import { lastUserText as byOllama } from './ollama/chat-request.ts';
import { lastUserText as byChat } from './openai/chat-request.ts';
import { lastUserText as byResponses } from './openai/responses-request.ts';

const text = { type: 'text', text: 'of the tool' };
const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } };
const asked = { role: 'user', content: 'asked' };
const result = { role: 'tool', tool_call_id: 'a', content: 'done' };

/** On each wire: a question, a result, and behind it a picture with a text or a text alone. */
const WIRES: readonly [string, (body: unknown) => string, (isPicture: boolean) => unknown][] = [
  [
    'chat completions',
    byChat,
    (is) => ({
      messages: [asked, result, { role: 'user', content: is ? [text, picture] : [text] }],
    }),
  ],
  [
    'responses',
    byResponses,
    (is) => ({
      input: [
        asked,
        { type: 'function_call_output', call_id: 'a', output: 'done' },
        {
          role: 'user',
          content: [
            { type: 'input_text', text: text.text },
            ...(is ? [{ type: 'input_image', image_url: 'data:image/png;base64,AA==' }] : []),
          ],
        },
      ],
    }),
  ],
  [
    'messages',
    bySay,
    (is) => ({
      messages: [
        asked,
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'a', content: 'done' },
            text,
            ...(is ? [{ type: 'image', source: {} }] : []),
          ],
        },
      ],
    }),
  ],
  [
    'Converse',
    byConverse,
    (is) => ({
      messages: [
        { role: 'user', content: [{ text: 'asked' }] },
        {
          role: 'user',
          content: [{ toolResult: {} }, { text: text.text }, ...(is ? [{ image: {} }] : [])],
        },
      ],
    }),
  ],
  [
    'Gemini',
    byGenerate,
    (is) => ({
      contents: [
        { role: 'user', parts: [{ text: 'asked' }] },
        { role: 'user', parts: [{ functionResponse: {} }] },
        { role: 'user', parts: [{ text: text.text }, ...(is ? [{ inlineData: {} }] : [])] },
      ],
    }),
  ],
  [
    'Ollama',
    byOllama,
    (is) => ({
      messages: [
        asked,
        result,
        { role: 'user', content: text.text, ...(is ? { images: ['AA=='] } : {}) },
      ],
    }),
  ],
];

describe.each(WIRES)('the last word of the user on %s', (_name, lastOf, bodyOf) => {
  it('is not the message behind results that has their picture', () => {
    expect(lastOf(bodyOf(true))).toBe('asked');
  });

  it('is the message behind results that has none', () => {
    expect(lastOf(bodyOf(false))).toBe('of the tool');
  });
});
