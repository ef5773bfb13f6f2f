import type { ChatRequest, Tool } from '@tollgate/contract/chat';
import type { Endpoint } from '../../adapter/adapter.ts';
import { withOwnMarks } from '../../adapter/cache-marks.ts';
import { lineOf } from '../../claude/lines.ts';
import type { ModelLine } from '../../claude/lines.ts';
import { isLoopWithoutThinking, thinkingOf } from '../../claude/thinking.ts';
import { withoutNulls } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { JSON_TOOL, JSON_TOOL_NAME } from './json-answer.ts';
import { kindsOf, systemOf, turnsOf } from './turns.ts';
import type { WireRequest, WireToolChoice } from './types.ts';

/** The ceiling for a model of an unknown line; only tests ask such a model. */
const OUTPUT_TOKENS_USUAL = 4_096;
const UNKNOWN_LINE: Pick<ModelLine, 'thinking' | 'output'> = {
  thinking: 'none',
  output: OUTPUT_TOKENS_USUAL,
};

/**
 * Our request in the provider's shape. Nulls mean absent; `user`, `metadata` and `store` are for us
 * and stay here; `n: 1` is what the provider does anyway.
 */
export function toWireRequest(
  asked: ChatRequest,
  endpoint: Endpoint,
  stream: boolean,
): WireRequest {
  const request = withOwnMarks(asked, endpoint.cacheTtl);
  const line = { ...UNKNOWN_LINE, ...lineOf(endpoint.upstreamModel) } as ModelLine;
  const ceiling = request.max_completion_tokens ?? request.max_tokens ?? line.output;
  const system = systemOf(request.messages);
  const messages = turnsOf(request.messages, endpoint);
  const goesOnUnthinking =
    line.thinking === 'budget' && isLoopWithoutThinking(messages.map(kindsOf));
  const { thinking, effort } = goesOnUnthinking ? {} : thinkingOf(request, line, ceiling);
  const output = withoutNulls({ effort, format: formatOf(request.response_format) });
  return {
    model: endpoint.upstreamModel,
    max_tokens: ceiling,
    messages,
    ...(system.length === 0 ? {} : { system }),
    ...withoutNulls({
      temperature: request.temperature,
      top_p: request.top_p,
      stop_sequences: typeof request.stop === 'string' ? [request.stop] : request.stop,
      thinking,
      ...toolsOf(request),
      output_config: Object.keys(output).length === 0 ? undefined : output,
    }),
    ...(stream ? { stream: true } : {}),
  };
}

function formatOf(format: ChatRequest['response_format']): JsonObject | undefined {
  if (format?.type !== 'json_schema') return undefined;
  return { type: 'json_schema', schema: format.json_schema.schema };
}

/**
 * The tools and the choice among them. "Any JSON object" is one more tool, and a choice that forces
 * a call.
 */
function toolsOf(request: ChatRequest): {
  tools?: JsonObject[];
  tool_choice?: WireToolChoice | undefined;
} {
  const tools = (request.tools ?? []).map(toWireTool);
  if (request.response_format?.type === 'json_object') {
    const choice: WireToolChoice =
      tools.length === 0 ? { type: 'tool', name: JSON_TOOL_NAME } : { type: 'any' };
    const single = { ...choice, disable_parallel_tool_use: true };
    return { tools: [...tools, JSON_TOOL], tool_choice: single };
  }
  return tools.length === 0 ? {} : { tools, tool_choice: choiceOf(request) };
}

function toWireTool({ function: reported, cache_control: mark }: Tool): JsonObject {
  return withoutNulls({
    name: reported.name,
    description: reported.description,
    strict: reported.strict,
    input_schema: { type: 'object', ...reported.parameters },
    cache_control: mark,
  });
}

function choiceOf(request: ChatRequest): WireToolChoice | undefined {
  const { tool_choice: choice, parallel_tool_calls: parallel } = request;
  const isReported = parallel !== undefined && parallel !== null;
  const single = isReported ? { disable_parallel_tool_use: !parallel } : {};
  if (choice === undefined || choice === null) {
    return isReported ? { type: 'auto', ...single } : undefined;
  }
  if (choice === 'none') return { type: 'none' };
  if (choice === 'auto') return { type: 'auto', ...single };
  if (choice === 'required') return { type: 'any', ...single };
  return { type: 'tool', name: choice.function.name, ...single };
}
