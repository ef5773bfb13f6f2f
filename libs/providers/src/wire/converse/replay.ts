import type { AssistantMessage, ChatRequest, Message } from '@tollgate/contract/chat';
import { MalformedReply } from '../../adapter/adapter.ts';
import type { Endpoint } from '../../adapter/adapter.ts';
import type { Refusal } from '../../adapter/refusal.ts';
import { asList, asObject, asText, isObject } from '../../json.ts';
import { EXTRA_CHARACTERS_MAX } from '../chat-completions/content.ts';
import { BEDROCK } from './types.ts';
import type { Block } from './types.ts';

const MODEL_CHARACTERS_MAX = 200;
/**
 * The kinds of blocks that an answer can hold. Blocks that a client hands back go to the provider
 * unread, so other kinds are refused: they could make the provider read from the operator's
 * storage, or cache text at a price of its own.
 */
const ANSWERED: ReadonlySet<string> = new Set([
  'text',
  'reasoningContent',
  'toolUse',
  'toolResult',
  'citationsContent',
]);
/** The kinds of blocks in results of tools that the provider runs itself. */
const RESULTS: ReadonlySet<string> = new Set(['text', 'json', 'searchResult']);

/**
 * Whether a call of a tool is ours to pass on; the others are those of tools that the provider runs
 * by itself.
 */
export function isClientCall(toolUse: Block): boolean {
  const type = toolUse['type'];
  return type === undefined || type === null || type === 'tool_use';
}

/**
 * What goes to `extra_content` of an answer: all of its blocks in order, when one of them says more
 * than our fields do, with the model whose signatures they carry. Undefined when our fields say
 * everything.
 * @throws MalformedReply when they are longer than an answer may be
 */
export function keptContent(
  blocks: readonly Block[],
  endpoint: Endpoint,
): Record<string, unknown> | undefined {
  if (!blocks.some(isOpaque)) return undefined;
  const kept = { [BEDROCK]: { model: endpoint.upstreamModel, content: blocks } };
  if (jsonLength(kept) > EXTRA_CHARACTERS_MAX) throw new MalformedReply('the content is too long');
  return kept;
}

function isOpaque(block: Block): boolean {
  if (typeof block['text'] === 'string') return false;
  const { toolUse, reasoningContent } = block;
  if (isObject(toolUse)) return !isClientCall(toolUse);
  const { reasoningText } = asObject(reasoningContent);
  if (!isObject(reasoningText)) return true;
  return Object.keys(reasoningText).some((name) => name !== 'text');
}

/** The blocks of an earlier answer as they go back, or null when the message carries none. */
export function replayedContent(message: Message): Block[] | null {
  const kept = keptOf(message);
  if (kept === undefined) return null;
  return asList(kept['content']).filter(isObject).filter(isSendable).map(asRequested);
}

/** The provider sends empty texts but refuses them in requests. */
function isSendable(block: Block): boolean {
  return block['text'] !== '';
}

/** Answers name the usual kind of call; requests must not contain that name. */
function asRequested(block: Block): Block {
  const { toolUse } = block;
  if (!isObject(toolUse) || toolUse['type'] !== 'tool_use') return block;
  const { type: _usual, ...rest } = toolUse;
  return { ...block, toolUse: rest };
}

/**
 * Why a conversation does not go to this model: content that another exact model signed, or blocks
 * that no answer of ours can have held. Null when it does.
 */
export function foreignContent(request: ChatRequest, endpoint: Endpoint): Refusal | null {
  for (const [position, message] of request.messages.entries()) {
    if (message.role !== 'assistant') continue;
    const fault = originFault(message, endpoint) ?? contentFault(message, endpoint);
    if (fault !== null) return { param: `messages[${position}].extra_content`, message: fault };
  }
  return null;
}

function originFault(
  { extra_content: extra }: AssistantMessage,
  endpoint: Endpoint,
): string | null {
  for (const [family, value] of Object.entries(extra ?? {})) {
    const model = asText(asObject(value)['model']);
    if (model === undefined || (family === BEDROCK && model === endpoint.upstreamModel)) continue;
    return (
      `This message was signed by ${family}/${model.slice(0, MODEL_CHARACTERS_MAX)}: go on with that ` +
      'model, or send the message without its extra_content.'
    );
  }
  return null;
}

function contentFault(message: AssistantMessage, endpoint: Endpoint): string | null {
  const kept = keptOf(message);
  if (kept === undefined) return null;
  const { model, content } = kept;
  const blocks: unknown[] = Array.isArray(content) ? content : [null];
  if (model !== endpoint.upstreamModel || !blocks.every(isAnswered)) {
    return 'This content is not what an answer held: send extra_content as it came.';
  }
  const called = blocks.map(({ toolUse }) => asObject(toolUse)).filter(isCall);
  const ids = called.map(({ toolUseId }) => toolUseId);
  const calls = message.tool_calls ?? [];
  const isSame = ids.length === calls.length && calls.every(({ id }) => ids.includes(id));
  return isSame
    ? null
    : 'This content does not belong to the tool_calls of the message: send both as they came.';
}

function isCall(toolUse: Block): boolean {
  return toolUse['toolUseId'] !== undefined && isClientCall(toolUse);
}

function isAnswered(block: unknown): block is Block {
  if (!isObject(block) || !Object.keys(block).every((name) => ANSWERED.has(name))) return false;
  return asList(asObject(block['toolResult'])['content']).every(
    (part) => isObject(part) && Object.keys(part).every((name) => RESULTS.has(name)),
  );
}

function keptOf(message: Message): Block | undefined {
  if (message.role !== 'assistant') return undefined;
  const kept = message.extra_content?.[BEDROCK];
  return isObject(kept) && kept['content'] !== undefined ? kept : undefined;
}

function jsonLength(value: unknown): number {
  try {
    return JSON.stringify(value).length;
  } catch (error) {
    throw new MalformedReply('the content is nested too deeply', { cause: error });
  }
}
