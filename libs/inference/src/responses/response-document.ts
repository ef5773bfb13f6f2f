import type { ChatChoice, FinishReason } from '@tollgate/contract/chat';
import { CLIENT_TOOLS, clientCallOf, isClientTool } from '@tollgate/contract/client-tools';
import { isOpenaiTool } from '@tollgate/contract/openai-runs';
import type { ClientCallType } from '@tollgate/contract/client-tools';
import type {
  CustomTool,
  FunctionTool,
  OpenResponse,
  OutputItem,
  ResponseDocument,
  ResponsesRequest,
  ResponsesTool,
  ResponseUsage,
} from '@tollgate/contract/responses';
import type { UsageCounts } from '@tollgate/money/rating';
import type { MappedAnswer, Searched } from '@tollgate/providers/adapter/adapter';
import { toChatUsage } from '../dispatch/answer.ts';
import { hostedItem, hostedType } from './hosted-items.ts';
import type { HostedType } from './hosted-items.ts';
import type { ResponsesPlan } from './plan-responses.ts';
import { toInput } from '@tollgate/contract/custom-tool';
import { callersTools, isToolLeftOut } from '@tollgate/structure/flat-tools';
import type { CallersTool } from '@tollgate/structure/flat-tools';
import { packReplayData } from '@tollgate/structure/replay-data';

type Incomplete = ResponseDocument['incomplete_details'];
type Message = Extract<OutputItem, { type: 'message' }>;

const INCOMPLETE: Partial<Record<FinishReason, Incomplete>> = {
  length: { reason: 'max_output_tokens' },
  content_filter: { reason: 'content_filter' },
};
const CALL_DIGITS = 4;

/** The public document of an answer on this route; ids and times are ours. */
export function toResponse(
  plan: ResponsesPlan,
  answer: MappedAnswer,
  given: { usage: UsageCounts; createdMs: number },
): ResponseDocument {
  const [choice] = answer.choices;
  const incomplete = (choice && INCOMPLETE[choice.finish_reason]) ?? null;
  const { opId } = plan;
  return {
    ...headOf({ opId, createdMs: given.createdMs }),
    status: incomplete === null ? 'completed' : 'incomplete',
    incomplete_details: incomplete,
    model: plan.target.publicId,
    output:
      choice === undefined
        ? []
        : withStatus(toItems(choice, plan, answer.searched), incomplete !== null),
    reasoning: reasoningOf(plan.request),
    usage: toUsage(given.usage),
    ...echoOf(plan.asked),
  };
}

/**
 * The document of a response that has no answer yet, as the events of a stream show it. Which
 * target will serve the call is open, so the model is the one that was asked for.
 */
export function toOpening(
  asked: ResponsesRequest,
  given: { opId: string; createdMs: number },
): OpenResponse {
  return {
    ...headOf(given),
    status: 'in_progress',
    incomplete_details: null,
    model: asked.model,
    output: [],
    reasoning: { effort: asked.reasoning?.effort ?? null, summary: null },
    usage: null,
    ...echoOf(asked),
  };
}

/**
 * The document without what a caller may have made long, for events that are sent again and again.
 */
export function toShortOpening(opening: OpenResponse): OpenResponse {
  const {
    instructions: _i,
    metadata: _m,
    text: _t,
    tool_choice: _c,
    tools: _l,
    ...short
  } = opening;
  return short;
}

function headOf({ opId, createdMs }: { opId: string; createdMs: number }) {
  return {
    id: `resp_${opId.replaceAll('-', '')}`,
    object: 'response',
    created_at: Math.floor(createdMs / 1_000),
    background: false,
    error: null,
  } as const;
}

/** The type of an item that is a call. */
export type CallType = 'function_call' | 'custom_tool_call' | ClientCallType;

const PREFIX: Readonly<Record<'reasoning' | 'message' | HostedType | CallType, string>> = {
  reasoning: 'rs',
  message: 'msg',
  function_call: 'fc',
  custom_tool_call: 'ctc',
  web_search_call: 'ws',
  code_interpreter_call: 'ci',
  mcp_list_tools: 'mcpl',
  mcp_call: 'mcp',
  image_generation_call: 'ig',
  file_search_call: 'fs',
  mcp_approval_request: 'mcpr',
  local_shell_call: CLIENT_TOOLS.local_shell.prefix,
  shell_call: CLIENT_TOOLS.shell.prefix,
  apply_patch_call: CLIENT_TOOLS.apply_patch.prefix,
  tool_search_call: CLIENT_TOOLS.tool_search.prefix,
};

/** The type of the item that calls a tool. */
export function callTypeOf(type: CallersTool['type']): CallType {
  if (isClientTool(type)) return CLIENT_TOOLS[type].call;
  return type === 'custom' ? 'custom_tool_call' : 'function_call';
}

/** What an item says of a call beside its id. */
export function callMembers({ type, called }: CallersTool, given: string): object {
  if (isClientTool(type)) return clientCallOf(type, given);
  return type === 'custom' ? { ...called, input: toInput(given) } : { ...called, arguments: given };
}

/**
 * The id of an item.
 * @param position counts the items of this type; a document has one reasoning item and one message,
 *   a stream may go on with either in a further one
 */
export function itemId(type: keyof typeof PREFIX, opId: string, position: number): string {
  const name = `${PREFIX[type]}_${opId.replaceAll('-', '')}`;
  if (type !== 'reasoning' && type !== 'message') {
    return name + String(position).padStart(CALL_DIGITS, '0');
  }
  return position === 0 ? name : `${name}_${position}`;
}

/** What was asked, with the defaults that hold. */
function echoOf(asked: ResponsesRequest) {
  return {
    instructions: asked.instructions ?? null,
    max_output_tokens: asked.max_output_tokens ?? null,
    ...searchBoundOf(asked),
    parallel_tool_calls: asked.parallel_tool_calls ?? true,
    previous_response_id: null,
    store: false,
    temperature: asked.temperature ?? null,
    text: { format: asked.text?.format ?? { type: 'text' } },
    tool_choice: asked.tool_choice ?? 'auto',
    tools: (asked.tools ?? []).flatMap(toolsOf),
    top_p: asked.top_p ?? null,
    truncation: 'disabled',
    user: asked.user ?? null,
    metadata: asked.metadata ?? {},
  } as const;
}

function searchBoundOf({ max_tool_calls: calls = null }: ResponsesRequest) {
  return { max_tool_calls: calls } as const;
}

type ToolEcho = ResponseDocument['tools'][number];
type InnerEcho = Extract<ToolEcho, { type: 'namespace' }>['tools'][number];

function toolsOf(tool: ResponsesTool): ToolEcho[] {
  if (isToolLeftOut(tool) || isOpenaiTool(tool)) return [];
  if (tool.type === 'function' || tool.type === 'custom') return [toolOf(tool)];
  if (tool.type !== 'namespace') return [tool];
  const { type, name, description = null, tools } = tool;
  return [{ type, name, description, tools: tools.map(toolOf) }];
}

function toolOf(tool: FunctionTool | CustomTool): InnerEcho {
  const { name, description = null } = tool;
  if (tool.type === 'custom')
    return { type: 'custom', name, description, format: tool.format ?? null };
  const { parameters = null, strict = null } = tool;
  return { type: 'function', name, description, parameters, strict };
}

/**
 * Whether the reasoning of an answer is a summary: the caller has asked for one, and the model
 * takes the word.
 */
export function givesSummaries({ request }: Pick<ResponsesPlan, 'request'>): boolean {
  return request.reasoning_summary !== undefined && request.reasoning_summary !== null;
}

function reasoningOf(request: ResponsesPlan['request']): ResponseDocument['reasoning'] {
  const { reasoning_effort: effort = null, reasoning_summary: summary = null } = request;
  return { effort, summary };
}

/** Reasoning, message, calls: the order in which they have to come back. */
function toItems(
  { message }: ChatChoice,
  plan: ResponsesPlan,
  { calls: searches, annotations }: Searched = NOTHING_SEARCHED,
): OutputItem[] {
  const { opId } = plan;
  const finder = callersTools(plan.asked);
  const items: OutputItem[] = [];
  const kept = packReplayData(message);
  if (kept !== null) {
    const text = message.reasoning_content ?? '';
    const isSummary = givesSummaries(plan);
    items.push({
      id: itemId('reasoning', opId, 0),
      type: 'reasoning',
      summary: text !== '' && isSummary ? [{ type: 'summary_text', text }] : [],
      content: text === '' || isSummary ? [] : [{ type: 'reasoning_text', text }],
      encrypted_content: kept,
    });
  }
  items.push(
    ...searches.map((call, position) => hostedItem(call, itemId(hostedType(call), opId, position))),
  );
  const content = toParts(message, annotations);
  const calls = message.tool_calls ?? [];
  if (content.length > 0) {
    items.push({
      id: itemId('message', opId, 0),
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content,
    });
  }
  const count: Partial<Record<CallType, number>> = {};
  const made = calls.map(({ id: call_id, function: { name, arguments: given } }) => {
    const tool = finder(name);
    const type = callTypeOf(tool.type);
    const position = count[type] ?? 0;
    count[type] = position + 1;
    const head = { id: itemId(type, opId, position), type, status: 'completed' as const, call_id };
    return { ...head, ...callMembers(tool, given) } as OutputItem;
  });
  return [...items, ...made];
}

const NOTHING_SEARCHED: Searched = { calls: [], annotations: [] };

function toParts(
  { content, refusal }: ChatChoice['message'],
  annotations: Searched['annotations'],
): Message['content'] {
  const parts: Message['content'] = [];
  if (content) {
    parts.push({ type: 'output_text', text: content, annotations: [...annotations], logprobs: [] });
  }
  if (refusal) parts.push({ type: 'refusal', refusal });
  return parts;
}

/** What was cut off is the last item. */
function withStatus(items: OutputItem[], isIncomplete: boolean): OutputItem[] {
  const last = items.at(-1);
  if (!isIncomplete || last === undefined || !('status' in last)) return items;
  return [...items.slice(0, -1), { ...last, status: 'incomplete' }];
}

function toUsage(usage: UsageCounts): ResponseUsage {
  const reported = toChatUsage(usage);
  const { image_input: images } = usage;
  const shown = images === undefined ? {} : { image_tokens: images };
  return {
    input_tokens: reported.prompt_tokens + (images ?? 0),
    input_tokens_details: { ...reported.prompt_tokens_details, ...shown },
    output_tokens: reported.completion_tokens,
    output_tokens_details: reported.completion_tokens_details,
    total_tokens: reported.total_tokens + (images ?? 0),
  };
}
