import type { AssistantMessage, ChatRequest } from '@tollgate/contract/chat';
import type { Endpoint } from '../../adapter/adapter.ts';
import type { Refusal } from '../../adapter/refusal.ts';
import { asObject, asText, isObject } from '../../json.ts';
import { EXTRA } from './content.ts';
import type { WireBlock } from './types.ts';

/**
 * Kinds of blocks that only users can send; in an assistant's message they would be smuggled in.
 */
const SAID_BY_USERS: ReadonlySet<string> = new Set([
  'container_upload',
  'document',
  'image',
  'search_result',
  'tool_result',
]);

const MODEL_CHARACTERS_MAX = 200;

/**
 * The provider's own content of an assistant's message, which goes back byte for byte; null when
 * the message carries none. The provider refuses empty texts, its own included.
 */
export function contentFor(message: AssistantMessage, endpoint: Endpoint): WireBlock[] | null {
  const kept = asObject(message.extra_content?.[EXTRA]);
  const content = kept['content'];
  const isOurs = (kept['model'] ?? endpoint.upstreamModel) === endpoint.upstreamModel;
  if (!Array.isArray(content) || !isOurs) return null;
  return (content as WireBlock[]).filter((block) => !isEmptyText(block));
}

/**
 * Why the content that the request hands back cannot go to this model: signatures hold for the
 * exact model that made them. Null when it can.
 */
export function foreignContent(request: ChatRequest, endpoint: Endpoint): Refusal | null {
  for (const [position, message] of request.messages.entries()) {
    if (message.role !== 'assistant' || !message.extra_content) continue;
    const refused =
      refusedModel(message.extra_content, endpoint) ?? refusedContent(message, endpoint);
    if (refused !== null) return { param: `messages[${position}].extra_content`, message: refused };
  }
  return null;
}

function refusedModel(extra: Record<string, unknown>, endpoint: Endpoint): string | null {
  for (const [family, kept] of Object.entries(extra)) {
    const model = asText(asObject(kept)['model']);
    if (model === undefined) continue;
    if (family === EXTRA && model === endpoint.upstreamModel) continue;
    return (
      `This message was signed by ${family}/${model.slice(0, MODEL_CHARACTERS_MAX)}: go on with that ` +
      'model, or send the message without its extra_content.'
    );
  }
  return null;
}

function refusedContent(message: AssistantMessage, endpoint: Endpoint): string | null {
  const kept = asObject(message.extra_content?.[EXTRA]);
  if (kept['content'] === undefined) return null;
  const content = contentFor(message, endpoint);
  if (content === null || !content.every(isBlock)) {
    return 'extra_content has to be handed back as it came: its content is no list of blocks.';
  }
  if (content.some(({ type }) => SAID_BY_USERS.has(type))) {
    return 'extra_content has to be handed back as it came: an assistant cannot have said this.';
  }
  if (content.some(isMarked)) {
    return 'extra_content has to be handed back as it came: cache_control belongs to a part of the content.';
  }
  const called = content.flatMap((block) => (block.type === 'tool_use' ? [block['id']] : []));
  const calls = (message.tool_calls ?? []).map(({ id }) => id);
  const isSame = called.length === calls.length && calls.every((id) => called.includes(id));
  return isSame
    ? null
    : 'The tool_calls of a message and its extra_content are not the same calls.';
}

/**
 * Whether a mark is in content that goes back unread, where it would make the provider cache at a
 * price that was not agreed. Arguments of calls are data and not searched.
 */
function isMarked(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isMarked);
  if (!isObject(value)) return false;
  const { input: _, ...rest } = value;
  return 'cache_control' in rest || Object.values(rest).some(isMarked);
}

function isEmptyText(block: unknown): boolean {
  return isObject(block) && block['type'] === 'text' && block['text'] === '';
}

function isBlock(value: unknown): boolean {
  return isObject(value) && typeof value['type'] === 'string';
}
