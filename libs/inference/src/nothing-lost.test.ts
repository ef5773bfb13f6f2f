import type { CatalogModel, CatalogSnapshot } from '@tollgate/catalog/snapshot';
import { GatewayError } from '@tollgate/contract/error-codes';
import { NO_LIMITS } from '@tollgate/money/limit-set';
import { finishContract } from '@tollgate/providers/contract/contract';
import { familyById } from '@tollgate/providers/families';
import { mapperFor } from '@tollgate/providers/engine/mapper-for';
import { chatBody, responsesBody } from '@tollgate/structure/kept-body';
import { parseChatRequest } from '@tollgate/structure/parse-chat';
import { parseMessagesRequest } from '@tollgate/structure/parse-messages';
import { parseResponsesRequest } from '@tollgate/structure/parse-responses';
import { packReplayData } from '@tollgate/structure/replay-data';
import type { Caller } from './caller/caller.ts';
import { createCredentialPool } from './credentials/credential-pool.ts';
import { planMessages } from './messages/plan-messages.ts';
import { asPassed } from './messages/passthrough-target.ts';
import { planChat } from './chat/plan-chat.ts';
import type { ChatPlan } from './chat/plan-chat.ts';
import type { PlanInput } from './plan.ts';
import type { ResolveDeps } from './catalogue/resolve.ts';
import { planResponses } from './responses/plan-responses.ts';

/** One target of each wire. */
const TARGETS: readonly Target[] = [
  ['openai', 'gpt-4o', 'https://api.openai.com/v1'],
  ['openai', 'gpt-5.4', 'https://api.openai.com/v1'],
  ['openai', 'gpt-5.2-codex', 'https://api.openai.com/v1'],
  ['openai-compatible', 'any-model', 'https://api.example.com/v1'],
  ['openai-responses', 'gpt-5.2', 'https://api.example.com/v1'],
  ['google', 'gemini-2.5-flash', 'https://api.example.com'],
  ['anthropic', 'claude-sonnet-4-5', 'https://api.anthropic.com'],
  ['ollama', 'gemma3:4b', 'https://api.example.com'],
  ['bedrock', 'amazon.nova-lite-v1:0', 'https://api.example.com'],
];
type Target = readonly [family: string, model: string, baseUrl: string];
type Json = Record<string, unknown>;

const NAME = 'novelty';
const VALUE = { level: [1, { deep: 'planted' }] };
const FOUND = '"planted"';

const PNG = `data:image/png;base64,${'A'.repeat(40)}`;
const TEXT_FILE = `data:text/plain;base64,${Buffer.from('words').toString('base64')}`;
const SCHEMA = { type: 'object', properties: {} };
const GRAMMAR = { syntax: 'regex', definition: 'a+' };

const chat = (): Json => ({
  model: 'p/m',
  max_completion_tokens: 2_000,
  stream: true,
  stream_options: { include_usage: true },
  response_format: { type: 'json_schema', json_schema: { name: 'a', schema: SCHEMA } },
  tool_choice: { type: 'function', function: { name: 'f' } },
  tools: [
    { type: 'function', function: { name: 'f', parameters: SCHEMA } },
    { type: 'custom', custom: { name: 'g', format: { type: 'grammar', grammar: { ...GRAMMAR } } } },
  ],
  messages: [
    { role: 'system', content: [{ type: 'text', text: 'rules' }] },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Hi.', cache_control: { type: 'ephemeral' } },
        { type: 'image_url', image_url: { url: PNG } },
        { type: 'file', file: { filename: 'a.txt', file_data: TEXT_FILE } },
      ],
    },
    { role: 'assistant', content: null },
    { role: 'assistant', content: '' },
    { role: 'assistant', content: [{ type: 'refusal', refusal: 'no' }] },
    {
      role: 'assistant',
      content: [{ type: 'text', text: 'Yes.' }],
      tool_calls: [
        { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } },
        { id: 'd', type: 'custom', custom: { name: 'g', input: 'aa' } },
      ],
    },
    { role: 'tool', tool_call_id: 'c', content: [{ type: 'text', text: 'x' }] },
    { role: 'tool', tool_call_id: 'd', content: 'y' },
    { role: 'user', content: 'Go on.' },
  ],
});
const allowed = (): Json => ({
  ...chat(),
  tool_choice: {
    type: 'allowed_tools',
    allowed_tools: { mode: 'auto', tools: [{ type: 'function', function: { name: 'f' } }] },
  },
});
const customChoice = (): Json => ({
  ...chat(),
  tool_choice: { type: 'custom', custom: { name: 'g' } },
  response_format: { type: 'text' },
});

const responses = (model: string): Json => ({
  model: 'p/m',
  max_output_tokens: 2_000,
  stream: true,
  stream_options: { include_obfuscation: false },
  reasoning: { summary: 'auto' },
  text: { format: { type: 'json_schema', name: 'a', schema: SCHEMA } },
  tool_choice: { type: 'function', name: 'f' },
  tools: [
    { type: 'function', name: 'f', parameters: SCHEMA },
    { type: 'custom', name: 'g', format: { type: 'grammar', ...GRAMMAR } },
    {
      type: 'namespace',
      name: 'crm',
      description: 'customers',
      tools: [{ type: 'function', name: 'get', parameters: SCHEMA }],
    },
    { type: 'shell', environment: { type: 'local' } },
    { type: 'tool_search', execution: 'client' },
    { type: 'web_search', external_web_access: false },
  ],
  input: [
    {
      type: 'additional_tools',
      role: 'developer',
      tools: [{ type: 'function', name: 'more', parameters: SCHEMA }],
    },
    { role: 'system', content: [{ type: 'input_text', text: 'rules' }] },
    {
      role: 'user',
      content: [
        { type: 'input_text', text: 'Hi.', cache_control: { type: 'ephemeral' } },
        { type: 'input_image', image_url: { url: PNG } },
        { type: 'input_file', filename: 'a.txt', file_data: TEXT_FILE },
      ],
    },
    { role: 'assistant', content: [] },
    { role: 'user', content: 'Well?' },
    ...(model.startsWith('gpt-5') ? [kept(model)] : []),
    { role: 'assistant', content: [{ type: 'output_text', text: 'Yes.' }] },
    { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
    { role: 'assistant', content: [{ type: 'output_text', text: 'And.' }] },
    { type: 'custom_tool_call', call_id: 'd', name: 'g', input: 'aa' },
    { type: 'function_call', call_id: 'e', namespace: 'crm', name: 'get', arguments: '{}' },
    { type: 'shell_call', call_id: 's', action: { commands: ['ls'] } },
    { type: 'function_call_output', call_id: 'c', output: [{ type: 'input_text', text: 'x' }] },
    { type: 'custom_tool_call_output', call_id: 'd', output: 'y' },
    { type: 'function_call_output', call_id: 'e', output: 'z' },
    { type: 'shell_call_output', call_id: 's', output: 'files' },
    { role: 'user', content: 'Go on.' },
    { type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }] },
    { role: 'assistant', content: [{ type: 'refusal', refusal: 'no' }] },
    { type: 'web_search_call', id: 'w', status: 'completed' },
    { role: 'user', content: 'Why?' },
  ],
});
/** The reasoning of an earlier answer, as it is once its seal is open. */
function kept(model: string): Json {
  const items = [
    { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'sealed' },
    {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'Yes.' }],
    },
    { type: 'function_call', id: 'fc_1', call_id: 'c', name: 'f', arguments: '{}' },
    { type: 'custom_tool_call', id: 'ctc_1', call_id: 'd', name: 'g', input: 'aa' },
    { type: 'function_call', id: 'fc_2', call_id: 'e', name: 'crm__get', arguments: '{}' },
    { type: 'function_call', id: 'fc_3', call_id: 's', name: 'shell', arguments: '{}' },
  ];
  const encrypted_content = packReplayData({
    role: 'assistant',
    content: null,
    refusal: null,
    extra_content: { openai: { model, items } },
  });
  return { type: 'reasoning', id: 'rs_x', summary: [], encrypted_content };
}

const messages = (): Json => ({
  model: 'p/m',
  max_tokens: 2_000,
  metadata: { user_id: 'u' },
  tool_choice: { type: 'auto' },
  system: [{ type: 'text', text: 'rules', cache_control: { type: 'ephemeral' } }],
  tools: [
    { name: 'f', input_schema: SCHEMA },
    { type: 'custom', name: 'g', input_schema: SCHEMA },
  ],
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Hi.' },
        {
          type: 'image',
          source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(40) },
        },
        {
          type: 'document',
          title: 'a.txt',
          citations: { enabled: false },
          source: { type: 'base64', media_type: 'text/plain', data: 'd29yZHM=' },
        },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: '' },
        { type: 'text', text: 'Yes.' },
        { type: 'tool_use', id: 'c', name: 'f', input: {} },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'c', content: [{ type: 'text', text: 'x' }] },
        { type: 'text', text: 'Go on.' },
      ],
    },
    { role: 'assistant', content: [] },
    { role: 'user', content: 'Well?' },
  ],
});

/** What a schema, arguments and the like hold is data. */
const DATA = new Set(['parameters', 'schema', 'input_schema', 'input', 'arguments', 'action']);

/** The paths of all objects of a request that are none of data. */
function objectsIn(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one, at) => objectsIn(one, `${path}[${at}]`));
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value).flatMap(([name, member]) =>
    DATA.has(name) && !Array.isArray(member)
      ? []
      : objectsIn(member, path === '' ? name : `${path}.${name}`),
  );
  return [path, ...below];
}

function planted(body: Json, path: string, name: string, value: unknown): Json {
  const made = structuredClone(body);
  const steps = path === '' ? [] : path.replaceAll(/\[(\d+)\]/gu, '.$1').split('.');
  const holder = steps.reduce<Json>((one, step) => one[step] as Json, made);
  holder[name] = value;
  return made;
}

function depsFor([family, model, baseUrl]: Target): ResolveDeps {
  const found = familyById(family);
  const draft = found?.contract(model, { provider: 'p', baseUrl });
  const limits = { context_tokens: 100_000, output_tokens: 32_000, ...draft?.limits };
  const contract = draft ? finishContract({ ...draft, limits }) : null;
  if (contract === null) throw new Error(`${model} has no contract`);
  const known = {
    id: 'm',
    publicId: 'p/m',
    provider: 'p',
    family,
    upstreamModel: model,
    contract,
    hardOutputTokens: null,
    prices: { input: 1_000n, cache_write: 1_250n, output: 1_000n },
    priceVersionId: 'v',
    credentials: [{ id: 'c', family, provider: 'p', baseUrl }],
  } as unknown as CatalogModel;
  const catalog = {
    models: new Map([['p/m', known]]),
    aliases: new Map(),
    unroutable: new Map(),
    vectorStores: new Map(),
  } as unknown as CatalogSnapshot;
  return { catalog, pool: createCredentialPool(() => 0), random: Math.random };
}

const CALLER = {
  key: {
    id: 'K',
    ownerId: 'U',
    modelAllowList: null,
    defaultReasoningEffort: null,
    maxOutputTokens: null,
    ownerMaxOutputTokens: null,
    limits: NO_LIMITS,
    ownerLimits: NO_LIMITS,
  },
  policy: { upliftBp: 0, upliftBpByModel: new Map(), disabledModelIds: new Set() },
  mode: 'live',
} as unknown as Caller;
const asked = <Request>(request: Request): PlanInput<Request> => ({
  opId: 'O',
  attempt: 1,
  caller: CALLER,
  maxCredits: null,
  request,
});

type Planner = (deps: ResolveDeps, body: Json) => ChatPlan[];
const PLANNERS: Readonly<Record<'chat' | 'responses' | 'messages', Planner>> = {
  chat: (deps, body) => planChat(deps, asked(parseChatRequest(body))),
  responses: (deps, body) =>
    planResponses(deps, asked(parseResponsesRequest(body, { streams: true }))),
  messages(deps, given) {
    const { asked: request, body, unknown } = parseMessagesRequest(given);
    const call = { model: request.model, asked: request, body, unknown, headers: {} };
    return planMessages(deps, asked(call)).map(asPassed);
  },
};

function wireOf({ target: { family, endpoint }, request }: ChatPlan): string {
  if (family.chat === undefined) throw new Error('the family does not chat');
  const mapper = mapperFor(family.chat, request, { family, endpoint, credential: {} });
  return JSON.stringify(mapper.toWire(request, endpoint, true));
}

/**
 * What has become of a field: it has arrived, it is named as left out, or the request is refused by
 * its name; else what is wrong.
 */
function fateOf(planner: Planner, deps: ResolveDeps, body: Json, path: string): string {
  let plans: ChatPlan[];
  try {
    plans = planner(deps, body);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const { status, message, param } = error;
    const isNamed = param !== null && message.includes(param) && isWithin(path, param);
    if (status === 400 && isNamed) return 'refused';
    return `${status} ${String(param)}: ${message}`;
  }
  const [plan] = plans;
  if (plan === undefined) return 'no plan';
  const isNamed = plan.ignored.some((one) => isWithin(path, one));
  const hasArrived = wireOf(plan).includes(FOUND);
  if (isNamed && hasArrived) return 'told as left out, and sent';
  return isNamed ? 'named' : hasArrived ? 'arrived' : 'lost in silence';
}

/**
 * Whether a field is the one that is named, or is in an object that is named as a whole. An object
 * of a picture is the part around it.
 */
function isWithin(path: string, named: string): boolean {
  const reported = path.replace(/(\.content\[\d+\])\.image_url(?=\.\w+$)/u, '$1');
  return [path, reported].some((one) => one === named || one.startsWith(`${named}.`));
}

/** The body without the fields of its own that the target cannot take. */
function fitted(planner: Planner, deps: ResolveDeps, body: Json): Json {
  try {
    planner(deps, body);
    return body;
  } catch (error) {
    const name = error instanceof GatewayError ? /^\w+/u.exec(error.param ?? '')?.[0] : undefined;
    if (name === undefined || name === 'messages' || name === 'input') throw error;
    const { [name]: _, ...rest } = body;
    return fitted(planner, deps, rest);
  }
}

const GOOD = ['refused', 'named', 'arrived'];
const BODIES: readonly [keyof typeof PLANNERS, string, (model: string) => Json][] = [
  ['chat', 'chat', chat],
  ['chat', 'chat with allowed tools', allowed],
  ['chat', 'chat with a choice of a custom tool', customChoice],
  ['responses', 'responses', responses],
  ['messages', 'messages', messages],
];

describe.each(BODIES)('%s: a member that nobody knows in %s', (route, _name, bodyOf) => {
  test.each(TARGETS)('is never lost in silence on the way to %s %s', (...target) => {
    const deps = depsFor(target);
    const body = fitted(PLANNERS[route], deps, bodyOf(target[1]));
    const fates = objectsIn(body).map((path) => {
      const whole = path === '' ? NAME : `${path}.${NAME}`;
      const fate = fateOf(PLANNERS[route], deps, planted(body, path, NAME, VALUE), whole);
      return [whole, fate] as const;
    });
    expect(fates.length).toBeGreaterThan(15);
    expect(fates.filter(([, fate]) => !GOOD.includes(fate))).toEqual([]);
  });
});

const HINTS = ['phase', 'name', 'id', 'status'];

describe.each(BODIES.filter(([, name]) => ['chat', 'responses', 'messages'].includes(name)))(
  '%s: hints of clients at the messages and items of %s',
  (route, _name, bodyOf) => {
    test.each(TARGETS)('never stop a request to %s %s', (...target) => {
      const deps = depsFor(target);
      const body = fitted(PLANNERS[route], deps, bodyOf(target[1]));
      const turns = objectsIn(body).filter((path) => /^(?:messages|input)\[\d+\]$/u.test(path));
      const fates = turns.flatMap((path) =>
        HINTS.filter((name) => at(body, path)[name] === undefined).map((name) => {
          const whole = `${path}.${name}`;
          return [whole, hintFateOf(PLANNERS[route], deps, planted(body, path, name, 'x'), whole)];
        }),
      );
      expect(fates.filter(([, fate]) => fate !== 'fine')).toEqual([]);
    });
  },
);

function at(body: Json, path: string): Json {
  const steps = path.replaceAll(/\[(\d+)\]/gu, '.$1').split('.');
  return steps.reduce<Json>((one, step) => one[step] as Json, body);
}

/**
 * A hint that a route knows at other items may have a path; one that it does not know is named as
 * left out.
 */
function hintFateOf(planner: Planner, deps: ResolveDeps, body: Json, path: string): string {
  try {
    const [plan] = planner(deps, body);
    const isReported = plan?.ignored.some((one) => isWithin(path, one)) === true;
    return isReported || isKnownHint(path) ? 'fine' : `not told: ${String(plan?.ignored)}`;
  } catch (error) {
    const known = isKnownHint(path) && error instanceof GatewayError;
    return known ? 'fine' : String(error);
  }
}

/**
 * Hints that chat and Responses know: chat has names and ids of messages, Responses ids and states
 * of items, and names of calls.
 */
function isKnownHint(path: string): boolean {
  return /^messages\[\d+\]\.(?:name|id|phase)$|^input\[\d+\]\.(?:id|status|phase|name)$/u.test(
    path,
  );
}

const KEPT = { chat: chatBody, responses: responsesBody } as const;
/** The body of an operation for later, as the worker reads it again. */
function keptBody(route: keyof typeof KEPT, body: Json): Json {
  const parsed =
    route === 'chat' ? parseChatRequest(body) : parseResponsesRequest(body, { streams: true });
  return JSON.parse(JSON.stringify(KEPT[route](parsed as never))) as Json;
}

/** What a provider is asked, or why nobody is. */
function outcomeOf(planner: Planner, deps: ResolveDeps, body: Json): string {
  try {
    const [plan] = planner(deps, body);
    return plan === undefined ? 'no plan' : wireOf(plan);
  } catch (error) {
    return error instanceof GatewayError ? `${error.status}` : String(error);
  }
}

describe.each([
  ['chat', chat],
  ['responses', responses],
] as const)('%s: a member that nobody knows', (route, bodyOf) => {
  test.each(TARGETS.filter(([family]) => family.startsWith('openai')))(
    'is the same behind a body that was kept for later, for %s %s',
    (...target) => {
      const deps = depsFor(target);
      const planner = PLANNERS[route];
      const body = fitted(planner, deps, bodyOf(target[1]));
      const differing = objectsIn(body).filter((path) => {
        const asked = planted(body, path, NAME, VALUE);
        const first = outcomeOf(planner, deps, asked);
        return first !== '400' && outcomeOf(planner, deps, keptBody(route, asked)) !== first;
      });
      expect(differing).toEqual([]);
    },
  );
});

test('a mark of the prompt on Responses reaches Claude, on parts, items and tools', () => {
  const mark = { cache_control: { type: 'ephemeral' } };
  const deps = depsFor(['anthropic', 'claude-sonnet-4-5', 'https://api.anthropic.com']);
  const [plan] = PLANNERS.responses(deps, {
    model: 'p/m',
    max_output_tokens: 2_000,
    tools: [{ type: 'function', name: 'f', parameters: SCHEMA, ...mark }],
    input: [
      { role: 'system', content: 'rules', ...mark },
      { role: 'user', content: [{ type: 'input_text', text: 'Hi.', ...mark }] },
    ],
  });
  if (plan === undefined) throw new Error('there is no plan');
  expect(wireOf(plan).split('"cache_control":{"type":"ephemeral"}')).toHaveLength(4);
  expect(plan.ignored).toEqual([]);
});
