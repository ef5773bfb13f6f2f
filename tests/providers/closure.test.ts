import * as fc from 'fast-check';
import { CLIENT_TOOL_TYPES } from '@tollgate/contract/client-tools';
import type { ChatMessageOut, ChatRequest } from '@tollgate/contract/chat';
import type { MessagesDocument } from '@tollgate/contract/messages';
import type { OutputItem, ResponsesRequest } from '@tollgate/contract/responses';
import { toMessagesDocument } from '@tollgate/inference/messages/messages-document';
import { toResponse } from '@tollgate/inference/responses/response-document';
import { MalformedReply } from '@tollgate/providers/adapter/adapter';
import type { Family, MappedAnswer, Endpoint } from '@tollgate/providers/adapter/adapter';
import { familyById } from '@tollgate/providers/families';
import { toConversation } from '@tollgate/structure/conversation';
import { toChatMessages } from '@tollgate/structure/messages-conversation';
import type { ThinkingOrRedacted } from '@tollgate/structure/messages-conversation';
import { parseChatRequest } from '@tollgate/structure/parse-chat';
import { parseMessagesRequest } from '@tollgate/structure/parse-messages';
import { parseResponsesRequest } from '@tollgate/structure/parse-responses';
import { plainChatRequest } from '@tollgate/structure/plain-chat';
import { unpackReplayData } from '@tollgate/structure/replay-data';

/**
 * Whatever a route has answered the same route takes back, for each wire: the answers are made by
 * the mappers out of arbitrary replies.
 */
const SEED = Number(process.env['SEED'] ?? fc.sample(fc.nat(), 1)[0]);
const RUNS = 300;
const USER = { role: 'user', content: 'Go on.' } as const;
const USAGE = { input: 1, output: 1 };

/** What a model may say, however little. */
interface Said {
  text: string | null;
  refusal: string | null;
  reasoning: string | null;
  signature: string | null;
  calls: { id: string; name: string; text: string }[];
  isCut: boolean;
}

const words = fc.constantFrom(null, '', ' ', 'Hm.');
const said: fc.Arbitrary<Said> = fc.record({
  text: words,
  refusal: fc.constantFrom(null, null, '', 'No.'),
  reasoning: words,
  signature: fc.constantFrom(null, 'c2lnbmF0dXJl'),
  calls: fc.uniqueArray(
    fc.record({
      id: fc.constantFrom('call_1', 'call_2', 'toolu_3'),
      name: fc.constantFrom('f', 'g', 'exec', ...CLIENT_TOOL_TYPES),
      text: fc.constantFrom(
        '',
        ' ',
        '{}',
        '{"a":1}',
        '{"a":"b',
        '["a"]',
        '"x"',
        'null',
        '{"commands":["ls"]}',
        '{"operation":{"type":"delete_file"}}',
        '{"query":"x"}',
      ),
    }),
    { selector: ({ id }) => id, maxLength: 3 },
  ),
  isCut: fc.boolean(),
});

type Json = Record<string, unknown>;
/** Tools of each kind that Responses know: what a model calls `f` or `g` is a function. */
const TOOLS = [
  { type: 'custom', name: 'exec' },
  ...CLIENT_TOOL_TYPES.map((type) => ({ type, execution: 'client' })),
];
const when = (is: unknown, more: Json): Json => (is === null || is === false ? {} : more);
const inputOf = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
};

const REPLIES: Readonly<Record<string, (one: Said) => Json>> = {
  chat: ({ text, refusal, reasoning, calls, isCut }) => ({
    choices: [
      {
        index: 0,
        finish_reason: isCut ? 'length' : calls.length > 0 ? 'tool_calls' : 'stop',
        message: {
          role: 'assistant',
          content: text,
          refusal,
          ...when(reasoning, { reasoning_content: reasoning }),
          ...when(calls.length > 0, {
            tool_calls: calls.map(({ id, name, text: given }) => ({
              id,
              type: 'function',
              function: { name, arguments: given },
            })),
          }),
        },
      },
    ],
  }),
  responses: ({ text, refusal, reasoning, calls, isCut }) => ({
    status: isCut ? 'incomplete' : 'completed',
    ...when(isCut, { incomplete_details: { reason: 'max_output_tokens' } }),
    output: [
      ...(reasoning === null
        ? []
        : [{ type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: reasoning || 'x' }]),
      ...(text === null && refusal === null
        ? []
        : [
            {
              type: 'message',
              id: 'msg_1',
              role: 'assistant',
              content: [
                ...(text === null ? [] : [{ type: 'output_text', text, annotations: [] }]),
                ...(refusal === null ? [] : [{ type: 'refusal', refusal }]),
              ],
            },
          ]),
      ...calls.map(({ id, name, text: given }) => ({
        type: 'function_call',
        id: `fc_${id}`,
        call_id: id,
        name,
        arguments: given,
      })),
    ],
  }),
  anthropic: ({ text, reasoning, signature, calls, isCut }) => ({
    type: 'message',
    role: 'assistant',
    content: [
      ...(reasoning === null ? [] : [{ type: 'thinking', thinking: reasoning, signature }]),
      ...(text === null ? [] : [{ type: 'text', text }]),
      ...calls.map(({ id, name, text: given }) => ({
        type: 'tool_use',
        id,
        name,
        input: inputOf(given),
      })),
    ],
    stop_reason: isCut ? 'max_tokens' : calls.length > 0 ? 'tool_use' : 'end_turn',
  }),
  google: ({ text, reasoning, signature, calls, isCut }) => ({
    candidates: [
      {
        content: {
          role: 'model',
          parts: [
            ...(reasoning === null ? [] : [{ text: reasoning, thought: true }]),
            ...(text === null ? [] : [{ text }]),
            ...calls.map(({ name, text: given }) => ({
              functionCall: { name, args: inputOf(given) },
              ...when(signature, { thoughtSignature: signature }),
            })),
          ],
        },
        finishReason: isCut ? 'MAX_TOKENS' : 'STOP',
      },
    ],
  }),
  bedrock: ({ text, reasoning, signature, calls, isCut }) => ({
    output: {
      message: {
        role: 'assistant',
        content: [
          ...(reasoning === null || signature === null
            ? []
            : [{ reasoningContent: { reasoningText: { text: reasoning, signature } } }]),
          ...(text === null ? [] : [{ text }]),
          ...calls.map(({ id, name, text: given }) => ({
            toolUse: { toolUseId: id, name, input: inputOf(given) },
          })),
        ],
      },
    },
    stopReason: isCut ? 'max_tokens' : calls.length > 0 ? 'tool_use' : 'end_turn',
  }),
  ollama: ({ text, reasoning, calls, isCut }) => ({
    model: 'm',
    message: {
      role: 'assistant',
      content: text ?? '',
      ...when(reasoning, { thinking: reasoning }),
      ...when(calls.length > 0, {
        tool_calls: calls.map(({ name, text: given }) => ({
          function: { name, arguments: inputOf(given) },
        })),
      }),
    },
    done: true,
    done_reason: isCut ? 'length' : 'stop',
  }),
};

const WIRES: [wire: string, family: string, model: string][] = [
  ['chat', 'openai', 'gpt-4o'],
  ['chat', 'openai-compatible', 'any-model'],
  ['chat', 'deepseek', 'deepseek-reasoner'],
  ['responses', 'openai', 'gpt-5.2-codex'],
  ['anthropic', 'anthropic', 'claude-sonnet-4-5'],
  ['anthropic', 'anthropic', 'claude-haiku-4-5'],
  ['google', 'google', 'gemini-2.5-flash'],
  ['bedrock', 'bedrock', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'],
  ['bedrock', 'bedrock', 'amazon.nova-lite-v1:0'],
  ['ollama', 'ollama', 'qwen3:8b'],
];

describe.each(WIRES)(`what came over %s, for %s %s, SEED=${SEED}`, (wire, id, model) => {
  const family = familyById(id) as Family;
  const endpoint: Endpoint = {
    family: id,
    provider: family.provider ?? 'any',
    upstreamModel: model,
    baseUrl: 'https://api.example.com',
  };
  const replyOf = REPLIES[wire] as (one: Said) => Json;

  /** Runs a property over every reply that the mapper takes. */
  function eachAnswer(check: (answer: MappedAnswer) => void): void {
    let taken = 0;
    fc.assert(
      fc.property(said, (one) => {
        const answer = mapped(replyOf(one));
        fc.pre(answer !== null);
        taken += 1;
        check(answer);
      }),
      { seed: SEED, numRuns: RUNS, maxSkipsPerRun: 20 },
    );
    expect(taken).toBeGreaterThan(0);
  }

  function mapped(reply: Json): MappedAnswer | null {
    try {
      return family.chat?.fromWire(reply, endpoint) ?? null;
    } catch (error) {
      if (error instanceof MalformedReply) return null;
      throw error;
    }
  }

  /** The model that gave an answer takes it back. */
  function assertTaken(request: ChatRequest): void {
    const plain = plainChatRequest(request);
    expect(family.foreignContent?.(plain, endpoint) ?? null).toBeNull();
    for (const stream of [false, true]) {
      expect(() => JSON.stringify(family.chat?.toWire(plain, endpoint, stream))).not.toThrow();
    }
  }

  test('is taken back by chat, whole, and as clients add up a stream', () => {
    eachAnswer(({ choices }) => {
      const message = choices[0]?.message as ChatMessageOut;
      for (const handed of [message, addedUp(message), withoutNulls(message)]) {
        const results = (message.tool_calls ?? []).map((call) => ({
          role: 'tool',
          tool_call_id: call.id,
          content: '',
        }));
        assertTaken(parseChatRequest({ model, messages: [USER, handed, ...results, USER] }));
      }
    });
  });

  test('is taken back by responses', () => {
    eachAnswer((answer) => {
      const plan = { opId: '019b76da-a800-7000-8000-000000000001', target: { publicId: 'p/m' } };
      const asked = { model, input: 'Hi.', tools: TOOLS };
      const whole = { ...plan, request: {}, asked } as unknown as Parameters<typeof toResponse>[0];
      const { output } = toResponse(whole, answer, { usage: USAGE, createdMs: 0 });
      const input = [USER, ...output, ...outputsOf(output), USER];
      const request = parseResponsesRequest({ model, input } as unknown as ResponsesRequest);
      assertTaken({ model, messages: toConversation(request).messages });
    });
  });

  test('is taken back by messages', () => {
    eachAnswer((answer) => {
      const plan = { opId: '019b76da-a800-7000-8000-000000000001', target: { publicId: 'p/m' } };
      const document = toMessagesDocument(
        plan as unknown as Parameters<typeof toMessagesDocument>[0],
        answer,
        { usage: USAGE },
      );
      const { content } = document;
      const results = resultsOf(content);
      const { asked } = parseMessagesRequest({
        model,
        max_tokens: 10,
        messages: [USER, { role: 'assistant', content }, { role: 'user', content: results }],
      });
      const { messages } = toChatMessages(asked, openedOf(asked));
      assertTaken({ model, messages });
    });
  });
});

/** As a client adds up the pieces of a stream: positions stay, and absent text is empty. */
function addedUp(message: ChatMessageOut): object {
  const { content, tool_calls: calls, ...rest } = message;
  return {
    ...rest,
    content: content ?? '',
    ...(calls === undefined
      ? {}
      : { tool_calls: calls.map((call, index) => ({ ...call, index })) }),
  };
}

function withoutNulls(message: object): object {
  return Object.fromEntries(Object.entries(message).filter(([, value]) => value !== null));
}

function outputsOf(items: readonly OutputItem[]): object[] {
  return items.flatMap((item): object[] => {
    if (!('call_id' in item)) return [];
    const { type, call_id: id } = item;
    const output = type === 'shell_call' ? [] : '';
    if (type === 'tool_search_call')
      return [{ type: 'tool_search_output', call_id: id, tools: [] }];
    return [{ type: `${type}_output`, call_id: id, output }];
  });
}

function resultsOf(content: MessagesDocument['content']): object[] {
  const results = content.flatMap((block) =>
    block.type === 'tool_use' ? [{ type: 'tool_result', tool_use_id: block.id, content: '' }] : [],
  );
  return [...results, { type: 'text', text: 'Go on.' }];
}

/** Opens what would be sealed for the caller. */
function openedOf({
  messages,
}: ReturnType<typeof parseMessagesRequest>['asked']): Map<
  ThinkingOrRedacted,
  ReturnType<typeof unpackReplayData>
> {
  const blocks = messages.flatMap(({ role, content }) =>
    role !== 'assistant' || typeof content === 'string' ? [] : content,
  );
  const opened = new Map<ThinkingOrRedacted, ReturnType<typeof unpackReplayData>>();
  for (const block of blocks) {
    if (block.type === 'thinking') opened.set(block, unpackReplayData(block.signature));
    if (block.type === 'redacted_thinking') opened.set(block, unpackReplayData(block.data));
  }
  return opened;
}
