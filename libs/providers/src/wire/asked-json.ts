import type { ChatRequest } from '@tollgate/contract/chat';
import type { Refusal } from '../adapter/refusal.ts';

const ASKED = /json/iu;

/**
 * Why a provider that makes a JSON object only where the messages ask for one would refuse a
 * request; null where they do. OpenAI answers 400 with "'messages' must contain the word 'json' in
 * some form", over Responses with "Response input messages must contain the word 'json'".
 */
export function unaskedJson({ response_format: format, messages }: ChatRequest): Refusal | null {
  if (format?.type !== 'json_object' || ASKED.test(JSON.stringify(messages))) return null;
  const message =
    'This model makes a JSON object only where the messages ask for one: the word "json" has to stand in them.';
  return { param: 'messages', message };
}
