import type { ChatRequest } from '@tollgate/contract/chat';
import { toChatRequest } from '@tollgate/inference/responses/chat-request';
import { unknownRefusal } from '@tollgate/providers/contract/extensions';
import { mapperFor } from '@tollgate/providers/engine/mapper-for';
import { toConversation } from '@tollgate/structure/conversation';
import { chatBody, responsesBody } from '@tollgate/structure/kept-body';
import { parseChatRequest } from '@tollgate/structure/parse-chat';
import { parseResponsesRequest } from '@tollgate/structure/parse-responses';
import { plainChatRequest } from '@tollgate/structure/plain-chat';
import { LINES, PIXEL } from './cells.ts';
import { lineFor } from './strict-provider.ts';

type Json = Record<string, unknown>;

const TOOL = { type: 'function', function: { name: 'f', parameters: { type: 'object' } } };
const CALL = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } };
const chat = (): Json => ({
  model: 'm',
  max_completion_tokens: 4_000,
  messages: [
    { role: 'system', content: [{ type: 'text', text: 'rules' }] },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Hi.' },
        { type: 'image_url', image_url: { url: PIXEL } },
      ],
    },
    { role: 'assistant', content: 'Yes.', tool_calls: [structuredClone(CALL)] },
    { role: 'tool', tool_call_id: 'c', content: [{ type: 'text', text: 'x' }] },
    { role: 'user', content: 'Go on.' },
  ],
  tools: [structuredClone(TOOL), { type: 'custom', custom: { name: 'g' } }],
  tool_choice: { type: 'function', function: { name: 'f' } },
  response_format: { type: 'json_schema', json_schema: { name: 'a', schema: { type: 'object' } } },
});
const responses = (): Json => ({
  model: 'm',
  max_output_tokens: 4_000,
  reasoning: { effort: 'low' },
  text: { format: { type: 'json_schema', name: 'a', schema: { type: 'object' } } },
  tools: [
    { type: 'function', name: 'f', parameters: { type: 'object' } },
    { type: 'custom', name: 'g' },
  ],
  input: [
    { role: 'system', content: [{ type: 'input_text', text: 'rules' }] },
    {
      role: 'user',
      content: [
        { type: 'input_text', text: 'Hi.' },
        { type: 'input_image', image_url: PIXEL },
      ],
    },
    { role: 'assistant', content: [{ type: 'output_text', text: 'Yes.' }] },
    { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
    {
      type: 'function_call_output',
      call_id: 'c',
      output: [{ type: 'input_text', text: 'x' }],
    },
    { role: 'user', content: 'Go on.' },
  ],
});

const CHAT_PLACES = [
  '',
  'messages[0]',
  'messages[0].content[0]',
  'messages[1]',
  'messages[1].content[0]',
  'messages[1].content[1]',
  'messages[1].content[1].image_url',
  'messages[2]',
  'messages[2].tool_calls[0]',
  'messages[2].tool_calls[0].function',
  'messages[3]',
  'messages[3].content[0]',
  'tools[0]',
  'tools[0].function',
  'tools[1]',
  'tool_choice',
  'tool_choice.function',
  'response_format',
  'response_format.json_schema',
];
const RESPONSES_PLACES = [
  '',
  'reasoning',
  'text',
  'text.format',
  'tools[0]',
  'tools[1]',
  'input[0]',
  'input[0].content[0]',
  'input[1]',
  'input[1].content[0]',
  'input[1].content[1]',
  'input[2]',
  'input[2].content[0]',
  'input[3]',
  'input[4]',
  'input[4].output[0]',
  'input[5]',
];

const VALUE = { level: [1, { deep: true }] };

function at(body: Json, path: string): Json {
  const steps = path === '' ? [] : path.replaceAll(/\[(\d+)\]/gu, '.$1').split('.');
  return steps.reduce<Json>((value, step) => value[step] as Json, body);
}

/** The body with an unknown member in one place. */
function withNovelty(body: Json, path: string): Json {
  at(body, path)['novelty'] = VALUE;
  return body;
}

const asChat = (body: unknown): ChatRequest => plainChatRequest(parseChatRequest(body));
function asResponses(body: unknown): ChatRequest {
  const asked = parseResponsesRequest(body);
  return plainChatRequest(toChatRequest(asked, toConversation(asked).messages));
}

function wireOf(id: string, model: string, request: ChatRequest): Json {
  const { family, endpoint } = lineFor(id, model);
  if (family.chat === undefined) throw new Error('the family does not chat');
  const mapper = mapperFor(family.chat, request, { family, endpoint, credential: {} });
  return JSON.parse(JSON.stringify(mapper.toWire(request, endpoint, false))) as Json;
}

/** Where a document holds the unknown member. */
function placesOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    if (name === 'novelty') return [`${path}=${JSON.stringify(member)}`];
    const here = Array.isArray(value) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`;
    return placesOf(member, here);
  });
}

const placed = (path: string): string[] => [`${path}=${JSON.stringify(VALUE)}`];

describe('an unknown member of chat completions', () => {
  test.each(CHAT_PLACES)('at "%s" goes where it came from', (path) => {
    const request = asChat(withNovelty(chat(), path));
    const param = path === '' ? 'novelty' : `${path}.novelty`;
    expect(request.unknown).toEqual({
      route: 'chat_completions',
      fields: [{ param, value: VALUE }],
    });
    expect(placesOf(wireOf('openai', 'gpt-5', request))).toEqual(placed(path));
    expect(placesOf(wireOf('openai-compatible', 'any-model', request))).toEqual(placed(path));
  });

  test.each(CHAT_PLACES)('at "%s" is the same behind a body that was kept', (path) => {
    const parsed = parseChatRequest(withNovelty(chat(), path));
    const again = parseChatRequest(JSON.parse(JSON.stringify(chatBody(parsed))));
    expect(again).toEqual(parsed);
    const wires = [parsed, again].map((one) => wireOf('openai', 'gpt-5', plainChatRequest(one)));
    expect(wires[1]).toEqual(wires[0]);
  });
});

describe('an unknown member of Responses', () => {
  test.each(RESPONSES_PLACES)('at "%s" goes where it came from', (path) => {
    const request = asResponses(withNovelty(responses(), path));
    for (const [id, model] of [
      ['openai', 'gpt-5'],
      ['openai', 'gpt-5.2-codex'],
      ['openai-responses', 'gpt-5.2'],
    ] as const) {
      expect(placesOf(wireOf(id, model, request))).toEqual(placed(path));
    }
  });

  test.each(RESPONSES_PLACES)('at "%s" is the same behind a body that was kept', (path) => {
    const parsed = parseResponsesRequest(withNovelty(responses(), path));
    const again = parseResponsesRequest(JSON.parse(JSON.stringify(responsesBody(parsed))));
    expect(again).toEqual(parsed);
    const body = withNovelty(responses(), path);
    const kept = JSON.parse(JSON.stringify(responsesBody(parsed))) as unknown;
    const wires = [body, kept].map((one) => wireOf('openai', 'gpt-5', asResponses(one)));
    expect(wires[1]).toEqual(wires[0]);
  });
});

const PART = { type: 'novel_piece', words: 'x', level: { a: 1 } };

test('parts and items of unknown types go where they came from', () => {
  const asked = chat();
  at(asked, 'messages[1]')['content'] = [PART, { type: 'text', text: 'Hi.' }];
  const wire = wireOf('openai', 'gpt-5', asChat(asked));
  expect(at(wire, 'messages[1].content[0]')).toEqual(PART);
  const input = responses();
  (input['input'] as unknown[]).splice(1, 0, PART);
  at(input, 'input[2]')['content'] = [PART];
  at(input, 'input[3]')['content'] = [PART];
  const { input: items } = wireOf('openai', 'gpt-5', asResponses(input)) as { input: Json[] };
  expect([items[1], items[2]?.['content'], items[3]?.['content']]).toEqual([PART, [PART], [PART]]);
});

describe('other targets', () => {
  const OTHERS = Object.entries(LINES).flatMap(([id, models]) =>
    ['google', 'anthropic', 'ollama', 'bedrock'].includes(id)
      ? models.map((model) => [id, model] as const)
      : [],
  );

  test.each(OTHERS)(
    '%s %s refuses an unknown field by its path and leaves hints out',
    (id, model) => {
      const line = lineFor(id, model);
      for (const [request, path] of [
        [asChat(withNovelty(chat(), 'messages[1].content[0]')), 'messages[1].content[0].novelty'],
        [asResponses(withNovelty(responses(), 'tools[0]')), 'tools[0].novelty'],
      ] as const) {
        expect(unknownRefusal(line, request)).toMatchObject({
          param: path,
          message: `This model does not support ${path}. Leave it out, or ask a model whose provider has it.`,
        });
        expect(JSON.stringify(wireOf(id, model, request))).not.toContain('novelty');
      }
      const hinted = chat();
      at(hinted, 'messages[1].content[0]')['prompt_cache_breakpoint'] = { mode: 'explicit' };
      expect(unknownRefusal(line, asChat(hinted))).toBeNull();
    },
  );

  test('an extension of one interface is none of the other', () => {
    const toChat = asChat(withNovelty(chat(), 'messages[0]'));
    const toResponses = asResponses(withNovelty(responses(), 'input[0]'));
    const refusal = { isUnknown: true };
    expect(unknownRefusal(lineFor('openai', 'gpt-5.2-codex'), toChat)).toMatchObject(refusal);
    expect(unknownRefusal(lineFor('openai-responses', 'gpt-5.2'), toChat)).toMatchObject(refusal);
    expect(unknownRefusal(lineFor('openai-compatible', 'm'), toResponses)).toMatchObject(refusal);
    expect(unknownRefusal(lineFor('openai', 'gpt-5'), toChat)).toBeNull();
    expect(unknownRefusal(lineFor('openai', 'gpt-4o'), toResponses)).toBeNull();
  });
});
