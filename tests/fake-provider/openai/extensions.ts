import type { Shape } from '../shape.ts';
import { Refusal } from '../wire.ts';

/**
 * Fields that OpenAI's reference has and Tollgate's contract does not, so that tests see what
 * reaches the provider.
 * @see https://developers.openai.com/api/docs/guides/prompt-caching for the breakpoints of GPT-5.6
 *   and later models
 * @see https://developers.openai.com/api/reference/resources/responses/methods/create for the
 *   others
 */
export const PART_EXTENSIONS: Shape = { prompt_cache_breakpoint: { mode: null } };
export const BODY_EXTENSIONS: Shape = { prompt_cache_options: { mode: null, ttl: null } };
export const REASONING_EXTENSIONS: Shape = { context: null, mode: null };
export const TOOL_EXTENSIONS: Shape = {
  allowed_callers: null,
  defer_loading: null,
  output_schema: null,
};
export const ITEM_EXTENSIONS: Shape = { caller: { type: null, caller_id: null } };

type Json = Record<string, unknown>;

const HAS_BREAKPOINTS = /^gpt-5\.[6-9]/u;
const CONTEXTS: ReadonlySet<unknown> = new Set([
  undefined,
  null,
  'auto',
  'current_turn',
  'all_turns',
]);
const CALLERS: ReadonlySet<unknown> = new Set(['direct', 'programmatic']);

/** Refuses values that these fields do not take. */
export function assertExtensions(body: Json & { model: string }): void {
  const turns = [body['messages'] ?? body['input']].flat().filter(isJson);
  const parts = turns.flatMap(({ content }) => [content].flat().filter(isJson));
  assertBreakpoints(body, parts);
  const reasoning = isJson(body['reasoning']) ? body['reasoning'] : {};
  if (!CONTEXTS.has(reasoning['context'])) {
    refuse(
      `Invalid value: '${String(reasoning['context'])}'.`,
      'reasoning.context',
      'invalid_value',
    );
  }
  for (const [at, tool] of [body['tools'] ?? []].flat().filter(isJson).entries()) {
    const callers = [tool['allowed_callers'] ?? []].flat();
    const strange = callers.find((caller) => !CALLERS.has(caller));
    if (strange === undefined) continue;
    const param = `tools[${at}].allowed_callers`;
    const shown = typeof strange === 'string' ? strange : JSON.stringify(strange);
    refuse(`Invalid value: '${shown}'.`, param, 'invalid_value');
  }
  for (const { caller } of turns) {
    if (!isJson(caller) || caller['type'] === 'direct') continue;
    refuse(`Invalid value: '${String(caller['type'])}'.`, 'input.caller.type', 'invalid_value');
  }
}

function assertBreakpoints({ model, ...body }: Json & { model: string }, parts: Json[]): void {
  const marks = parts.flatMap(({ prompt_cache_breakpoint: mark }) =>
    mark === undefined ? [] : [mark],
  );
  if (marks.length > 0 && !HAS_BREAKPOINTS.test(model)) {
    const param = 'prompt_cache_breakpoint';
    refuse(`Unsupported parameter: '${param}' is not supported with this model.`, param);
  }
  const odd = marks.find((mark) => !isJson(mark) || mark['mode'] !== 'explicit');
  if (odd !== undefined) {
    const param = 'prompt_cache_breakpoint.mode';
    refuse(`Invalid value for '${param}': expected 'explicit'.`, param, 'invalid_value');
  }
  const { prompt_cache_options: options } = body;
  if (!isJson(options) || ['implicit', 'explicit'].includes(String(options['mode']))) return;
  const param = 'prompt_cache_options.mode';
  refuse(`Invalid value: '${String(options['mode'])}'.`, param, 'invalid_value');
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refuse(message: string, param: string, code: string | null = null): never {
  throw new Refusal({ status: 400, type: 'invalid_request_error', message, param, code });
}
