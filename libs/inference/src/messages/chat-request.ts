import type { ChatRequest, Message, ResponseFormat, Tool } from '@tollgate/contract/chat';
import type {
  CountTokensRequest,
  MessagesRequest,
  MessagesTool,
} from '@tollgate/contract/messages';
import type { RequestContract } from '@tollgate/contract/request-contract';
import { extraRule } from '@tollgate/contract/extra-parameters';
import { serverToolOf } from '@tollgate/contract/server-tools';
import { isHint } from '@tollgate/contract/unknown-fields';
import type { UnknownField } from '@tollgate/structure/unknown-fields';
import type { Refusal } from '@tollgate/providers/adapter/refusal';

/**
 * What a budget for thinking comes to in the words of models that know efforts only: the effort of
 * budgets below so many tokens.
 */
const EFFORTS = [
  { below: 4_096, effort: 'low' },
  { below: 16_384, effort: 'medium' },
  { below: Number.POSITIVE_INFINITY, effort: 'high' },
] as const;
/** The other wires want a name for a format. */
const FORMAT_NAME = 'answer';

/** The request in the shape that the chat route takes; null means absent. */
export function toChatRequest(
  asked: CountTokensRequest & Partial<MessagesRequest>,
  messages: Message[],
  contract: RequestContract,
): ChatRequest {
  const { model, stop_sequences: stops, stream } = asked;
  const fields: Partial<ChatRequest> = {
    max_completion_tokens: asked.max_tokens ?? null,
    temperature: asked.temperature ?? null,
    top_p: asked.top_p ?? null,
    stop: stops?.length ? stops : null,
    stream: stream === true ? stream : null,
    ...toolFields(asked),
    reasoning_effort: effortOf(asked, contract),
    response_format: formatOf(asked),
    user: asked.metadata?.user_id ?? null,
  };
  const present = Object.entries(fields).filter(([, value]) => value !== null);
  const marked = markedAtEnd(messages, asked.cache_control ?? null);
  return { model, messages: marked, ...Object.fromEntries(present) };
}

/** A mark beside the messages applies to the end of the prompt. */
function markedAtEnd(
  messages: Message[],
  mark: CountTokensRequest['cache_control'] | null,
): Message[] {
  const last = messages.at(-1);
  if (!mark || last === undefined || last.cache_control) return messages;
  return [...messages.slice(0, -1), { ...last, cache_control: mark }];
}

function toolFields({
  tools,
  tool_choice: choice,
}: CountTokensRequest): Pick<ChatRequest, 'tools' | 'tool_choice' | 'parallel_tool_calls'> {
  const isSingle = choice?.type !== 'none' && choice?.disable_parallel_tool_use === true;
  return {
    tools: tools?.length ? tools.map(toTool) : null,
    tool_choice: toChoice(choice) ?? null,
    parallel_tool_calls: isSingle ? false : null,
  };
}

function formatOf({ output_config: output }: CountTokensRequest): ResponseFormat | null {
  const schema = output?.format?.schema;
  if (schema === undefined) return null;
  return { type: 'json_schema', json_schema: { name: FORMAT_NAME, schema, strict: true } };
}

function toTool({ name, description, input_schema: schema, strict, ...tool }: MessagesTool): Tool {
  return {
    type: 'function',
    function: {
      name,
      ...(description === undefined ? {} : { description }),
      parameters: schema,
      ...(strict === true ? { strict } : {}),
    },
    ...(tool.cache_control ? { cache_control: tool.cache_control } : {}),
  };
}

function toChoice(choice: CountTokensRequest['tool_choice']): ChatRequest['tool_choice'] {
  switch (choice?.type) {
    case undefined:
      return null;
    case 'any':
      return 'required';
    case 'tool':
      return { type: 'function', function: { name: choice.name } };
    case 'auto':
    case 'none':
      return choice.type;
  }
}

/**
 * How much a model is to think. Agents name an effort with every request, whichever model they are
 * pointed at; a model that nobody here knows, and for which no administrator has admitted efforts,
 * is asked without one. An effort is passed on as it is; a budget becomes the effort nearest to it,
 * and thinking that is disabled, also but for between calls, becomes `none` where the model knows
 * that word. `adaptive` leaves it to the model.
 */
function effortOf(
  { thinking, output_config: output }: CountTokensRequest,
  contract: RequestContract,
): string | null {
  if (leavesEffortOut(contract)) return null;
  if (output?.effort) return output.effort;
  if (thinking?.type === 'enabled') return nearestEffort(thinking.budget_tokens);
  return isResting(thinking) && knowsNone(contract) ? 'none' : null;
}

function isResting(thinking: CountTokensRequest['thinking']): boolean {
  return thinking?.type === 'disabled' || thinking?.type === 'between_tools';
}

function knowsNone({ parameters }: RequestContract): boolean {
  const { supported = false, values = [] } = parameters['reasoning_effort'] ?? {};
  return supported && values.includes('none');
}

/**
 * The parameter of the chat call that a model is asked without, as {@link effortOf} decides; none
 * where the request names no effort.
 */
export function effortLeftOut(
  { thinking, output_config: output }: CountTokensRequest,
  contract: RequestContract,
): string[] {
  const names = Boolean(output?.effort) || thinking?.type === 'enabled';
  return names && leavesEffortOut(contract) ? ['reasoning_effort'] : [];
}

function leavesEffortOut({ parameters, source }: RequestContract): boolean {
  return source !== 'published' && parameters['reasoning_effort']?.supported !== true;
}

function nearestEffort(budget: number): string | null {
  return EFFORTS.find(({ below }) => budget < below)?.effort ?? null;
}

/** What callers can do whose model has a provider that calls no MCP servers. */
export const CALL_SERVERS_YOURSELF =
  'Let your client call the server, and send its tools as tools of your own, or ask a Claude model of Anthropic whose pricing has mcp.';

function isOfServers({ param, value }: UnknownField): boolean {
  return (
    param === 'mcp_servers' || serverToolOf((value as { type?: unknown } | null)?.type) === 'mcp'
  );
}

/** Characters of a type that a refusal repeats. */
const TYPE_SHOWN = 64;

/** The extra parameters of a request that the contract of its model has. */
export function extrasOf(
  asked: Partial<MessagesRequest>,
  unknown: readonly UnknownField[],
  { parameters }: Pick<RequestContract, 'parameters'>,
): Pick<ChatRequest, 'extra'> {
  const admitted = notInChat(asked, unknown).filter(
    ({ param }) => extraRule(parameters, param)?.supported === true,
  );
  if (admitted.length === 0) return {};
  return { extra: Object.fromEntries(admitted.map(({ param, value }) => [param, value])) };
}

/** The fields of a request that no chat call has. */
function notInChat(
  { top_k: topK }: Partial<MessagesRequest>,
  unknown: readonly UnknownField[],
): UnknownField[] {
  return [...((topK ?? null) === null ? [] : [{ param: 'top_k', value: topK }]), ...unknown];
}

/**
 * What has no counterpart outside Anthropic's own API and is no hint; null when there is nothing of
 * that kind.
 */
export function unsupportedField(
  asked: Partial<MessagesRequest>,
  unknown: readonly UnknownField[],
  { parameters }: Pick<RequestContract, 'parameters'>,
): Refusal | null {
  const first = notInChat(asked, unknown).find(
    ({ param, value }) => !isHint(param, value) && extraRule(parameters, param)?.supported !== true,
  );
  if (first === undefined) return null;
  const { param, value } = first;
  if (isOfServers(first)) {
    const message = `This model does not support mcp_servers. ${CALL_SERVERS_YOURSELF}`;
    return { param: 'mcp_servers', message };
  }
  const advice = 'Leave it out, or ask a Claude model, whose provider has it.';
  return { param, message: `This model does not support ${wordsFor(param, value)}. ${advice}` };
}

function wordsFor(param: string, value: unknown): string {
  if (!param.endsWith('.type')) return param;
  const type = JSON.stringify((value as { type: string }).type.slice(0, TYPE_SHOWN));
  return /^tools\[\d+\]\.type$/u.test(param) ? `tools of the type ${type}` : `${type} in ${param}`;
}
