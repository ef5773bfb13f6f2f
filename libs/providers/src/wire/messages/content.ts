import type { ToolCall } from '@tollgate/contract/chat';
import { MalformedReply } from '../../adapter/adapter.ts';
import type { Endpoint } from '../../adapter/adapter.ts';
import { asText, isObject } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import {
  CALLS_MAX,
  assertCallHead,
  madeCallId,
  wholeArguments,
} from '../chat-completions/call-ids.ts';
import { isJsonAnswer } from './json-answer.ts';
import type { WireBlock } from './types.ts';

/** The member of `extra_content` that is this family's. */
export const EXTRA = 'anthropic';
/** Characters of JSON of the content that one answer may carry. */
const CONTENT_CHARACTERS_MAX = 8_388_608;
/** The most blocks of one answer. */
export const BLOCKS_MAX = 4_096;

/** Members that a call's block has anyway; everything else has to go back with it. */
const CALL_MEMBERS: ReadonlySet<string> = new Set(['type', 'id', 'name', 'input', 'caller']);

/** The content of an answer in the fields of our API. Absent text is null. */
export interface ReadContent {
  text: string | null;
  reasoning: string | null;
  calls: ToolCall[];
  /** The complete content, when the other fields alone could not restore it. */
  extra: Record<string, unknown> | null;
}

/**
 * The blocks of an answer, read.
 * @param message the message of the blocks; ids of calls without one are made from it
 * @throws MalformedReply when an item is no block
 */
export function readContent(
  content: unknown,
  message: JsonObject,
  endpoint: Endpoint,
): ReadContent {
  if (!Array.isArray(content) || content.length > BLOCKS_MAX) {
    throw new MalformedReply('the content is no usable list of blocks');
  }
  const blocks = (content as unknown[]).map(blockOf);
  const calls: ToolCall[] = [];
  const kept = blocks.map((block) => {
    if (isJsonAnswer(block)) return { type: 'text', text: JSON.stringify(block['input']) };
    if (block.type !== 'tool_use') return block;
    const call = callOf(block, madeCallId(message, 0, calls.length));
    calls.push(call);
    return { ...block, id: call.id };
  });
  if (calls.length > CALLS_MAX) throw new MalformedReply('the reply holds too many calls');
  return {
    text: joined(kept, 'text', 'text'),
    reasoning: joined(kept, 'thinking', 'thinking'),
    calls,
    extra: needsContent(kept) ? { model: endpoint.upstreamModel, content: bounded(kept) } : null,
  };
}

/** @throws MalformedReply when the value is no block */
export function blockOf(value: unknown): WireBlock {
  if (!isObject(value) || typeof value['type'] !== 'string') {
    throw new MalformedReply('a block of the content has no type');
  }
  return value as WireBlock;
}

/** @throws MalformedReply when the block names no tool */
export function toolNameOf(block: WireBlock): string {
  const name = asText(block['name']);
  if (name === undefined) throw new MalformedReply('a call names no tool');
  return name;
}

function callOf(block: WireBlock, madeId: string): ToolCall {
  const id = asText(block['id']) ?? madeId;
  const name = toolNameOf(block);
  assertCallHead({ id, name });
  const text = wholeArguments(block['input']);
  return { id, type: 'function', function: { name, arguments: text } };
}

function joined(blocks: readonly WireBlock[], type: string, member: string): string | null {
  const texts = blocks.flatMap((block) => {
    const text = block.type === type ? block[member] : '';
    return typeof text === 'string' ? [text] : [];
  });
  const whole = texts.join('');
  return whole === '' ? null : whole;
}

/** Content is plain when it is at most one text with calls behind it, without other members. */
function needsContent(blocks: readonly WireBlock[]): boolean {
  return blocks.some((block, position) => {
    if (block.type === 'text') return position > 0 || hasMore(block, TEXT_MEMBERS);
    return block.type !== 'tool_use' || hasMore(block, CALL_MEMBERS) || isCalledByCode(block);
  });
}

const TEXT_MEMBERS: ReadonlySet<string> = new Set(['type', 'text']);

function hasMore(block: WireBlock, known: ReadonlySet<string>): boolean {
  return Object.entries(block).some(
    ([name, value]) => !known.has(name) && value !== null && !isEmptyList(value),
  );
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function isCalledByCode(block: WireBlock): boolean {
  const caller = block['caller'];
  return isObject(caller) && caller['type'] !== 'direct';
}

function bounded(content: WireBlock[]): WireBlock[] {
  if (lengthOf(content) > CONTENT_CHARACTERS_MAX)
    throw new MalformedReply('the content is too long');
  return content;
}

function lengthOf(value: unknown): number {
  try {
    return JSON.stringify(value).length;
  } catch (error) {
    throw new MalformedReply('the content is nested too deeply', { cause: error });
  }
}
