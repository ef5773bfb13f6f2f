import { readAt } from '../adapter/facts.ts';
import type { WireFacts } from '../adapter/facts.ts';

/**
 * Providers of OpenAI's wire of which nothing else is known: the names that the wire itself has.
 */
export const COMPATIBLE_FACTS: WireFacts = {
  toolName: readAt(
    'https://developers.openai.com/api/reference/resources/chat/subresources/completions/methods/create',
    '2026-11-26',
  )(/^[a-zA-Z0-9_-]{1,64}$/u),
};
