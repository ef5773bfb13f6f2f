import type { FinishReason } from '@tollgate/contract/chat';

const LENGTH = new Set(['max_tokens', 'model_context_window_exceeded']);
const FILTERED = new Set(['guardrail_intervened', 'content_filtered', 'refusal']);
const FAILED = new Set(['malformed_model_output', 'malformed_tool_use']);

/**
 * Our finish reason for the provider's. Whether there are calls decides between `stop` and
 * `tool_calls`: tools that the provider runs by itself are no calls, and calls come with `end_turn`
 * as well. Null when the provider's word means that the model failed.
 */
export function finishFromWire(reason: string, hasCalls: boolean): FinishReason | null {
  if (LENGTH.has(reason)) return 'length';
  if (FILTERED.has(reason)) return 'content_filter';
  if (FAILED.has(reason)) return null;
  return hasCalls ? 'tool_calls' : 'stop';
}
