import type { FinishReason } from '@tollgate/contract/chat';

/** Reasons that keep an answer, or what is left of it, from the caller. */
const FILTERED = new Set([
  'SAFETY',
  'RECITATION',
  'LANGUAGE',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'MODEL_ARMOR',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
  'IMAGE_RECITATION',
]);
/** Reasons that say nothing beyond our own words. */
const PLAIN = new Set(['STOP', 'MAX_TOKENS']);

/**
 * Reasons of a ceiling: the request's own, and the most tokens that Gemini 4 writes in one answer
 * ("the per-request decode token limit"), which it would go on from in a further request:
 * https://docs.cloud.google.com/gemini-enterprise-agent-platform/models/guides/gemini-4-carbon,
 * read on 2026-11-28.
 */
const CEILINGS = new Set(['MAX_TOKENS', 'CONTINUATION']);

/** The content of a turn at its end. */
export interface Ended {
  hasCalls: boolean;
  hasText: boolean;
}

/** Whether a reason means that the provider keeps the answer, or an image of it, back. */
export function isFiltered(reason: string): boolean {
  return FILTERED.has(reason);
}

/**
 * Our finish reason for the provider's, which is `STOP` for calls as well. Null when the provider
 * failed: the model could not write down a call, or the reason has no name.
 */
export function finishFromWire(reason: string, { hasCalls, hasText }: Ended): FinishReason | null {
  if (CEILINGS.has(reason)) return 'length';
  if (isFiltered(reason)) return 'content_filter';
  if (hasCalls) return 'tool_calls';
  return reason === 'STOP' || hasText ? 'stop' : null;
}

/** The provider's own words about an end, where ours do not say it all. */
export function endFromWire(reason: string, message: unknown): Record<string, unknown> {
  if (PLAIN.has(reason)) return {};
  return {
    finish_reason: reason,
    ...(typeof message === 'string' && message !== '' ? { finish_message: message } : {}),
  };
}
