import type { GatewayError } from '@tollgate/contract/errors';
import { parseChatRequest } from './parse-chat.ts';

const USER = { role: 'user', content: 'hi' };

function refusal(body: unknown): { code: string; param: string | null } {
  try {
    parseChatRequest(body);
  } catch (error) {
    const { code, param } = error as GatewayError;
    return { code, param };
  }
  throw new Error('the request was taken');
}
const withFields = (fields: object): unknown => ({ model: 'm', messages: [USER], ...fields });

test('takes what official clients send', () => {
  const body = withFields({
    stream: true,
    stream_options: { include_usage: true },
    max_tokens: null,
    temperature: 0.5,
    tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }],
    tool_choice: { type: 'function', function: { name: 'f' } },
    messages: [
      { role: 'system', content: [{ type: 'text', text: 's' }] },
      USER,
      {
        role: 'assistant',
        content: null,
        refusal: null,
        annotations: [],
        tool_calls: [
          {
            id: 'c',
            type: 'function',
            function: { name: 'f', arguments: '{}' },
            extra_content: { google: {} },
          },
        ],
        reasoning_content: 'r',
        extra_content: { anthropic: { content: [] } },
      },
      { role: 'tool', tool_call_id: 'c', content: 'result' },
    ],
  });
  expect(parseChatRequest(body)).toBe(body);
});

test.each([
  ['C01', null],
  ['C01', []],
  ['C01', 'x'],
  ['C01', 1],
])('%s refuses a body that is %j', (_id, body) => {
  expect(refusal(body).code).toBe('invalid_request');
});

test.each<[string, object, string]>([
  ['C11', { max_tokens: 0 }, 'max_tokens'],
  ['C11', { max_tokens: -1 }, 'max_tokens'],
  ['C11', { max_tokens: 1.5 }, 'max_tokens'],
  ['C11', { max_tokens: '5' }, 'max_tokens'],
  ['C11', { max_tokens: true }, 'max_tokens'],
  ['C11', { max_tokens: 2_147_483_648 }, 'max_tokens'],
  ['C15', { model: '' }, 'model'],
  ['C15', { model: { $ne: 1 } }, 'model'],
  ['C16', { messages: [] }, 'messages'],
  ['C16', { messages: [{ role: 'root', content: 'x' }] }, 'messages[0]'],
  ['C16', { messages: [USER, { role: 'user', content: 5 }] }, 'messages[1].content'],
  ['C16', { messages: [{ role: 'tool', content: 'x' }] }, 'messages[0].tool_call_id'],
  ['C16', { messages: [{ content: 'x' }] }, 'messages[0]'],
  ['C16', { messages: [USER, { role: 'assistant' }, USER] }, 'messages[1].content'],
  ['C16', { messages: [{ role: 'assistant', content: null, tool_calls: [] }] }, 'messages[0]'],
  ['C19', { stream: 'true' }, 'stream'],
  ['C19', { stream_options: { include_usage: true } }, 'stream_options'],
  ['C25', { temperature: 1e308 }, 'temperature'],
  ['C25', { n: 129 }, 'n'],
])('%s refuses %j and names %s', (_id, fields, param) => {
  const { code, param: named } = refusal(withFields(fields));
  expect(code).toBe('invalid_request');
  expect(named).toContain(param);
});

test.each<[object, string]>([
  [{ api_base: 'http://evil' }, 'api_base'],
  [{ extra_headers: {} }, 'extra_headers'],
  [{ hasOwnProperty: 1 }, 'hasOwnProperty'],
  [{ messages: [{ ...USER, api_key: 'x' }] }, 'messages[0].api_key'],
])('C13 refuses the unknown field of %j', (fields, param) => {
  expect(refusal(withFields(fields))).toEqual({ code: 'unsupported_parameter', param });
});

test.each(['http://169.254.169.254/', 'file:///etc/passwd', 'https://example.com/a.png'])(
  'C17 refuses the image address %s',
  (url) => {
    const content = [{ type: 'image_url', image_url: { url } }];
    expect(refusal(withFields({ messages: [{ role: 'user', content }] })).code).toBe(
      'invalid_request',
    );
  },
);
