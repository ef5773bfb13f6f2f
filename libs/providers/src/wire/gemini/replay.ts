import type { AssistantMessage, ChatRequest, Message } from '@tollgate/contract/chat';
import type { Endpoint } from '../../adapter/adapter.ts';
import type { Refusal } from '../../adapter/refusal.ts';
import { asObject, asText, isObject } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { EXTRA, callOf } from './content.ts';
import { lineOf } from './lines.ts';
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
  'toolCall',
  'toolResponse',
]);
/** Tools of the provider's whose runs an answer of ours can hold. */
const INVOKED: ReadonlySet<unknown> = new Set([
  'GOOGLE_SEARCH_WEB',
  'GOOGLE_SEARCH_IMAGE',
  'URL_CONTEXT',
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

/** Whether a message holds a run of a tool of the provider's, which goes back with its result. */
export function holdsInvocation(message: Message): boolean {
  if (message.role !== 'assistant') return false;
  return replayedParts(message)?.some(isInvocation) === true;
}

function isInvocation(part: WirePart): boolean {
  return part['toolCall'] !== undefined || part['toolResponse'] !== undefined;
}

/**
 * Why a conversation cannot go to this model: an assistant's message that another exact model
 * signed, or parts that no answer of ours can have held (they go to the provider unread, so nothing
 * else may be in them).
 */
export function foreignContent({ messages }: ChatRequest, endpoint: Endpoint): Refusal | null {
  for (const [position, message] of messages.entries()) {
    if (message.role !== 'assistant') continue;
    const fault =
      originFault(message, endpoint) ?? partsFault(message) ?? runsFault(message, endpoint);
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
 * A run comes back with its result, as the answer had both: the provider might run what has none,
 * and that run would be in no price. Lines that combine no tools have no such parts.
 */
function runsFault(message: AssistantMessage, { upstreamModel }: Endpoint): string | null {
  if (!holdsInvocation(message)) return null;
  if (lineOf(upstreamModel)?.combinesTools !== true) {
    return 'This model takes no runs of tools of another: send the message without its extra_content.';
  }
  return arePaired(replayedParts(message) ?? []) ? null : UNPAIRED;
}

function arePaired(parts: readonly WirePart[]): boolean {
  const open = new Set<string>();
  const isNext = ({ toolCall, toolResponse }: WirePart): boolean => {
    const { id, toolType } = asObject(toolCall ?? toolResponse);
    if (typeof id !== 'string' || !INVOKED.has(toolType)) return false;
    const run = JSON.stringify([id, toolType]);
    if (toolCall === undefined) return open.delete(run);
    const isNew = toolResponse === undefined && !open.has(run);
    open.add(run);
    return isNew;
  };
  return parts.filter(isInvocation).every(isNext) && open.size === 0;
}

const UNPAIRED =
  'Runs of tools in these parts do not have one result each: send extra_content as it came.';

/**
 * The parts of an answer that may come back: a small image that code has drawn could cost more than
 * estimated, and is handed out among what the code has made. A run of another tool comes back with
 * its result alone, which an answer that was cut off may lack.
 */
export function keptParts(parts: readonly WirePart[]): WirePart[] {
  const code = parts.findIndex((part) => part['executableCode'] !== undefined);
  const results = new Set(parts.map(({ toolResponse }) => asObject(toolResponse)['id']));
  return parts.filter((part, at) => {
    if (part['toolCall'] !== undefined) return results.has(asObject(part['toolCall'])['id']);
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
