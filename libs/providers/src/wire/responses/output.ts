import type { FinishReason } from '@tollgate/contract/chat';
import { MalformedReply } from '../../adapter/adapter.ts';
import type { Failure } from '../../adapter/adapter.ts';
import { asList, asObject, asText, isObject } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { failureInReply } from '../chat-completions/errors.ts';
import { NOTHING_REPORTED, UNREADABLE } from '../../adapter/usage-reading.ts';
import type { UsageReading } from '../../adapter/usage.ts';
import { usageFromWire } from '../chat-completions/usage.ts';
import type { WireItem } from './types.ts';

/** The most items of one answer. */
export const ITEMS_MAX = 512;
/**
 * The separator between texts that the provider keeps apart: messages of one answer, and parts of a
 * summary.
 */
export const BETWEEN = '\n\n';

/** The statuses that the codes of this wire mean. Any other code is the provider's own fault. */
const STATUS_OF: ReadonlyMap<unknown, number> = new Map([
  ['rate_limit_exceeded', 429],
  ['invalid_prompt', 400],
  ['invalid_image', 400],
  ['invalid_image_format', 400],
  ['image_too_large', 400],
  ['image_parse_error', 400],
  ['image_content_policy_violation', 400],
]);

/** The usage of a response, in buckets that do not overlap. */
export function responsesUsage(reported: unknown): UsageReading {
  if (reported === undefined || reported === null) return NOTHING_REPORTED;
  if (!isObject(reported)) return UNREADABLE;
  const named = {
    prompt_tokens: reported['input_tokens'],
    completion_tokens: reported['output_tokens'],
    total_tokens: reported['total_tokens'],
    prompt_tokens_details: reported['input_tokens_details'],
    completion_tokens_details: reported['output_tokens_details'],
  };
  return usageFromWire(named, { reasoning: 'inside' });
}

/** The failure behind an error in a response or in an event. */
export function responseFailure(error: unknown): Failure {
  const fields = asObject(error);
  const status = STATUS_OF.get(fields['code']);
  return failureInReply(status === undefined ? fields : { ...fields, status_code: status });
}

/**
 * The items of a response that are of an answer; others are of tools that we never ask for.
 * @throws MalformedReply when there is no usable list
 */
export function itemsOf(response: JsonObject): WireItem[] {
  const { output } = response;
  if (!Array.isArray(output) || output.length > ITEMS_MAX) {
    throw new MalformedReply('the output is no usable list');
  }
  return answerItems(output);
}

/** The items among these that are of an answer. */
export function answerItems(items: readonly unknown[]): WireItem[] {
  return items.filter((item): item is WireItem => isObject(item) && READ.has(item['type']));
}

const READ: ReadonlySet<unknown> = new Set([
  'reasoning',
  'message',
  'function_call',
  'custom_tool_call',
  'web_search_call',
  'code_interpreter_call',
  'mcp_list_tools',
  'mcp_call',
  'image_generation_call',
  'file_search_call',
  'mcp_approval_request',
]);

/** Texts of the parts of an item, one for each part. */
export function textsOf(parts: unknown, field: 'text' | 'refusal'): string[] {
  return asList(parts).flatMap((part) => asText(asObject(part)[field]) ?? []);
}

/**
 * Why a response ended. One without a status has arrived to its end, and counts as completed where
 * it holds something.
 * @throws MalformedReply when it has not ended
 */
export function finishOf(
  response: JsonObject,
  { hasCalls, holdsSomething }: { hasCalls: boolean; holdsSomething: boolean },
): FinishReason {
  const status = response['status'] ?? (holdsSomething ? 'completed' : undefined);
  if (status === 'completed') return hasCalls ? 'tool_calls' : 'stop';
  if (status !== 'incomplete') throw new MalformedReply('the response has not ended');
  const { reason } = asObject(response['incomplete_details']);
  return reason === 'content_filter' ? 'content_filter' : 'length';
}
