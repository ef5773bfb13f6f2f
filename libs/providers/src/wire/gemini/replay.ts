import type { AssistantMessage, ChatRequest } from '@tollgate/contract/chat';
import type { Endpoint } from '../../adapter/adapter.ts';
import type { Refusal } from '../../adapter/refusal.ts';
import { asObject, asText, isObject } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { EXTRA, callOf } from './content.ts';
import type { WirePart } from './types.ts';

/** The members that a part of one of our answers can have. */
const MEMBERS: ReadonlySet<string> = new Set([
  'text',
  'thought',
  'thoughtSignature',
  'functionCall',
  'executableCode',
  'codeExecutionResult',
  'inlineData',
]);
/**
 * The fewest characters of base64 of an image that a model made; the estimate of these characters
 * covers the tokens of any image.
 */
const IMAGE_CHARACTERS_MIN = 8_192;

/** The complete parts of an assistant's earlier turn, where its message carries them; else null. */
export function replayedParts({ extra_content: extra }: AssistantMessage): WirePart[] | null {
  const parts = asObject(extra?.[EXTRA])['parts'];
  return Array.isArray(parts) ? (parts as WirePart[]) : null;
}

/**
 * Why a conversation cannot go to this model: an assistant's message that another exact model
 * signed, or parts that no answer of ours can have held (they go to the provider unread, so nothing
 * else may be in them).
 */
export function foreignContent({ messages }: ChatRequest, endpoint: Endpoint): Refusal | null {
  for (const [position, message] of messages.entries()) {
    if (message.role !== 'assistant') continue;
    const fault = originFault(message, endpoint) ?? partsFault(message);
    if (fault === null) continue;
    return { param: `messages[${position}].extra_content`, message: fault };
  }
  return null;
}

function originFault(
  { extra_content: extra }: AssistantMessage,
  endpoint: Endpoint,
): string | null {
  for (const [family, value] of Object.entries(extra ?? {})) {
    const model = asText(asObject(value)['model']);
    if (model === undefined || (family === EXTRA && model === endpoint.upstreamModel)) continue;
    return (
      `This message was signed by ${family}/${model}: go on with that model, ` +
      'or send the message without its extra_content.'
    );
  }
  return null;
}

function partsFault(message: AssistantMessage): string | null {
  const kept = asObject(message.extra_content?.[EXTRA]);
  if (kept['parts'] === undefined) return null;
  const parts = replayedParts(message);
  if (parts === null || parts.length === 0 || !parts.every(isReplayable)) {
    return 'These parts are not what an answer held: send extra_content as it came.';
  }
  const calls = parts.filter((part) => callOf(part) !== undefined).length;
  if (calls === (message.tool_calls ?? []).length) return null;
  return 'These parts do not belong to the tool_calls of the message: send both as they came.';
}

/**
 * The parts of an answer that may come back: a small image that code has drawn could cost more than
 * estimated, and is handed out among what the code has made.
 */
export function keptParts(parts: readonly WirePart[]): WirePart[] {
  const code = parts.findIndex((part) => part['executableCode'] !== undefined);
  return parts.filter((part, at) => {
    if (code < 0 || at < code) return true;
    const data = part['inlineData'];
    return data === undefined || isModelImage(asObject(data));
  });
}

function isReplayable(part: unknown): boolean {
  if (!isObject(part) || !Object.keys(part).every((name) => MEMBERS.has(name))) return false;
  const data = part['inlineData'];
  return data === undefined || isModelImage(asObject(data));
}

/**
 * Whether a model can have made this image. The estimate goes by length, so a short image could
 * cost more than estimated.
 */
function isModelImage({ mimeType, data }: JsonObject): boolean {
  const isImage = typeof mimeType === 'string' && mimeType.startsWith('image/');
  return isImage && typeof data === 'string' && data.length >= IMAGE_CHARACTERS_MIN;
}
