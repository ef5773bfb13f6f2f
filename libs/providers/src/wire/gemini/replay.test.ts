import type { AssistantMessage, ChatRequest, ToolCall } from '@tollgate/contract/chat';
import { createAnswerAccumulator } from '../../adapter/accumulate.ts';
import type { MappedAnswer, Endpoint } from '../../adapter/adapter.ts';
import { google } from '../../google/index.ts';
import type { WirePart, WireRequest } from './types.ts';

const MODEL = 'gemini-3-flash-preview';
const ENDPOINT: Endpoint = {
  family: 'google',
  provider: 'google',
  upstreamModel: MODEL,
  baseUrl: 'https://api.example.com/v1beta',
};
const { chat, foreignContent } = google;
if (chat === undefined || foreignContent === undefined) throw new TypeError('not complete');

const unsigned = ({ extra_content: _lost, ...made }: ToolCall): ToolCall => made;

/** Every part as an event of its own, or all in one reply. */
function answered(parts: WirePart[], isStream: boolean): MappedAnswer {
  const replies = isStream ? parts.map((part) => [part]) : [parts];
  const events = replies.map((some, position) => ({
    candidates: [
      {
        content: { role: 'model', parts: some },
        ...(position === replies.length - 1 ? { finishReason: 'STOP' } : {}),
      },
    ],
    responseId: 'r',
    usageMetadata: { promptTokenCount: 1 },
  }));
  if (!isStream) return chat?.fromWire(events[0], ENDPOINT) as MappedAnswer;
  const mapper = chat?.stream(ENDPOINT);
  const accumulator = createAnswerAccumulator();
  for (const event of events) {
    accumulator.push(mapper?.push({ type: null, data: JSON.stringify(event) }) ?? []);
  }
  accumulator.push(mapper?.end() ?? []);
  return accumulator.answer();
}

/**
 * The next request, when a caller appends our answer and a result for each call, the last first.
 */
function next(answer: MappedAnswer): { request: ChatRequest; wire: WireRequest } {
  const message = answer.choices[0]?.message as AssistantMessage;
  const results = (message.tool_calls ?? []).map(({ id }, path) => ({
    role: 'tool' as const,
    tool_call_id: id,
    content: `result ${path}`,
  }));
  const request: ChatRequest = {
    model: MODEL,
    messages: [{ role: 'user', content: 'x' }, message, ...results.toReversed()],
  };
  return { request, wire: chat?.toWire(request, ENDPOINT, false) as WireRequest };
}

const call = (name: string, more: object = {}): WirePart => ({
  functionCall: { name, args: { a: [1, { b: 'ß' }] }, ...more },
});
const LOOPS: [name: string, parts: WirePart[]][] = [
  ['text', [{ text: 'a' }]],
  ['text with a signature', [{ text: 'a', thoughtSignature: 'c2ln' }]],
  ['a signature in front, text behind', [{ text: 'a', thoughtSignature: 'c2ln' }, { text: 'b' }]],
  ['a signature on an empty part', [{ text: 'a' }, { text: '', thoughtSignature: 'c2lnK1/=' }]],
  ['a signed thought', [{ text: 'hm', thought: true, thoughtSignature: 's' }, { text: 'a' }]],
  ['a signed call', [{ ...call('f'), thoughtSignature: 'c2ln' }]],
  ['a call with an id', [{ ...call('f', { id: 'x1' }), thoughtSignature: 'c2ln' }]],
  ['calls, the first one signed', [{ ...call('f'), thoughtSignature: 's' }, call('f'), call('g')]],
  [
    'calls in steps',
    [
      { ...call('f'), thoughtSignature: 's' },
      { ...call('g'), thoughtSignature: 't' },
    ],
  ],
  ['text, then a call', [{ text: 'a' }, { ...call('f'), thoughtSignature: 's' }]],
  ['a call, then text', [call('f'), { text: 'a' }]],
  ['text on both sides', [{ text: 'a' }, call('f'), { text: 'b' }]],
  ['one id twice', [{ ...call('f', { id: 'x' }), thoughtSignature: 's' }, call('f', { id: 'x' })]],
  [
    'tools of the provider',
    [
      { executableCode: { language: 'PYTHON', code: 'print(1)' } },
      { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1\n' } },
      { text: 'a' },
    ],
  ],
];

describe.each([
  ['whole', false],
  ['stream', true],
])('an answer comes back as it was: %s', (_name, isStream) => {
  it.each(LOOPS)('%s', (_case, parts) => {
    const answer = answered(parts, isStream);
    const { request, wire } = next(answer);
    expect(wire.contents[1]).toEqual({ role: 'model', parts });
    expect(foreignContent(request, ENDPOINT)).toBeNull();
    const calls = parts.map((part) => part['functionCall'] as { id?: string } | undefined);
    const made = calls.filter((one) => one !== undefined);
    const results = wire.contents[2]?.parts.map((part) => part['functionResponse']) ?? [];
    expect(results).toEqual(
      made.map((one, path) => ({
        ...(one.id === undefined ? {} : { id: one.id }),
        name: (one as { name?: string }).name,
        response: { output: `result ${path}` },
      })),
    );
    const ids = (answer.choices[0]?.message.tool_calls ?? []).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

it.each([
  ['gemini-2.5-flash', undefined],
  [MODEL, 'skip_thought_signature_validator'],
])('the first call of a turn whose signature is lost goes to %s with %s', (model, signature) => {
  const { request } = next(answered([{ ...call('f'), thoughtSignature: 's' }, call('g')], false));
  const messages = request.messages.map((message) =>
    message.role === 'assistant'
      ? { ...message, extra_content: null, tool_calls: message.tool_calls?.map(unsigned) ?? null }
      : message,
  );
  const endpoint = { ...ENDPOINT, upstreamModel: model };
  const { contents } = chat.toWire({ ...request, messages }, endpoint, false) as WireRequest;
  const signatures = contents[1]?.parts.map((part) => part['thoughtSignature']);
  expect(signatures).toEqual([signature, undefined]);
});

it('a call has the same id whole and streamed, and another one in another answer', () => {
  const [whole, streamed] = [false, true].map((isStream) => answered([call('f')], isStream));
  const idOf = (answer?: MappedAnswer) => answer?.choices[0]?.message.tool_calls?.[0]?.id;
  expect(idOf(whole)).toMatch(/^call_[0-9a-f]{24}$/u);
  expect(idOf(streamed)).toBe(idOf(whole));
  expect(idOf(answered([call('g')], false))).not.toBe(idOf(whole));
});

it('summaries of reasoning alone do not go back', () => {
  const answer = answered([{ text: 'hm', thought: true }, { text: 'a' }], false);
  expect(answer.choices[0]?.message.extra_content).toBeUndefined();
  expect(next(answer).wire.contents[1]?.parts).toEqual([{ text: 'a' }]);
});

describe('what is not of this model', () => {
  const signed = { google: { model: MODEL, parts: [{ text: 'a', thoughtSignature: 's' }] } };
  const faultOf = (message: object, model = MODEL) =>
    foreignContent(
      {
        model,
        messages: [
          { role: 'user', content: 'x' },
          { role: 'assistant', content: 'a', ...message },
        ],
      },
      { ...ENDPOINT, upstreamModel: model },
    );

  it('is refused, and the right model named', () => {
    expect(faultOf({ extra_content: signed })).toBeNull();
    const refusal = faultOf({ extra_content: signed }, 'gemini-2.5-flash');
    expect(refusal?.param).toBe('messages[1].extra_content');
    expect(refusal?.message).toContain(`google/${MODEL}`);
    const other = { anthropic: { model: 'claude-x', content: [] } };
    expect(faultOf({ extra_content: other })?.message).toContain('anthropic/claude-x');
  });

  it.each([
    ['no list', 'x'],
    ['an empty list', []],
    ['a link for the provider to fetch', [{ fileData: { fileUri: 'https://example.com' } }]],
    ['a small image', [{ inlineData: { mimeType: 'image/png', data: 'AAAA' } }]],
    ['a document', [{ inlineData: { mimeType: 'application/pdf', data: 'A'.repeat(9_000) } }]],
    ['a result', [{ functionResponse: { name: 'f', response: {} } }]],
    ['a call that tool_calls do not have', [call('f')]],
    ['a number', [7]],
  ])('parts with %s are refused', (_name, parts) => {
    const refusal = faultOf({ extra_content: { google: { model: MODEL, parts } } });
    expect(refusal?.param).toBe('messages[1].extra_content');
  });
});
