import type { ChatRequest } from '@tollgate/contract/chat';
import { checkChatRequest } from '@tollgate/providers/contract/check-contract';
import { CELLS, LINES } from './cells.ts';
import type { Cell } from './cells.ts';
import { lineFor, refusalOf } from './strict-provider.ts';
import type { Line } from './strict-provider.ts';

/** Models beside those of the lines, for rules that only some members have. */
const MORE: readonly (readonly [string, string])[] = [
  ['openai', 'gpt-5.1'],
  ['openai', 'gpt-5.2'],
  ['openai', 'o4-mini'],
  ['openai', 'gpt-5.1-codex-mini'],
  ['openai', 'gpt-5.4-pro'],
  ['openai', 'gpt-6.1-sol'],
  ['openai-compatible', 'openai/gpt-5.5'],
  ['openai-compatible', 'gpt-5.6'],
  ['openai-responses', 'openai/gpt-5.2'],
  ['google', 'gemini-2.5-pro'],
  ['google', 'gemini-2.5-flash-lite'],
  ['google', 'gemini-3-pro-preview'],
  ['google', 'gemini-3.8-flash'],
  ['anthropic', 'claude-opus-4-6'],
  ['anthropic', 'claude-opus-4-1'],
  ['anthropic', 'claude-sonnet-4-0'],
  ['anthropic', 'claude-3-5-haiku-latest'],
  ['anthropic', 'claude-opus-5-5'],
  ['anthropic', 'claude-sonnet-5-5'],
  ['bedrock', 'us.anthropic.claude-opus-4-6-v1'],
  ['bedrock', 'us.anthropic.claude-opus-4-1-20250805-v1:0'],
  ['bedrock', 'global.anthropic.claude-sonnet-5'],
  ['bedrock', 'us.anthropic.claude-opus-5-5'],
  ['bedrock', 'us.amazon.nova-2-lite-v1:0'],
  ['bedrock', 'openai.gpt-oss-120b-1:0'],
  ['bedrock', 'qwen.qwen3-32b-v1:0'],
  ['bedrock', 'meta.llama3-1-70b-instruct-v1:0'],
];
/** Values at the edges of what contracts allow, beside those of every cell. */
const EDGES: readonly Cell[] = [
  { parameter: 'temperature', value: 0, fields: { temperature: 0 } },
  { parameter: 'temperature', value: 1, fields: { temperature: 1 } },
  { parameter: 'top_p', value: 1, fields: { top_p: 1 } },
  { parameter: 'max_completion_tokens', value: 16, fields: { max_completion_tokens: 16 } },
  { parameter: 'max_completion_tokens', value: 1_024, fields: { max_completion_tokens: 1_024 } },
  { parameter: 'max_tokens', value: 1_025, fields: { max_tokens: 1_025 } },
];
const SPOKEN: ChatRequest['messages'] = [{ role: 'user', content: 'Give me JSON.' }];

/** Two cells in one request, within the line's own ceiling. */
function requestOf({ contract, endpoint }: Line, cells: readonly Cell[]): ChatRequest {
  const fields = Object.assign({}, ...cells.flatMap((one) => [one.beside, one.fields])) as object;
  const ceiling = Math.min(16_000, contract.limits.output_tokens ?? 0);
  const isReported = 'max_tokens' in fields || 'max_completion_tokens' in fields;
  return {
    model: endpoint.upstreamModel,
    messages: SPOKEN,
    ...(isReported ? {} : { max_completion_tokens: ceiling }),
    ...fields,
  };
}

const withImageNamed = (cells: readonly Cell[]): readonly Cell[] =>
  cells.map((one) => {
    const [message] = one.fields.messages ?? [];
    if (!['image_input', 'document_input'].includes(one.parameter) || message?.role !== 'user')
      return one;
    if (typeof message.content === 'string') return one;
    const content = [{ type: 'text' as const, text: 'JSON' }, ...message.content];
    return { ...one, fields: { messages: [{ role: 'user' as const, content }] } };
  });

const ALL = withImageNamed([...CELLS, ...EDGES]);
const PAIRS = ALL.flatMap((left, index) =>
  ALL.slice(index + 1)
    .filter(({ parameter }) => parameter !== left.parameter)
    .map((right) => [left, right] as const),
);
const LINED = Object.entries(LINES)
  .filter(([id]) => id !== 'sandbox')
  .flatMap(([id, models]) => models.map((model) => [id, model] as const));

describe.each([...LINED, ...MORE])('%s %s', (id, model) => {
  const line = lineFor(id, model);

  test('what the contract allows, one by one and in pairs, the provider takes', async () => {
    const refused: unknown[] = [];
    let allowed = 0;
    for (const cells of [...ALL.map((one) => [one]), ...PAIRS]) {
      const request = requestOf(line, cells);
      if (checkChatRequest(line.contract, request) !== null) continue;
      allowed += 1;
      const said = line.family.foreignContent?.(request, line.endpoint)?.message ?? null;
      const reported = said ?? (await refusalOf(line, request));
      const asked = cells.map(({ parameter, value }) => `${parameter} ${value ?? ''}`.trim());
      if (reported !== null) refused.push([asked.join(' + '), reported]);
    }
    expect(refused).toEqual([]);
    expect(allowed).toBeGreaterThan(20);
  });

  test('what the contract refuses together, the provider refuses too', async () => {
    const allowedAlone = (one: Cell): boolean =>
      checkChatRequest(line.contract, requestOf(line, [one])) === null;
    const alone = ALL.filter(allowedAlone);
    const pairs = PAIRS.filter((pair) => pair.every((one) => alone.includes(one)));
    const taken: string[] = [];
    for (const pair of pairs) {
      const request = requestOf(line, pair);
      const refusal = checkChatRequest(line.contract, request);
      if (refusal === null || OURS.test(refusal.message) || isOurs(id, request)) continue;
      if ((await refusalOf(line, request)) === null) taken.push(refusal.message);
    }
    expect(taken).toEqual([]);
  });
});

/** Refused by the API itself, whatever the model. */
const OURS = /not both|needs logprobs|needs tools/u;

/**
 * A JSON object that is made as a forced call of ours: what goes against that, only we know. And a
 * provider that would let thinking eat the whole output, so that nothing is left for an answer.
 */
function isOurs(
  id: string,
  { response_format: format, reasoning_effort: effort }: ChatRequest,
): boolean {
  return format?.type === 'json_object' || (id === 'google' && effort != null);
}
