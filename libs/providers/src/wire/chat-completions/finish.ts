import type { FinishReason } from '@tollgate/contract/chat';

const LENGTH = new Set(['length', 'max_tokens', 'model_length', 'max_output_tokens']);
const FILTERED = new Set(['content_filter', 'safety', 'refusal', 'guardrail', 'blocklist']);
const FAILED = new Set(['error', 'insufficient_system_resource', 'abort']);

/**
 * Our finish reason for the provider's. Whether there are calls decides between `stop` and `tool_calls`:
 * providers say `stop` for a forced call. Null when the provider's word means that it failed.
 */
export function finishFromWire(reason: string, hasCalls: boolean): FinishReason | null {
  const word = reason.toLowerCase();
  if (LENGTH.has(word)) return 'length';
  if (FILTERED.has(word)) return 'content_filter';
  if (FAILED.has(word)) return null;
  return hasCalls ? 'tool_calls' : 'stop';
}
