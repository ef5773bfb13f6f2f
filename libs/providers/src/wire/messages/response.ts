import type { ChatMessageOut, FinishReason } from '@tollgate/contract/chat';
import type { PricedTool } from '@tollgate/contract/priced-dimensions';
import type { ToolCounts } from '@tollgate/contract/server-tools';
import { MalformedReply, ProviderError } from '../../adapter/adapter.ts';
import type { MappedAnswer, Endpoint } from '../../adapter/adapter.ts';
import { asList, asObject, asText, isObject } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { tierOf } from '../chat-completions/response.ts';
import { EXTRA, readContent } from './content.ts';
import type { ReadContent } from './content.ts';
import { failureInMessages } from './errors.ts';
import { usageFromMessages } from './usage.ts';

/** Why the provider stopped, by its words; the others mean that the answer is whole. */
const FINISHES: ReadonlyMap<string, FinishReason> = new Map([
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['refusal', 'content_filter'],
]);
/** Words whose meaning our finish reasons carry. */
const TOLD: ReadonlySet<string> = new Set([
  'end_turn',
  'stop_sequence',
  'tool_use',
  ...FINISHES.keys(),
]);

/**
 * A whole answer from the provider's JSON.
 * @throws MalformedReply when it is no message
 * @throws ProviderError when it is an error in spite of its status
 */
export function fromWireMessage(reply: unknown, endpoint: Endpoint): MappedAnswer {
  if (!isObject(reply)) throw new MalformedReply('the reply is no JSON object');
  if (isError(reply)) throw new ProviderError(failureInMessages(reply));
  const content = readContent(reply['content'], reply, endpoint);
  const { finish, refusal, extra } = readEnd(reply, content);
  const message: ChatMessageOut = {
    role: 'assistant',
    content: content.text,
    refusal,
    ...(content.reasoning === null ? {} : { reasoning_content: content.reasoning }),
    ...(content.calls.length === 0 ? {} : { tool_calls: content.calls }),
    ...(extra === null ? {} : { extra_content: extra }),
  };
  return {
    choices: [{ index: 0, message, finish_reason: finish, logprobs: null }],
    ...usageFromMessages(reply['usage']),
    ...ranIn(reply['content']),
    ...tierOf(asObject(reply['usage'])['service_tier']),
  };
}

/** The names of tools in blocks of answers that the provider runs and may bill. */
const RUN: ReadonlyMap<unknown, PricedTool> = new Map([
  ['web_search', 'web_search'],
  ['web_fetch', 'web_fetch'],
  ['code_execution', 'code_execution'],
  ['bash_code_execution', 'code_execution'],
  ['text_editor_code_execution', 'code_execution'],
]);

/** The tool of the provider's whose run a block begins; null for any other block. */
export function toolRunIn(block: unknown): PricedTool | null {
  const { type, name } = asObject(block);
  if (type === 'mcp_tool_use') return 'mcp';
  return type === 'server_tool_use' ? (RUN.get(name) ?? null) : null;
}

function ranIn(content: unknown): Pick<MappedAnswer, 'ran'> {
  const ran: ToolCounts = {};
  for (const tool of asList(content).map(toolRunIn)) {
    if (tool !== null) ran[tool] = (ran[tool] ?? 0) + 1;
  }
  return Object.keys(ran).length === 0 ? {} : { ran };
}

/** Where a reply, or the first event of a stream, names the model that answers. */
export function modelInMessages(reply: unknown): unknown {
  const { model, message } = asObject(reply);
  return model ?? asObject(message)['model'];
}

/** Whether a reply, or an event of a stream, is the provider's error. */
export function isError(reply: JsonObject): boolean {
  return reply['type'] === 'error' || isObject(reply['error']);
}

/** How an answer ended: the fields at the end of our message. */
export interface ReadEnd {
  finish: FinishReason;
  refusal: string | null;
  extra: Record<string, unknown> | null;
}

/**
 * The reason of a message that has ended and names none: with content it is taken as whole.
 * @throws MalformedReply when there is no content either
 */
function reasonOf({ text, calls }: ReadContent): string {
  if (calls.length > 0) return 'tool_use';
  if (text !== null && text !== '') return 'end_turn';
  throw new MalformedReply('the reply does not say why it ended');
}

/**
 * The end of an answer.
 * @param message with `stop_reason` and `stop_details`
 * @throws MalformedReply when it does not say why it ended, and holds nothing
 */
export function readEnd(message: JsonObject, content: ReadContent): ReadEnd {
  const reason = asText(message['stop_reason']) ?? reasonOf(content);
  const details = isObject(message['stop_details']) ? message['stop_details'] : null;
  const explained = reason === 'refusal' ? asText(details?.['explanation']) : undefined;
  const kept = {
    ...content.extra,
    ...(details === null ? {} : { stop_details: details }),
    ...(TOLD.has(reason) ? {} : { stop_reason: reason }),
  };
  return {
    finish: FINISHES.get(reason) ?? (content.calls.length > 0 ? 'tool_calls' : 'stop'),
    refusal: explained ?? null,
    extra: Object.keys(kept).length === 0 ? null : { [EXTRA]: kept },
  };
}
