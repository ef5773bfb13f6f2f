import type { CacheControl, ChatRequest } from '@tollgate/contract/chat';
import {
  checkMarksInBody,
  ownTtl,
  withOwnMarksInBody,
} from '@tollgate/providers/adapter/cache-marks';
import { checkChatRequest } from '@tollgate/providers/contract/check-contract';
import { shownContract } from '@tollgate/catalog/shown-contract';
import { fitToContract } from '@tollgate/providers/contract/fit-request';
import { lineFor, refusalOf } from './strict-provider.ts';
import type { Line } from './strict-provider.ts';

const MARK: CacheControl = { type: 'ephemeral' };
const HOUR: CacheControl = { type: 'ephemeral', ttl: '1h' };
const text = (words: string, mark?: CacheControl) => ({
  type: 'text' as const,
  text: words,
  ...(mark === undefined ? {} : { cache_control: mark }),
});
const tool = (name: string, mark?: CacheControl) => ({
  type: 'function' as const,
  function: { name, parameters: { type: 'object', properties: {} } },
  ...(mark === undefined ? {} : { cache_control: mark }),
});
const PIXEL = `data:image/png;base64,${'A'.repeat(40)}`;
const CALL = { id: 'c1', type: 'function' as const, function: { name: 'f', arguments: '{}' } };

const TOOLS = [tool('f'), tool('g', MARK)];
/** A mark in each kind of place, four in all. */
const MARKED: ChatRequest = {
  model: 'm',
  max_completion_tokens: 100,
  tools: TOOLS,
  messages: [
    { role: 'system', content: 'Rules.', cache_control: MARK },
    { role: 'user', content: [text('Look.'), { type: 'image_url', image_url: { url: PIXEL } }] },
    { role: 'assistant', content: null, tool_calls: [CALL] },
    { role: 'tool', tool_call_id: 'c1', content: [text('Done.', MARK)] },
    { role: 'user', content: [text('Go on.', { type: 'ephemeral', ttl: '5m' }), text('Now.')] },
  ],
};
const asks = (messages: ChatRequest['messages'], more: Partial<ChatRequest> = {}): ChatRequest => ({
  model: 'm',
  max_completion_tokens: 100,
  messages,
  ...more,
});

/** What goes out, as the plan makes it of what a caller sent. */
function wireOf(line: Line, request: ChatRequest): Record<string, unknown> {
  const sent = fitToContract(line.contract, request);
  expect(checkChatRequest(line.contract, sent)).toBeNull();
  expect(line.family.foreignContent?.(sent, line.endpoint) ?? null).toBeNull();
  return line.family.chat?.toWire(sent, line.endpoint, false) as Record<string, unknown>;
}
const taken = (line: Line, request: ChatRequest): Promise<string | null> =>
  refusalOf(line, fitToContract(line.contract, request));

const WHOLE = { responsesStreaming: false };
const CLAUDE = lineFor('anthropic', 'claude-sonnet-4-5');
const HOSTED = lineFor('bedrock', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0');
const ROUTED = lineFor('openai-compatible', 'anthropic/claude-sonnet-4.5', 'openrouter');

/** A line whose administrator has the gateway mark prompts. */
const marking = (line: Line, cacheTtl: '5m' | '1h'): Line => ({
  ...line,
  endpoint: { ...line.endpoint, cacheTtl },
});
const UNMARKED: ChatRequest = {
  model: 'm',
  max_completion_tokens: 100,
  tools: [tool('f')],
  messages: [
    { role: 'system', content: 'Rules.' },
    { role: 'user', content: 'Begin.' },
    { role: 'assistant', content: null, tool_calls: [CALL] },
    { role: 'tool', tool_call_id: 'c1', content: 'Done.' },
  ],
};

describe('a prompt without marks is marked by the gateway, where its model says so, for', () => {
  test('anthropic: behind the rules and at the last turn', async () => {
    const line = marking(CLAUDE, '1h');
    const { tools, system, messages } = wireOf(line, UNMARKED);
    expect(JSON.stringify(tools)).not.toContain('cache_control');
    expect(system).toEqual([{ type: 'text', text: 'Rules.', cache_control: HOUR }]);
    const turns = messages as { content: unknown }[];
    expect(JSON.stringify(turns.slice(0, -1))).not.toContain('cache_control');
    expect(turns.at(-1)?.content).toMatchObject([{ type: 'tool_result', cache_control: HOUR }]);
    expect(await taken(line, UNMARKED)).toBeNull();
  });

  test('bedrock: as points', async () => {
    const line = marking(HOSTED, '5m');
    const { system, messages } = wireOf(line, UNMARKED);
    const point = { cachePoint: { type: 'default' } };
    expect(system).toEqual([{ text: 'Rules.' }, point]);
    expect((messages as { content: unknown[] }[]).at(-1)?.content.at(-1)).toEqual(point);
    expect(await taken(line, UNMARKED)).toBeNull();
  });

  test.each([CLAUDE, HOSTED])('$family.id: not where a caller has set one mark', (line) => {
    expect(wireOf(marking(line, '5m'), MARKED)).toEqual(wireOf(line, MARKED));
  });

  test.each([CLAUDE, HOSTED])('$family.id: never on a text of blanks', async (line) => {
    const blank = asks([{ role: 'user', content: [text('Go.'), text(' ')] }]);
    expect(await taken(marking(line, '5m'), blank)).toBeNull();
  });

  test('messages whose body goes as it came, unless a block, a tool or the whole is marked', () => {
    const body = { system: 'Rules.', messages: [{ role: 'user', content: 'Begin.' }] };
    expect(withOwnMarksInBody(body, '5m')).toEqual({
      system: [{ type: 'text', text: 'Rules.', cache_control: MARK }],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Begin.', cache_control: MARK }] },
      ],
    });
    expect(withOwnMarksInBody(body, undefined)).toBe(body);
    const marked = [
      { ...body, cache_control: MARK },
      { ...body, tools: [{ name: 'f', cache_control: MARK }] },
      { ...body, system: [{ type: 'text', text: 'Rules.', cache_control: HOUR }] },
      {
        messages: [
          {
            role: 'user',
            content: [{ type: 'tool_result', tool_use_id: 'c1', content: [text('Done.', MARK)] }],
          },
        ],
      },
    ];
    for (const one of marked) expect(withOwnMarksInBody(one, '5m')).toBe(one);
    const blank = { messages: [{ role: 'user', content: ' ' }] };
    expect(withOwnMarksInBody(blank, '5m')).toEqual(blank);
  });

  test('the time is the default of the rule, where the rule allows it', () => {
    const ttlOf = (rule: object) =>
      ownTtl({ parameters: { cache_control: { supported: true, ...rule } } });
    expect(ttlOf({})).toBeUndefined();
    expect(ttlOf({ values: ['5m'], default: '5m' })).toBe('5m');
    expect(ttlOf({ values: ['5m'], default: '1h' })).toBeUndefined();
    expect(ttlOf({ supported: false, default: '5m' })).toBeUndefined();
    expect(ttlOf({ default: '2h' })).toBeUndefined();
  });
});

describe('marks of a body that goes as it came', () => {
  const bodyOf = (...marks: (CacheControl | { ttl: unknown } | undefined)[]) => {
    const [tool, within, outside, whole] = marks.map((mark) =>
      mark === undefined ? {} : { cache_control: mark },
    );
    const page = {
      type: 'document',
      source: { content: [{ type: 'text', text: 'x', ...within }] },
    };
    const fetched = { type: 'web_fetch_tool_result', content: { content: page }, ...outside };
    return {
      messages: [{ role: 'user', content: [fetched] }],
      tools: [{ name: 'f', input_schema: { properties: { cache_control: HOUR } }, ...tool }],
      ...whole,
    };
  };
  const refused = (rule: object, body: ReturnType<typeof bodyOf>): string | undefined =>
    checkMarksInBody({ parameters: { cache_control: { supported: true, ...rule } } }, body)?.param;
  const both = { values: ['5m', '1h'] };
  const WITHIN = 'messages[0].content[0].content.content.source.content[0].cache_control';

  test('have to be of a time that the price covers, at every depth', () => {
    expect(refused({ values: ['5m'] }, bodyOf(MARK, MARK, MARK, MARK))).toBeUndefined();
    expect(refused({ values: ['5m'] }, bodyOf(MARK, HOUR))).toBe(`${WITHIN}.ttl`);
    expect(refused({}, bodyOf(undefined, undefined, undefined, HOUR))).toBe('cache_control.ttl');
    expect(refused({ supported: false, ...both }, bodyOf(HOUR))).toBe('tools[0].cache_control.ttl');
    expect(refused(both, bodyOf(HOUR, HOUR, MARK))).toBeUndefined();
    expect(refused(both, bodyOf({ ttl: '2h' }))).toBe('tools[0].cache_control.ttl');
    expect(refused(both, bodyOf({ ttl: null }))).toBeUndefined();
  });

  test('stand in the order of the provider: an hour before five minutes', () => {
    expect(refused(both, bodyOf(MARK, HOUR))).toBe(`${WITHIN}.ttl`);
    expect(refused(both, bodyOf(undefined, MARK, HOUR))).toBe(
      'messages[0].content[0].cache_control.ttl',
    );
  });
});

describe('what is to be kept is marked on the wire of', () => {
  test('anthropic: on blocks, tools and system messages', async () => {
    const { tools, system, messages } = wireOf(CLAUDE, MARKED);
    expect(tools).toMatchObject([{ name: 'f' }, { name: 'g', cache_control: MARK }]);
    expect((tools as object[])[0]).not.toHaveProperty('cache_control');
    expect(system).toEqual([{ type: 'text', text: 'Rules.', cache_control: MARK }]);
    expect((messages as unknown[])[2]).toEqual({
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'c1',
          content: [{ type: 'text', text: 'Done.' }],
          cache_control: MARK,
        },
        { type: 'text', text: 'Go on.', cache_control: { type: 'ephemeral', ttl: '5m' } },
        { type: 'text', text: 'Now.' },
      ],
    });
    expect(await taken(CLAUDE, MARKED)).toBeNull();
  });

  test('bedrock: as a point behind what is marked', async () => {
    const { toolConfig, system, messages } = wireOf(HOSTED, MARKED);
    const point = { cachePoint: { type: 'default' } };
    const { tools } = toolConfig as { tools: object[] };
    expect(tools.map((member) => Object.keys(member)[0])).toEqual([
      'toolSpec',
      'toolSpec',
      'cachePoint',
    ]);
    expect(system).toEqual([{ text: 'Rules.' }, point]);
    expect((messages as unknown[])[2]).toEqual({
      role: 'user',
      content: [
        { toolResult: { toolUseId: 'c1', content: [{ text: 'Done.' }] } },
        point,
        { text: 'Go on.' },
        point,
        { text: 'Now.' },
      ],
    });
    expect(await taken(HOSTED, MARKED)).toBeNull();
  });

  test('a router, for models that tell of what went into a cache', async () => {
    const { tools, messages } = wireOf(ROUTED, MARKED);
    expect(tools).toMatchObject([{ type: 'function' }, { cache_control: MARK }]);
    expect(messages).toMatchObject([
      { role: 'system', content: [text('Rules.', MARK)] },
      { role: 'user' },
      { role: 'assistant' },
      { role: 'tool', content: [text('Done.', MARK)] },
      {
        role: 'user',
        content: [text('Go on.', { type: 'ephemeral', ttl: '5m' }), text('Now.')],
      },
    ]);
    expect(JSON.stringify((messages as object[])[0])).not.toMatch(/cache_control.*cache_control/u);
    expect(ROUTED.contract.dimensions).toContain('cache_write');
    expect(await taken(ROUTED, MARKED)).toBeNull();
  });

  test.each([
    [
      'an answer as a whole',
      asks([
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello.', cache_control: MARK },
        { role: 'user', content: 'Go on.' },
      ]),
    ],
    [
      'a part of an answer',
      asks([
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: [text('Hello.', MARK)] },
        { role: 'user', content: 'Go on.' },
      ]),
    ],
    [
      'an image',
      asks([
        {
          role: 'user',
          content: [
            { type: 'image_url', image_url: { url: PIXEL }, cache_control: MARK },
            text('What is it?'),
          ],
        },
      ]),
    ],
    ['a question as a whole', asks([{ role: 'user', content: 'Hi', cache_control: MARK }])],
  ])('once for %s', async (_what, request) => {
    for (const line of [CLAUDE, HOSTED, ROUTED]) {
      const wire = JSON.stringify(wireOf(line, request));
      expect(wire.match(/"cache_control"|"cachePoint"/gu)).toHaveLength(1);
      expect(await taken(line, request)).toBeNull();
    }
  });

  test('nobody, where all of the text is blanks', async () => {
    const request = asks([
      { role: 'system', content: [text('Rules.'), text(' ', MARK)] },
      { role: 'user', content: 'Hi' },
    ]);
    for (const line of [CLAUDE, HOSTED, ROUTED]) {
      expect(JSON.stringify(wireOf(line, request))).not.toMatch(/cache_control|cachePoint/u);
      expect(await taken(line, request)).toBeNull();
    }
  });
});

describe('content that goes back as it came', () => {
  const kept = (line: Line, blocks: object[], more: object = {}): ChatRequest => {
    const id = line.endpoint.family;
    const extra_content = { [id]: { model: line.endpoint.upstreamModel, content: blocks } };
    return asks([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello.', extra_content, ...more },
      { role: 'user', content: 'Go on.' },
    ]);
  };
  const BLOCKS = [
    { type: 'text', text: 'Hello.' },
    { type: 'redacted_thinking', data: 'x' },
  ];

  test('is marked at its last block that may be, by its message or a part of it', () => {
    for (const more of [{ cache_control: MARK }, { content: [text('Hello.', MARK)] }]) {
      const { messages } = wireOf(CLAUDE, kept(CLAUDE, BLOCKS, more));
      expect((messages as unknown[])[1]).toEqual({
        role: 'assistant',
        content: [{ ...BLOCKS[0], cache_control: MARK }, BLOCKS[1]],
      });
    }
  });

  test.each([
    [[{ type: 'text', text: 'Hello.', cache_control: HOUR }]],
    [[{ type: 'web_search_tool_result', content: [{ type: 'x', cache_control: HOUR }] }]],
  ])('brings no mark along by itself: %j', (blocks) => {
    const refused = CLAUDE.family.foreignContent?.(kept(CLAUDE, blocks), CLAUDE.endpoint);
    expect(refused).toMatchObject({ param: 'messages[1].extra_content' });
  });

  test('may have arguments of any name', () => {
    const use = { type: 'tool_use', id: 'c1', name: 'f', input: { cache_control: 1 }, more: 1 };
    const request = kept(CLAUDE, [use], { tool_calls: [CALL], content: null });
    expect(CLAUDE.family.foreignContent?.(request, CLAUDE.endpoint)).toBeNull();
  });
});

describe('what a provider would refuse is refused before', () => {
  const five = asks([
    { role: 'system', content: [text('a', MARK), text('b', MARK)] },
    { role: 'user', content: ['c', 'd', 'e'].map((words) => text(words, MARK)) },
  ]);
  const unordered = asks([{ role: 'user', content: [text('b', HOUR)] }], {
    tools: [tool('f', MARK)],
  });

  test.each([
    ['five marks', five, 'messages[1].content[2].cache_control'],
    ['an hour behind five minutes', unordered, 'messages[0].content[0].cache_control.ttl'],
  ])('%s', async (_what, request, param) => {
    for (const line of [CLAUDE, HOSTED, ROUTED]) {
      expect(line.family.foreignContent?.(request, line.endpoint)).toMatchObject({ param });
    }
    for (const line of [CLAUDE, HOSTED]) expect(await refusalOf(line, request)).not.toBeNull();
  });

  test('an hour, unless the contract allows one', async () => {
    const request = asks([{ role: 'user', content: [text('a'), text('b', HOUR)] }]);
    for (const line of [CLAUDE, HOSTED, ROUTED]) {
      expect(checkChatRequest(line.contract, request)).toEqual({
        param: 'messages[0].content[1].cache_control.ttl',
        message: 'This model keeps a prompt for "5m" only.',
      });
      const parameters = {
        ...line.contract.parameters,
        cache_control: { supported: true, values: ['5m', '1h'] },
      };
      const wide = { ...line, contract: { ...line.contract, parameters } };
      expect(JSON.stringify(wireOf(wide, request))).toContain('"ttl":"1h"');
      expect(await taken(wide, request)).toBeNull();
    }
  });
});

describe.each([
  ['openai', 'gpt-4o', undefined],
  ['openai-compatible', 'any-model', 'openrouter'],
  ['openai-compatible', 'anthropic/claude-sonnet-4.5', 'somebody'],
  ['google', 'gemini-2.5-flash', undefined],
  ['ollama', 'llama3.2', undefined],
  ['deepseek', 'deepseek-chat', undefined],
  ['bedrock', 'amazon.nova-lite-v1:0', undefined],
  ['bedrock', 'us.anthropic.claude-3-haiku-20240307-v1:0', undefined],
])('%s %s', (id, model, provider) => {
  test('takes marks and drops them, as the contract says by name', async () => {
    const line = lineFor(id, model, provider);
    const hints = shownContract(line.contract, WHOLE).parameters;
    expect(hints['cache_control']).toEqual({ supported: false, ignored: true });
    const takesTools = line.contract.parameters['tools']?.supported === true;
    const messages = MARKED.messages.slice(0, 1).concat(MARKED.messages.slice(4));
    const request = asks(messages, takesTools ? { tools: TOOLS } : {});
    expect(JSON.stringify(wireOf(line, request))).not.toMatch(/cache_control|cachePoint/u);
    expect(await taken(line, request)).toBeNull();
  });
});

describe('prompt_cache_key', () => {
  const OWN = lineFor('openai', 'gpt-5');
  const keyed = (key: string) => asks([{ role: 'user', content: 'Hi' }], { prompt_cache_key: key });

  test('goes to OpenAI as it is, and a longer one than the provider takes as its digest', async () => {
    expect(wireOf(OWN, keyed('k'.repeat(64)))['prompt_cache_key']).toBe('k'.repeat(64));
    const [one, same, other] = ['a', 'a', 'b'].map(
      (end) => wireOf(OWN, keyed('k'.repeat(64) + end))['prompt_cache_key'],
    );
    expect(one).toMatch(/^[\w-]{43}$/u);
    expect(same).toBe(one);
    expect(other).not.toBe(one);
    expect(await taken(OWN, keyed('k'.repeat(65)))).toBeNull();
    expect(shownContract(OWN.contract, WHOLE).parameters['prompt_cache_key']).toEqual({
      supported: true,
    });
  });

  test('goes nowhere else', () => {
    for (const line of [CLAUDE, HOSTED, ROUTED]) {
      expect(JSON.stringify(wireOf(line, keyed('the-key')))).not.toContain('the-key');
      expect(shownContract(line.contract, WHOLE).parameters['prompt_cache_key']).toEqual({
        supported: false,
        ignored: true,
      });
    }
  });
});
