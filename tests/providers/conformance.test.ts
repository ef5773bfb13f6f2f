import type { ChatRequest } from '@tollgate/contract/chat';
import { CHAT_PARAMETERS, HINT_PARAMETERS } from '@tollgate/contract/request-contract';
import { checkChatRequest } from '@tollgate/providers/check-contract';
import { finishContract } from '@tollgate/providers/contract';
import { familyById } from '@tollgate/providers/families';

const HINTS: ReadonlySet<string> = new Set(HINT_PARAMETERS);

/** A model of each line whose contract differs, by family. */
const LINES: Readonly<Record<string, readonly string[]>> = {
  openai: ['gpt-4o', 'gpt-4.1', 'gpt-5', 'o3'],
  'openai-compatible': ['any-model'],
  google: ['gemini-2.0-flash', 'gemini-2.5-flash', 'gemini-3-flash-preview'],
  anthropic: ['claude-opus-4-7', 'claude-sonnet-4-5', 'claude-haiku-4-5'],
  ollama: ['llama3.2', 'qwen3:8b', 'gpt-oss:20b'],
  bedrock: ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'amazon.nova-lite-v1:0'],
  deepseek: ['deepseek-chat', 'deepseek-reasoner'],
  sandbox: ['echo', 'reasoner'],
};

const TOOLS: NonNullable<ChatRequest['tools']> = [
  { type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } },
];
const SCHEMA = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
const PIXEL = `data:image/png;base64,${'A'.repeat(40)}`;

/** One value of one parameter, as a contract names it and as a request carries it. */
interface Cell {
  parameter: (typeof CHAT_PARAMETERS)[number];
  value: string | number | boolean | null;
  fields: Partial<ChatRequest>;
  /** What else has to be there for the parameter to make sense. */
  beside?: Partial<ChatRequest>;
}

const cell = (
  parameter: Cell['parameter'],
  value: Cell['value'],
  fields: Partial<ChatRequest>,
  beside: Partial<ChatRequest> = {},
): Cell => ({ parameter, value, fields, beside });

const CELLS: readonly Cell[] = [
  cell('temperature', 0.5, { temperature: 0.5 }),
  cell('top_p', 0.5, { top_p: 0.5 }),
  cell('n', 2, { n: 2 }),
  cell('stop', null, { stop: ['END'] }),
  cell('seed', 7, { seed: 7 }),
  cell('presence_penalty', 0.5, { presence_penalty: 0.5 }),
  cell('frequency_penalty', 0.5, { frequency_penalty: 0.5 }),
  cell('logit_bias', null, { logit_bias: { '5': 1 } }),
  cell('logprobs', true, { logprobs: true }),
  cell('top_logprobs', 2, { top_logprobs: 2, logprobs: true }),
  cell('tools', null, { tools: TOOLS }),
  cell('image_input', null, {
    messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: PIXEL } }] }],
  }),
  ...(['text', 'json_object'] as const).map((type) =>
    cell('response_format', type, { response_format: { type } }),
  ),
  cell('response_format', 'json_schema', {
    response_format: { type: 'json_schema', json_schema: { name: 'a', schema: SCHEMA } },
  }),
  ...(['auto', 'none', 'required'] as const).map((choice) =>
    cell('tool_choice', choice, { tool_choice: choice }, { tools: TOOLS }),
  ),
  cell(
    'tool_choice',
    'named',
    { tool_choice: { type: 'function', function: { name: 'f' } } },
    { tools: TOOLS },
  ),
  ...[true, false].map((value) =>
    cell('parallel_tool_calls', value, { parallel_tool_calls: value }, { tools: TOOLS }),
  ),
  ...['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'].map((effort) =>
    cell('reasoning_effort', effort, { reasoning_effort: effort }),
  ),
];

/** Values that say what the wire means anyway: they need not show there. */
const IMPLIED = new Set([
  'tool_choice auto',
  'parallel_tool_calls true',
  'response_format text',
  'reasoning_effort none',
]);

const lines = Object.entries(LINES).flatMap(([id, models]) =>
  models.map((model) => [id, model] as const),
);

describe.each(lines)('%s %s', (id, model) => {
  const family = familyById(id);
  if (family === undefined) throw new Error(`no family ${id}`);
  const draft = family.contract(model);
  if (draft === null) throw new Error(`${id} does not know ${model}`);
  const limits = { context_tokens: 100_000, output_tokens: 32_000, ...draft.limits };
  const contract = finishContract({ ...draft, limits });
  if (contract === null) throw new Error('the contract is not complete');
  const target = {
    family: id,
    provider: family.provider ?? 'any',
    upstreamModel: model,
    baseUrl: 'https://api.example.com',
  };
  const base: ChatRequest = {
    model,
    messages: [{ role: 'user', content: 'x' }],
    max_completion_tokens: 16_000,
  };

  test('says something about every parameter', () => {
    const names = Object.keys(contract.parameters).filter((name) => !HINTS.has(name));
    expect(names.sort()).toEqual([...CHAT_PARAMETERS].sort());
  });

  test('a name of a speaker reaches the wire or is refused by its place', () => {
    const { chat } = family;
    if (chat === undefined) return;
    const named: ChatRequest = {
      ...base,
      messages: [{ role: 'user', content: 'x', name: 'somebody' }],
    };
    const refusal = family.foreignContent?.(named, target) ?? null;
    if (refusal === null) {
      expect(JSON.stringify(chat.toWire(named, target, false))).toContain('somebody');
    } else {
      expect(refusal.param).toBe('messages[0].name');
    }
  });

  test('how closely to look at an image reaches the wire or is refused by its place', () => {
    const { chat } = family;
    if (chat === undefined || contract.parameters['image_input']?.supported !== true) return;
    const looking = (detail: 'low' | 'auto'): ChatRequest => {
      const image = { type: 'image_url' as const, image_url: { url: PIXEL, detail } };
      return { ...base, messages: [{ role: 'user', content: [image] }] };
    };
    expect(family.foreignContent?.(looking('auto'), target) ?? null).toBeNull();
    const refusal = family.foreignContent?.(looking('low'), target) ?? null;
    if (refusal === null) {
      expect(JSON.stringify(chat.toWire(looking('low'), target, false))).toContain('"low"');
    } else {
      expect(refusal.param).toBe('messages[0].content[0].image_url.detail');
    }
  });

  test.each(CELLS.map((one) => [`${one.parameter} ${one.value ?? ''}`.trim(), one] as const))(
    '%s',
    (name, { parameter, value, fields, beside }) => {
      const rule = contract.parameters[parameter];
      const allowed =
        rule?.supported === true &&
        (value === null || rule.values === undefined || rule.values.includes(value)) &&
        (typeof value !== 'number' ||
          ((rule.minimum ?? value) <= value && value <= (rule.maximum ?? value)));
      const without = { ...base, ...beside };
      const request = { ...without, ...fields };
      const refusal = checkChatRequest(contract, request);
      if (!allowed) {
        expect(refusal?.param).toMatch(new RegExp(`^(${parameter}|messages|logprobs|tools)`));
        return;
      }
      expect(refusal).toBeNull();
      if (family.chat === undefined || IMPLIED.has(name)) return;
      expect(family.foreignContent?.(request, target) ?? null).toBeNull();
      const wire = (asked: ChatRequest): string =>
        JSON.stringify(family.chat?.toWire(asked, target, false));
      expect(wire(request)).not.toBe(wire(without));
    },
  );
});
