import type { ChatMessageOut, ToolCall } from '@tollgate/contract/chat';
import { MalformedReply } from '../../adapter/adapter.ts';
import type { Endpoint } from '../../adapter/adapter.ts';
import { asList, asObject, asText, isObject } from '../../json.ts';
import {
  ARGUMENTS_CHARACTERS_MAX,
  CALLS_MAX,
  assertCallHead,
  wholeArguments,
} from '../chat-completions/call-ids.ts';
import { isClientCall, keptContent } from './replay.ts';
import type { Block } from './types.ts';

/** The most blocks of one answer. */
export const BLOCKS_MAX = 1_024;

/**
 * Our message from the blocks of a whole answer.
 * @throws MalformedReply when a call has no id or no name, or when there is too much of anything
 */
export function messageFromBlocks(blocks: readonly Block[], endpoint: Endpoint): ChatMessageOut {
  if (blocks.length > BLOCKS_MAX) throw new MalformedReply('the answer has too many blocks');
  const text = blocks.map(textOf).join('');
  const reasoning = blocks.map(reasoningOf).join('');
  const calls = blocks.flatMap(callsOf);
  if (calls.length > CALLS_MAX) throw new MalformedReply('the reply holds too many calls');
  const length = calls.reduce((sum, call) => sum + call.function.arguments.length, 0);
  if (length > ARGUMENTS_CHARACTERS_MAX) throw new MalformedReply('arguments too long');
  const extra = keptContent(blocks, endpoint);
  return {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    refusal: null,
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    ...(extra === undefined ? {} : { extra_content: extra }),
  };
}

/**
 * Text with citations is in a block of its own kind and counts as text of the answer all the same.
 */
function textOf(block: Block): string {
  const { citationsContent } = block;
  if (!isObject(citationsContent)) return asText(block['text']) ?? '';
  return asList(citationsContent['content'])
    .map((part) => asText(asObject(part)['text']) ?? '')
    .join('');
}

function reasoningOf(block: Block): string {
  return asText(asObject(asObject(block['reasoningContent'])['reasoningText'])['text']) ?? '';
}

function callsOf(block: Block): ToolCall[] {
  const { toolUse } = block;
  if (!isObject(toolUse) || !isClientCall(toolUse)) return [];
  const { id, name } = callHead(toolUse);
  const text = wholeArguments(toolUse['input']);
  return [{ id, type: 'function', function: { name, arguments: text } }];
}

/**
 * Id and name of a call.
 * @throws MalformedReply when one is missing or without end
 */
export function callHead(toolUse: Block): { id: string; name: string } {
  const id = asText(toolUse['toolUseId']);
  const name = asText(toolUse['name']);
  if (id === undefined || name === undefined) throw new MalformedReply('a call without a name');
  assertCallHead({ id, name });
  return { id, name };
}
