import { MCP_HEADERS, someDocs } from '../support/docs.ts';
import type { RunningDocs } from '../support/docs.ts';
import { FIRST_PAGES } from '../support/searches.ts';

let docs: RunningDocs;

beforeAll(async () => {
  docs = await someDocs();
});
afterAll(() => docs.drop());

interface Verdict {
  ok: boolean;
  faults: { field: string; code: string; change: string }[];
  warnings: string[];
  depends_on_the_model: string[];
}

const check = async (endpoint: string, request: unknown): Promise<Verdict> => {
  const { text, isError } = await docs.tool('check_request', { endpoint, request });
  expect([isError, text]).toEqual([false, text]);
  return JSON.parse(text) as Verdict;
};
const CHAT = '/v1/chat/completions';
const hello = { model: 'x/y', messages: [{ role: 'user', content: 'hello' }] };

describe('POST /docs/mcp answers 200', () => {
  test('search_docs finds the section that an error code has', async () => {
    const { text } = await docs.tool('search_docs', { query: 'insufficient_credit' });
    const { results } = JSON.parse(text) as { results: { page: string; heading: string }[] };
    expect(results).toContainEqual(
      expect.objectContaining({ page: 'errors', heading: 'insufficient_credit' }),
    );
  });

  test('read_doc gives a page, and names the pages when there is none', async () => {
    expect((await docs.tool('read_doc', { page: 'errors' })).text).toMatch(/^# Errors/);
    const none = await docs.tool('read_doc', { page: 'no-such-page' });
    expect(none).toEqual({ isError: true, text: expect.stringContaining('errors') });
  });

  test('list_endpoints shows the platform through the internal listener only', async () => {
    const open = await docs.tool('list_endpoints', {});
    expect(open.text).toContain('POST /v1/embeddings');
    expect(open.text).not.toContain('/api/platform');
    const internal = await docs.tool('list_endpoints', {}, { plane: 'internal' });
    expect(internal.text).toContain('GET /api/platform/users');
  });

  test('get_schema brings everything that a schema refers to', async () => {
    const { text } = await docs.tool('get_schema', { name: 'POST /v1/chat/completions' });
    const { schemas } = JSON.parse(text) as { schemas: Record<string, unknown> };
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining(['ChatRequest', 'Message', 'ToolCall', 'ChatCompletion']),
    );
    expect((await docs.tool('get_schema', { name: 'constructor' })).isError).toBe(true);
  });

  test('check_request passes what the API would pass', async () => {
    expect(await check(CHAT, hello)).toMatchObject({ ok: true, faults: [], warnings: [] });
    expect(await check('/v1/responses', { model: 'm', input: 'x' })).toMatchObject({ ok: true });
    expect(await check('/v1/embeddings', { model: 'm', input: ['x'] })).toMatchObject({ ok: true });
    for (const [endpoint, more] of [
      ['/v1/chat/completions/quote', {}],
      ['/v1/messages', { max_tokens: 5 }],
      ['/v1/messages/count_tokens', {}],
    ] as const) {
      expect(await check(endpoint, { ...hello, ...more })).toMatchObject({ ok: true });
    }
  });

  test('check_request says of an extra parameter that the model decides about it', async () => {
    for (const [endpoint, body] of [
      [CHAT, hello],
      ['/v1/responses', { model: 'm', input: 'x' }],
    ] as const) {
      const { ok, warnings } = await check(endpoint, { ...body, top_k: 1 });
      expect(ok).toBe(true);
      expect(warnings).toEqual([expect.stringContaining('top_k is not known here')]);
    }
  });

  test('check_request names every surplus field and its name here', async () => {
    const { ok, faults } = await check(CHAT, {
      ...hello,
      max_output_tokens: 5,
      input: 'x',
      best_of: 1,
    });
    expect(ok).toBe(false);
    expect(
      faults
        .map(({ field, change }) => `${field}: ${change}`)
        .sort((one, other) => one.localeCompare(other)),
    ).toEqual([
      'best_of: Leave best_of out.',
      'input: Use messages instead of input.',
      'max_output_tokens: Use max_completion_tokens instead of max_output_tokens.',
    ]);
  });

  test.each([
    [CHAT, { model: 'm' }, 'messages'],
    [CHAT, { ...hello, temperature: 3 }, 'temperature'],
    [CHAT, { model: 'm', messages: [{ role: 'user', content: 5 }] }, 'messages[0].content'],
    ['/v1/responses', { model: 'm', input: 'x', stream: true }, 'stream'],
    [
      '/v1/responses',
      { model: 'm', input: 'x', previous_response_id: 'r' },
      'previous_response_id',
    ],
    ['/v1/embeddings', { model: 'm', input: [] }, 'input'],
  ])('check_request names the field at fault: %s %j', async (endpoint, request, field) => {
    const { ok, faults } = await check(endpoint, request);
    expect([ok, faults[0]?.field]).toEqual([false, field]);
  });

  test('check_request takes the names that list_endpoints gives', async () => {
    for (const name of ['POST /v1/chat/completions', 'POST /v1/responses', 'POST /v1/embeddings']) {
      expect((await docs.tool('list_endpoints', {})).text).toContain(`"${name}"`);
      expect(await check(name, { surplus: 1 })).toMatchObject({ ok: false });
    }
    expect(await check(`POST ${CHAT}`, hello)).toMatchObject({ ok: true });
  });

  const TOOL = { type: 'function', function: { name: 'f' } };
  test.each([
    [{ tools: [TOOL, TOOL] }, 'Correct tools as the message says'],
    [
      { tools: [TOOL], tool_choice: { type: 'function', function: { name: 'g' } } },
      'Correct tool_choice',
    ],
    [{ max_token: 5 }, 'Write max_tokens instead of max_token.'],
    [
      { messages: [{ role: 'user', content: 'hello', service_tier: 'flex' }] },
      'Leave messages[0].service_tier out.',
    ],
  ])('check_request says the cure of %j', async (fields, change) => {
    const { faults } = await check(CHAT, { ...hello, ...fields });
    expect(faults[0]?.change).toContain(change);
  });

  test.each([
    ['/v1/chat/completions', 'POST /v1/chat/completions'],
    ['post /v1/embeddings/', 'POST /v1/embeddings'],
    ['/v1/async/op_01jd', undefined],
    ['/v1/async/{id}', 'GET /v1/async/{op_id}'],
    ['/v1/async/:op_id', 'GET /v1/async/{op_id}'],
  ])('get_schema takes %s', async (name, found) => {
    const { text, isError } = await docs.tool('get_schema', { name });
    expect(isError ? undefined : (JSON.parse(text) as { name: string }).name).toBe(found);
  });

  test('get_schema names the operations of a path that has several', async () => {
    const { text, isError } = await docs.tool('get_schema', { name: '/api/keys' });
    expect([isError, text]).toEqual([
      true,
      expect.stringContaining('GET /api/keys, POST /api/keys'),
    ]);
  });

  test.each([
    [CHAT, { tools: [TOOL, TOOL] }, 'tools'],
    [CHAT, { top_logprobs: 2 }, 'top_logprobs'],
    [CHAT, { tool_choice: 'required' }, 'tool_choice'],
    [CHAT, { max_tokens: 1, max_completion_tokens: 1 }, 'max_tokens'],
    ['/v1/responses', { tool_choice: 'required' }, 'tool_choice'],
    ['/v1/responses', { tools: [1, 2].map(() => ({ type: 'function', name: 'f' })) }, 'tools'],
  ])('check_request refuses what the API would: %s %j', async (endpoint, fields, field) => {
    const base = endpoint === CHAT ? hello : { model: 'm', input: 'x' };
    const { ok, faults } = await check(endpoint, { ...base, ...fields });
    expect([ok, faults[0]?.field]).toEqual([false, field]);
  });

  test.each([
    ['LangChain', 'langchain'],
    ['langchain python', 'langchain'],
    ['Anthropic SDK', 'anthropic-sdk'],
    ['aider', 'aider'],
    ['LlamaIndex', 'llama-index'],
    ['llama index', 'llama-index'],
    ['Agents SDK', 'openai-agents'],
    ['pydantic', 'pydantic-ai'],
    ['Instructor', 'instructor'],
    ['LiteLLM', 'litellm'],
    ['opencode', 'opencode'],
    ['fallbacks', 'models'],
    ['fallback model', 'models'],
    ['retry another provider', 'models'],
    ['how do I fall back to another model', 'models'],
    ['failover', 'models'],
    ['how much does a call cost', 'pricing'],
    ['cancel a key', 'keys'],
    ['wait for a long answer in the background', 'async'],
  ])('search_docs finds %s', async (query, page) => {
    const { text } = await docs.tool('search_docs', { query, limit: 5 });
    const { results } = JSON.parse(text) as { results: { page: string }[] };
    expect(results.map((result) => result.page)).toContain(page);
  });

  test.each(FIRST_PAGES)('search_docs finds %s on the page %s first', async (query, page) => {
    const { text } = await docs.tool('search_docs', { query }, { plane: 'internal' });
    const { results } = JSON.parse(text) as { results: { page: string }[] };
    expect(results[0]).toMatchObject({ page });
  });

  test('check_request warns of a tool loop that does not close', async () => {
    const call = { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } };
    const { warnings, depends_on_the_model } = await check(CHAT, {
      ...hello,
      messages: [
        { role: 'assistant', tool_calls: [call] },
        { role: 'tool', tool_call_id: 'b', content: 'x' },
      ],
      tool_choice: { type: 'function', function: { name: 'g' } },
      tools: [{ type: 'function', function: { name: 'f' } }],
    });
    expect(warnings).toHaveLength(3);
    expect(depends_on_the_model).toEqual(['tool_choice', 'tools']);
  });

  test('check_request tells which providers take less, by the tables that the API refuses by', async () => {
    const url = `data:image/png;base64,${Buffer.from('x').toString('base64')}`;
    const image = { type: 'image_url', image_url: { url } };
    const tools = Array.from({ length: 129 }, (_, at) => ({
      type: 'function',
      function: { name: `f${at}` },
    }));
    const content = Array.from({ length: 101 }, () => image);
    const { ok, warnings } = await check(CHAT, {
      ...hello,
      messages: [{ role: 'user', content }],
      tools,
    });
    expect(ok).toBe(true);
    expect(warnings).toEqual([
      '129 tools are more than these models take: OpenAI (128), DeepSeek (128). limits.tools of the request_contract says what a model takes.',
      '101 images are more than these models take: Claude with a context of 200,000 tokens (100). limits.images of the request_contract says what a model takes.',
    ]);
    const within = await check(CHAT, { ...hello, tools: tools.slice(1) });
    expect(within.warnings).toEqual([]);
  });

  const SECRETS = [
    `svc_live_${'a1B2'.repeat(8)}`,
    `svc_test_${'a1B2'.repeat(8)}`,
    `sk-proj-${'x9'.repeat(12)}`,
    `AIza${'Sy1'.repeat(12)}`,
    ['AKIA', 'IOSFODNN7EXAMPLE'].join(''),
    `Bearer ${'q7'.repeat(12)}`,
  ];

  test.each(SECRETS)(
    'H01: refuses a credential wherever it stands, and tells why: %#',
    async (secret) => {
      for (const input of [
        { endpoint: CHAT, request: { ...hello, user: secret } },
        { endpoint: CHAT, request: { ...hello, metadata: { [secret]: 'x' } } },
        {
          endpoint: CHAT,
          request: { ...hello, messages: [{ role: 'user', content: `key ${secret}!` }] },
        },
      ]) {
        const { text, isError } = await docs.tool('check_request', input);
        expect(isError).toBe(true);
        expect(text).toMatch(/takes no credentials/);
        expect(text).not.toContain(secret.slice(8));
      }
      expect((await docs.tool('search_docs', { query: secret })).isError).toBe(true);
      expect((await docs.tool(secret, {})).text).toMatch(/takes no credentials/);
    },
  );

  test('H02: nothing of a message is logged, whatever it holds', async () => {
    for (const secret of SECRETS) {
      await docs.tool('check_request', { endpoint: CHAT, request: { ...hello, user: secret } });
      await docs.send('POST', '/docs/mcp', { headers: MCP_HEADERS, json: { [secret]: secret } });
    }
    await docs.tool('check_request', { endpoint: CHAT, request: { model: 'hush-hush' } });
    expect(docs.logged()).not.toMatch(/hush-hush|a1B2|x9x9|Sy1Sy1|q7q7|IOSFODNN/);
  });

  test('H04: other files, accounts and catalogues are not to be had', async () => {
    for (const page of [
      '../package.json',
      '..%2fREADME',
      '/etc/passwd',
      'errors.md',
      '__proto__',
    ]) {
      expect((await docs.tool('read_doc', { page })).isError).toBe(true);
    }
    for (const name of ['list_models', 'get_account', 'constructor']) {
      expect((await docs.tool(name, {})).text).toMatch(/There is no such tool/);
    }
  });
});

describe('POST /docs/mcp answers 405', () => {
  test.each(['GET', 'DELETE', 'PUT'])(
    '%s: there are no sessions and no streams',
    async (method) => {
      const answer = await docs.send(method, '/docs/mcp', { headers: MCP_HEADERS });
      expect([answer.status, answer.headers['allow']]).toEqual([
        405,
        expect.stringContaining('POST'),
      ]);
    },
  );
});

describe('POST /docs/mcp answers 413', () => {
  test('H03: a message that is too long', async () => {
    const answer = await docs.send('POST', '/docs/mcp', {
      headers: MCP_HEADERS,
      json: { jsonrpc: '2.0', id: 1, method: 'ping', params: { x: 'x'.repeat(300_000) } },
    });
    expect(answer.status).toBe(413);
  });
});

describe('POST /docs/mcp answers 422', () => {
  test('H03: a message that is nested too deeply', async () => {
    const deep = '['.repeat(200) + ']'.repeat(200);
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${deep}}`;
    const headers = { ...MCP_HEADERS, 'content-type': 'application/json' };
    const answer = await docs.send('POST', '/docs/mcp', { headers, body });
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('64 levels')]);
  });

  test('H03: a batch, which would be many messages for one', async () => {
    const one = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const answer = await docs.send('POST', '/docs/mcp', { headers: MCP_HEADERS, json: [one, one] });
    expect(answer.status).toBe(422);
  });
});

describe('POST /docs/mcp answers 429', () => {
  test('H03: more calls from one address than it may make; others are served', async () => {
    const strict = await someDocs(2);
    const ping = (address: string) =>
      strict.send('POST', '/docs/mcp', {
        headers: { ...MCP_HEADERS, 'x-forwarded-for': address },
        json: { jsonrpc: '2.0', id: 1, method: 'ping' },
      });
    try {
      const statuses = [];
      for (let call = 0; call < 3; call += 1) statuses.push((await ping('203.0.113.1')).status);
      expect(statuses).toEqual([200, 200, 429]);
      expect((await ping('203.0.113.2')).status).toBe(200);
      expect((await ping('203.0.113.1')).headers['retry-after']).toMatch(/^\d+$/);
    } finally {
      await strict.drop();
    }
  });
});
