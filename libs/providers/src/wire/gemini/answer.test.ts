import type { MappedEvent, Endpoint } from '../../adapter/adapter.ts';
import { createChatStream } from './stream.ts';
import { fromWireReply } from './response.ts';
import { usageFromWire } from './usage.ts';

const TARGET: Endpoint = {
  family: 'google',
  provider: 'google',
  upstreamModel: 'gemini-2.5-flash',
  baseUrl: 'https://api.example.com/v1beta',
};

function run(...events: (object | string)[]): MappedEvent[] {
  const mapper = createChatStream(TARGET);
  const mapped = events.flatMap((event) =>
    mapper.push({ type: null, data: typeof event === 'string' ? event : JSON.stringify(event) }),
  );
  return [...mapped, ...mapper.end()];
}

function reply(parts: unknown, more: object = {}): object {
  return { candidates: [{ content: { parts }, ...more }], responseId: 'r' };
}

const piece = (more: object): object => reply([{ functionCall: more }]);
const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('what is no answer', () => {
  it.each([
    ['nothing', []],
    ['no JSON', ['{"candidates":[']],
    ['a number', ['7']],
    ['no candidates', [{}]],
    ['candidates that are no list', [{ candidates: 'x' }]],
    ['parts that are no list', [reply('x')]],
    ['text that is an object', [reply([{ text: { a: 1 } }])]],
    ['no finish reason', [reply([{ text: 'a' }])]],
    ['a huge index', [reply([{ text: 'a' }], { index: 1e6 })]],
    ['a negative index', [reply([{ text: 'a' }], { index: -1 })]],
    ['a call without a name', [reply([{ functionCall: { args: {} } }])]],
    [
      'too many calls',
      [reply(Array.from({ length: 200 }, () => ({ functionCall: { name: 'f' } })))],
    ],
    ['no sense in arguments', [piece({ partialArgs: [{ jsonPath: '$.a', stringValue: 'x' }] })]],
    [
      'endless nesting',
      [
        `{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":{"a":${nested(90_000)}}}}]}}]}`,
      ],
    ],
    ['a failure of its own', [reply([], { finishReason: 'MALFORMED_FUNCTION_CALL' })]],
    ['an unknown end without a word', [reply([], { finishReason: 'OTHER' })]],
  ] as [string, (object | string)[]][])('%s is a failure', (_name, events) => {
    const last = run(...events).at(-1);
    expect(last).toMatchObject({ kind: 'failure', failure: { kind: 'malformed' } });
  });

  it.each([[[]], [[{ text: 'a' }]]])('what stops for a request to go on is cut: %j', (parts) => {
    const cut = reply(parts, { finishReason: 'CONTINUATION', continuationToken: 't' });
    expect(fromWireReply(cut, TARGET)).toMatchObject({ choices: [{ finish_reason: 'length' }] });
    expect(JSON.stringify(run(cut))).toContain('"finish_reason":"length"');
  });

  it('a call that the model could not write down is told with the reason of the provider', () => {
    const end = { finishReason: 'MALFORMED_FUNCTION_CALL', finishMessage: 'Malformed: f(' };
    expect(run(reply([], end)).at(-1)).toMatchObject({
      failure: {
        message: 'The provider failed to finish its answer: MALFORMED_FUNCTION_CALL: Malformed: f(',
      },
    });
  });

  it.each([
    ['', 'x'],
    ['$', 'x'],
    ['$.a[5]', 'x'],
    ['$.a[999999]', 'x'],
    ['$..a', 'x'],
    ['$.a.b', 'x'],
    [`$${'.a'.repeat(100)}`, 'x'],
  ])('the path %j leads nowhere', (jsonPath, stringValue) => {
    const first = { name: 'f', partialArgs: [{ jsonPath: '$.a', stringValue: 'text' }] };
    const events = [
      piece({ ...first, willContinue: true }),
      piece({ partialArgs: [{ jsonPath, stringValue }] }),
    ];
    expect(run(...events).at(-1)).toMatchObject({ kind: 'failure' });
  });

  it('no name in a path reaches a prototype', () => {
    const partialArgs = [
      { jsonPath: '$.__proto__.polluted', boolValue: true },
      { jsonPath: "$['constructor']", stringValue: 'x' },
    ];
    const events = run(piece({ name: 'f', partialArgs }), reply([], { finishReason: 'STOP' }));
    expect(JSON.stringify(events)).toContain(
      '{\\"__proto__\\":{\\"polluted\\":true},\\"constructor\\":\\"x\\"}',
    );
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('an error in a reply of status 200 is one', () => {
    const body = { error: { code: 429, message: 'Slow down', status: 'RESOURCE_EXHAUSTED' } };
    expect(() => fromWireReply(body, TARGET)).toThrow('limiting the rate');
    expect(run(body)).toMatchObject([{ kind: 'failure', failure: { kind: 'rate_limited' } }]);
  });
});

it('a stream of Google tells its counts as it goes', () => {
  const mapper = createChatStream(TARGET);
  const push = (event: object) => mapper.push({ type: null, data: JSON.stringify(event) });
  expect(mapper.state()).toBe('open');
  push(reply([{ text: 'a' }]));
  expect(mapper.state()).toBe('open');
  push(reply([{ text: 'b' }], { finishReason: 'STOP' }));
  expect(mapper.state()).toBe('answered');
  mapper.end();
  expect(mapper.state()).toBe('closed');
});

describe('usage', () => {
  it.each([
    [{ promptTokenCount: 10, candidatesTokenCount: 3, thoughtsTokenCount: 4 }, [10, 0, 3, 4]],
    [{ promptTokenCount: 10, cachedContentTokenCount: 6, candidatesTokenCount: 3 }, [4, 6, 3, 0]],
    [{ promptTokenCount: 10, cachedContentTokenCount: 60 }, [0, 10, 0, 0]],
    [{ promptTokenCount: 10, toolUsePromptTokenCount: 5, candidatesTokenCount: 1 }, [15, 0, 1, 0]],
    [{ promptTokenCount: 10, thoughtsTokenCount: 2, totalTokenCount: 15 }, [10, 0, 3, 2]],
    [{ promptTokenCount: 0 }, [0, 0, 0, 0]],
  ])('%j', (reported, [input, cacheRead, output, reasoning]) => {
    expect(usageFromWire(reported).usage).toEqual({
      input,
      cache_read: cacheRead,
      cache_write: 0,
      output,
      reasoning,
    });
  });

  it.each([
    undefined,
    null,
    'many',
    {},
    { trafficType: 'ON_DEMAND' },
    { promptTokenCount: -1 },
    { promptTokenCount: '7' },
    { promptTokenCount: 1.5 },
    { promptTokenCount: 1e18 },
    { promptTokenCount: 1, candidatesTokenCount: -2 },
    { promptTokenCount: 1, cachedContentTokenCount: 'x' },
  ])('%j is none', (reported) => {
    expect(usageFromWire(reported).usage).toBeNull();
  });
});
