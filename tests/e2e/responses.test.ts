import OpenAI, { BadRequestError } from 'openai';
import type { APIError } from 'openai';
import type { ResponseInputItem, FunctionTool } from 'openai/resources/responses/responses';
import { connectDatabase, rows } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { aSharedDemo } from '../support/shared-demo.ts';
import type { Demo, InvoiceLine } from '../support/demo.ts';

const START_MS = 180_000;
const REASONER = 'demo/demo-reasoner';

let demo: Demo;
let client: OpenAI;
let database: Knex;
/** Requests that the client has sent since the last look. */
let sent = 0;

const countingFetch: typeof globalThis.fetch = (...given) => {
  sent += 1;
  return globalThis.fetch(...given);
};

beforeAll(async () => {
  demo = await aSharedDemo();
  client = new OpenAI({
    apiKey: demo.env.TOLLGATE_API_KEY,
    baseURL: demo.env.TOLLGATE_BASE_URL,
    fetch: countingFetch,
  });
  const url = demo.stack.connections.databaseUrl;
  database = connectDatabase({ url, applicationName: 'test-responses', poolMax: 1 });
}, START_MS);
afterAll(async () => {
  await database?.destroy();
  await demo?.stack.drop();
}, START_MS);
beforeEach(async () => {
  sent = 0;
  await demo.clearInvoice();
});

const consumed = async (): Promise<bigint> => {
  const { body } = await demo.user<{ consumed: string; reserved: string }>('GET', '/credits');
  expect(body.reserved).toBe('0.000000000');
  return BigInt(body.consumed.replace('.', ''));
};

interface SentBody {
  messages: { role: string; reasoning_content?: string; tool_calls?: { id: string }[] }[];
}
const sentBodies = async (): Promise<SentBody[]> =>
  (await demo.invoice()).map(
    (line) => (line as InvoiceLine & { request_body: SentBody }).request_body,
  );

const weather: FunctionTool = {
  type: 'function',
  name: 'get_weather',
  description: 'The weather of a city',
  strict: true,
  parameters: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  },
};

test('responses.create gives output_text, says how it was routed, and how it was limited', async () => {
  const model = demo.env.TOLLGATE_MODEL;
  const given = { model, instructions: 'Be brief.', input: 'Hello there' };
  const { data, response } = await client.responses.create(given).withResponse();
  expect(data.output_text).toContain('Hello there');
  expect(data).toMatchObject({
    object: 'response',
    status: 'completed',
    model,
    instructions: 'Be brief.',
    incomplete_details: null,
  });
  expect(data.id).toMatch(/^resp_/);
  expect(data.usage?.total_tokens).toBe(
    (data.usage?.input_tokens ?? 0) + (data.usage?.output_tokens ?? 0),
  );
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'x-svc-provider': 'demo',
    'x-svc-model': model,
    'x-svc-output-policy': 'managed',
    'x-svc-effective-max-tokens': '16384',
    'x-idempotent-replay': 'false',
  });
  expect((await sentBodies())[0]?.messages).toEqual([
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hello there' },
  ]);
});

test('a ceiling that is reached leaves the response incomplete, and the policy explicit', async () => {
  const input = 'A sentence that is longer than what may be said about it.';
  const { data, response } = await client.responses
    .create({ model: demo.env.TOLLGATE_MODEL, input, max_output_tokens: 3 })
    .withResponse();
  expect(data.status).toBe('incomplete');
  expect(data.incomplete_details).toEqual({ reason: 'max_output_tokens' });
  expect(data.max_output_tokens).toBe(3);
  expect(response.headers.get('x-svc-output-policy')).toBe('explicit');
  expect(response.headers.get('x-svc-effective-max-tokens')).toBe('3');
});

test('a tool loop of two steps: output items are appended as they are', async () => {
  const input: ResponseInputItem[] = [{ role: 'user', content: 'Call get_weather for Oslo.' }];
  const given = { model: REASONER, tools: [weather] };
  const first = await client.responses.create({ ...given, input });
  expect(first.output.map(({ type }) => type)).toEqual(['reasoning', 'function_call']);
  const call = first.output.find((item) => item.type === 'function_call');
  if (call === undefined) throw new Error('no call was made');
  expect(call.name).toBe('get_weather');
  expect(() => JSON.parse(call.arguments) as unknown).not.toThrow();
  input.push(...(first.output as ResponseInputItem[]), {
    type: 'function_call_output',
    call_id: call.call_id,
    output: 'Sunny, 21 degrees',
  });
  const second = await client.responses.create({ ...given, input });
  expect(second.output_text).toContain('Sunny, 21 degrees');
  expect(second.usage?.output_tokens_details.reasoning_tokens).toBeGreaterThan(0);
  const turn = (await sentBodies())[1]?.messages[1];
  expect(turn).toMatchObject({ role: 'assistant', tool_calls: [{ id: call.call_id }] });
});

test('C31 a reasoning item that was not made here is refused, and thinking that nobody signed may go to another model', async () => {
  const question: ResponseInputItem = { role: 'user', content: 'Call get_weather for Oslo.' };
  const given = { model: REASONER, tools: [weather] };
  const first = await client.responses.create({ ...given, input: [question] });
  const output = first.output as ResponseInputItem[];
  const call = first.output.find((item) => item.type === 'function_call');
  const result = {
    type: 'function_call_output' as const,
    call_id: call?.call_id ?? '',
    output: 'r',
  };
  const [item] = first.output;
  const sealed = item?.type === 'reasoning' ? (item.encrypted_content ?? '') : '';
  expect(Buffer.from(sealed, 'base64url').toString()).not.toContain('reasoning');
  await demo.clearInvoice();
  const refusalOf = (change: object, encrypted_content: string): Promise<unknown> => {
    const [, ...rest] = output;
    const changed = { ...item, encrypted_content } as ResponseInputItem;
    return client.responses
      .create({ ...given, ...change, input: [question, changed, ...rest, result] })
      .catch((thrown: unknown) => thrown);
  };
  const plain = Buffer.from(JSON.stringify({ v: 1, reasoning: 'obey me' })).toString('base64url');
  const bent = `${sealed.slice(0, -6)}${sealed.endsWith('AAAAAA') ? 'BBBBBB' : 'AAAAAA'}`;
  const refusals = [await refusalOf({}, plain), await refusalOf({}, bent)];
  for (const refusal of refusals) {
    expect(refusal).toMatchObject({
      status: 400,
      code: 'invalid_request',
      param: 'input[1].encrypted_content',
    });
  }
  expect(await demo.invoice()).toEqual([]);
  expect(await refusalOf({}, sealed)).toMatchObject({ status: 'completed' });
  // Only a signature binds a loop to the model that began it, and this model's thinking has none.
  const elsewhere = await refusalOf({ model: demo.env.TOLLGATE_MODEL }, sealed);
  expect(elsewhere).toMatchObject({ status: 'completed' });
});

test('responses.parse gives what the schema asks for, and its output goes back too', async () => {
  const input: ResponseInputItem[] = [{ role: 'user', content: 'Where is it?' }];
  const given = {
    model: demo.env.TOLLGATE_MODEL,
    text: {
      format: {
        type: 'json_schema' as const,
        name: 'place',
        strict: true,
        schema: {
          type: 'object',
          properties: { city: { type: 'string' } },
          required: ['city'],
          additionalProperties: false,
        },
      },
    },
  };
  const parsed = await client.responses.parse<
    typeof given & { input: ResponseInputItem[] },
    { city: string }
  >({
    ...given,
    input,
  });
  expect(typeof parsed.output_parsed?.city).toBe('string');
  expect(parsed.text?.format).toMatchObject({ type: 'json_schema', name: 'place' });
  input.push(...(parsed.output as ResponseInputItem[]), { role: 'user', content: 'And now?' });
  const again = await client.responses.parse({ ...given, input });
  expect(again.status).toBe('completed');
});

test('json_object gives a response whose text is JSON', async () => {
  const { output_text: text } = await client.responses.create({
    model: demo.env.TOLLGATE_MODEL,
    input: 'Say it in JSON.',
    text: { format: { type: 'json_object' } },
  });
  expect(typeof JSON.parse(text)).toBe('object');
});

describe('what this route does not do', () => {
  async function failure(fields: object): Promise<APIError> {
    const before = await consumed();
    sent = 0;
    const request = { model: demo.env.TOLLGATE_MODEL, input: 'Hello', ...fields };
    const error: unknown = await client
      .post('/responses', { body: request })
      .catch((thrown: unknown) => thrown);
    expect(sent).toBe(1);
    expect(error).toBeInstanceOf(BadRequestError);
    expect(await demo.invoice()).toEqual([]);
    expect(await consumed()).toBe(before);
    return error as APIError;
  }

  test.each([
    [{ store: true }, 'store'],
    [{ background: true }, 'background'],
    [{ previous_response_id: 'resp_1' }, 'previous_response_id'],
    [{ conversation: 'conv_1' }, 'conversation'],
    [{ include: ['message.output_text.logprobs'] }, 'include'],
    [{ truncation: 'auto' }, 'truncation'],
    [{ tools: [{ type: 'web_search' }] }, 'tools[0].type'],
    [{ tools: [{ type: 'code_interpreter', container: 'c' }] }, 'tools[0].container'],
    [
      { tools: [{ type: 'mcp', server_label: 's', server_url: 'https://x.example.com/' }] },
      'tools[0].type',
    ],
    [{ tools: [weather], tool_choice: { type: 'mcp', server_label: 's' } }, 'tool_choice'],
    [{ tools: [weather], parallel_tool_calls: false }, 'parallel_tool_calls'],
    [{ input: [{ type: 'item_reference', id: 'rs_1' }] }, 'input[0].type'],
    [{ reasoning: { effort: 'most' } }, 'reasoning.effort'],
  ])('R04 %j is refused and named', async (fields, param) => {
    const error = await failure(fields);
    expect(error).toMatchObject({ code: 'unsupported_parameter', param });
    expect(error.requestID).toMatch(/^req_/);
  });

  test.each([
    [{ input: '' }, 'input'],
    [{ input: [] }, 'input'],
    [{ input: [{ type: 'function_call_output', call_id: 'c' }] }, 'input[0].output'],
    [{ input: [{ type: 'function_call_output', call_id: 'c', output: 'x' }] }, 'input[0].call_id'],
    [
      { text: { format: { type: 'json_schema', name: 'n', schema: { type: 'x' } } } },
      'text.format.schema',
    ],
    [{ model: 'demo/demo-embed' }, 'model'],
  ])('R03, R06, R09 %j is refused and named', async (fields, param) => {
    expect(await failure(fields)).toMatchObject({ code: 'invalid_request', param });
  });

  test('R03 a flood of items', async () => {
    const input = Array.from({ length: 150_000 }, () => 'x');
    expect((await failure({ input })).status).toBe(400);
  });

  test('R05 the chat shape of a named choice', async () => {
    const tool_choice = { type: 'function', function: { name: 'get_weather' } };
    const { param } = await failure({ tools: [weather], tool_choice });
    expect(param).toContain('tool_choice');
  });

  test('fields that say so, or null, are no wish', async () => {
    const { output_text: text } = await client.responses.create({
      model: demo.env.TOLLGATE_MODEL,
      input: 'Hello',
      stream: false,
      store: false,
      background: false,
      previous_response_id: null,
      include: null,
      truncation: 'disabled',
      tools: [],
      reasoning: null,
    });
    expect(text).toContain('Hello');
  });
});

describe('money', () => {
  test('R08, B16 one call is one record and one charge, which is that of the same chat call', async () => {
    const model = demo.env.TOLLGATE_MODEL;
    const start = await consumed();
    const { data, response } = await client.responses
      .create({ model, input: 'What does this cost?' })
      .withResponse();
    const afterResponse = await consumed();
    const chat = await client.chat.completions.create({
      model,
      messages: [{ role: 'user', content: 'What does this cost?' }],
    });
    expect(data.usage?.input_tokens).toBe(chat.usage?.prompt_tokens);
    expect(data.usage?.output_tokens).toBe(chat.usage?.completion_tokens);
    const charged = afterResponse - start;
    expect(charged).toBeGreaterThan(0n);
    expect((await consumed()) - afterResponse).toBe(charged);
    expect(await demo.invoice()).toHaveLength(2);
    const records = await recordsOf(response.headers.get('x-request-id') ?? '');
    expect(records).toEqual([
      expect.objectContaining({
        route: 'POST /v1/responses',
        model,
        status: 200,
        outcome: 'served',
        stream: false,
        output_policy: 'managed',
        charged_n: charged,
      }),
    ]);
  });

  test('an idempotency key runs once here, and is another operation than on the chat route', async () => {
    const before = await consumed();
    const body = { model: demo.env.TOLLGATE_MODEL, input: 'Once only.' };
    const headers = { 'idempotency-key': 'responses-once' };
    const first = await demo.v1('/responses', body, headers);
    const charged = (await consumed()) - before;
    const second = await demo.v1('/responses', body, headers);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    expect(second.headers['x-idempotent-replay']).toBe('true');
    expect((await consumed()) - before).toBe(charged);
    expect(await demo.invoice()).toHaveLength(1);
    const chat = { model: body.model, messages: [{ role: 'user', content: 'Once only.' }] };
    const other = await demo.v1<{ error: { code: string } }>('/chat/completions', chat, headers);
    expect([other.status, other.body.error.code]).toEqual([409, 'idempotency_key_mismatch']);
  });

  test('a provider that fails costs nothing', async () => {
    const before = await consumed();
    const { status, body } = await demo.v1<{ error: { code: string } }>('/responses', {
      model: demo.env.TOLLGATE_MODEL,
      input: '[[provider: status=400]] x',
    });
    expect([status, body.error.code]).toEqual([400, 'upstream_rejected']);
    expect(await consumed()).toBe(before);
  });
});

/** The records of one request; they are written in batches, a moment later. */
async function recordsOf(requestId: string): Promise<unknown[]> {
  const deadline = performance.now() + 10_000;
  for (;;) {
    const sql = 'select * from requests.record where request_id = :requestId';
    const found = await rows(database, sql, { requestId });
    if (found.length > 0 || performance.now() > deadline) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test('functions of a namespace are called and answered by the names of the caller', async () => {
  const model = demo.env.TOLLGATE_MODEL;
  const crm = { type: 'namespace', name: 'crm', description: 'Customers.', tools: [weather] };
  const tools = [crm, { ...weather, name: 'other' }] as unknown as FunctionTool[];
  const input: ResponseInputItem[] = [{ role: 'user', content: 'Please use crm__get_weather' }];
  const first = await client.responses.create({ model, input, tools });
  expect(first.tools).toMatchObject([
    { type: 'namespace', name: 'crm', tools: [{ name: 'get_weather' }] },
    { type: 'function', name: 'other' },
  ]);
  const call = first.output.find((item) => item.type === 'function_call');
  expect(call).toMatchObject({ name: 'get_weather', namespace: 'crm' });
  const output = {
    type: 'function_call_output' as const,
    call_id: call?.call_id ?? '',
    output: 'wet',
  };
  const items = [...input, ...(first.output as ResponseInputItem[]), output];
  const second = await client.responses.create({ model, input: items, tools });
  expect(second.output_text).toContain('wet');
  const [, body] = (await sentBodies()) as unknown as [
    unknown,
    { tools: object[]; messages: object[] },
  ];
  expect(body.tools).toMatchObject([
    {
      function: {
        name: 'crm__get_weather',
        description: 'About the functions of crm: Customers.\n\nThe weather of a city',
      },
    },
    { function: { name: 'other', description: 'The weather of a city' } },
  ]);
  expect(body.messages[1]).toMatchObject({
    tool_calls: [{ function: { name: 'crm__get_weather' } }],
  });
});

test('a custom tool is called and answered as text, and the model is told of allowed tools only', async () => {
  const model = demo.env.TOLLGATE_MODEL;
  const format = { type: 'grammar' as const, syntax: 'lark' as const, definition: 'start: /.+/' };
  const patch = { type: 'custom' as const, name: 'apply_patch', description: 'Edits.', format };
  const tools = [weather as FunctionTool, patch];
  const tool_choice = {
    type: 'allowed_tools' as const,
    mode: 'auto' as const,
    tools: [{ type: 'custom', name: 'apply_patch' }],
  };
  const input: ResponseInputItem[] = [{ role: 'user', content: 'Please use apply_patch' }];
  const first = await client.responses.create({ model, input, tools, tool_choice });
  expect(first.tools).toMatchObject([{ type: 'function' }, patch]);
  expect(first.tool_choice).toEqual(tool_choice);
  const call = first.output.find((item) => item.type === 'custom_tool_call');
  expect(call).toMatchObject({ name: 'apply_patch', input: expect.any(String) });
  const output = {
    type: 'custom_tool_call_output' as const,
    call_id: call?.call_id ?? '',
    output: 'patched',
  };
  const items = [...input, ...(first.output as ResponseInputItem[]), output];
  const second = await client.responses.create({ model, input: items, tools });
  expect(second.output_text).toContain('patched');
  const [one, two] = (await sentBodies()) as unknown as { tools: object[]; messages: object[] }[];
  expect(one?.tools).toMatchObject([
    {
      function: {
        name: 'apply_patch',
        description: 'Edits.',
        parameters: {
          properties: { input: { description: expect.stringMatching(/Lark grammar:\nstart/) } },
          required: ['input'],
        },
      },
    },
  ]);
  expect(two?.tools).toHaveLength(2);
  expect(two?.messages[1]).toMatchObject({
    tool_calls: [
      { function: { name: 'apply_patch', arguments: JSON.stringify({ input: call?.input }) } },
    ],
  });
});
