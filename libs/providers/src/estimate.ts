import type { ChatRequest, Message } from '@tollgate/contract/chat';
import type { TokenOverhead } from './adapter.ts';
import { countText } from './count-text.ts';

/** Characters of opaque data, such as signatures, that make a token. */
const OPAQUE_CHARACTERS = 4;
/** Tokens of the vendor's own words about a response format. */
const FORMAT_TOKENS = 16;
/** Tokens around each call of an earlier turn. */
const CALL_TOKENS = 8;

/**
 * An upper bound of the tokens that the vendor will count for a prompt, from one cheap scan of its text.
 * Not a count: it is what a hold is worth, so it errs upwards, and a text made to defeat it can exceed it.
 */
export function estimateInputTokens(request: ChatRequest, overhead: TokenOverhead): number {
  const { digits } = overhead;
  const tools = request.tools ?? [];
  let text = 0;
  let fixed = overhead.request + request.messages.length * overhead.message;
  for (const message of request.messages) {
    text += textTokens(message, digits);
    fixed += imagesIn(message) * overhead.image;
  }
  if (tools.length > 0) {
    fixed += overhead.tools + tools.length * overhead.tool;
    for (const tool of tools) text += jsonTokens(tool.function, digits);
  }
  const format = request.response_format;
  if (format && format.type !== 'text') fixed += overhead.formats?.[format.type] ?? FORMAT_TOKENS;
  if (format?.type === 'json_schema') text += jsonTokens(format.json_schema, digits);
  return Math.ceil(text * overhead.scale + fixed);
}

function textTokens(message: Message, digits: 1 | 3): number {
  let tokens = countText(message.name ?? '', digits) + contentTokens(message, digits);
  if (message.role === 'tool') return tokens + opaqueTokens(message.tool_call_id);
  if (message.role !== 'assistant') return tokens;
  tokens += countText(message.reasoning_content ?? '', digits);
  tokens += countText(message.refusal ?? '', digits);
  if (message.extra_content) tokens += opaqueTokens(JSON.stringify(message.extra_content));
  for (const call of message.tool_calls ?? []) {
    tokens += CALL_TOKENS + countText(call.function.name, digits) + opaqueTokens(call.id);
    tokens += countText(call.function.arguments, digits);
    if (call.extra_content) tokens += opaqueTokens(JSON.stringify(call.extra_content));
  }
  return tokens;
}

function contentTokens({ content }: Message, digits: 1 | 3): number {
  if (typeof content === 'string') return countText(content, digits);
  let tokens = 0;
  for (const part of content ?? []) {
    if (part.type === 'text') tokens += countText(part.text, digits);
    else if (part.type === 'refusal') tokens += countText(part.refusal, digits);
  }
  return tokens;
}

function imagesIn(message: Message): number {
  if (message.role !== 'user' || typeof message.content === 'string') return 0;
  return message.content.filter((part) => part.type === 'image_url').length;
}

function jsonTokens(value: unknown, digits: 1 | 3): number {
  return countText(JSON.stringify(value), digits);
}

function opaqueTokens(text: string): number {
  return Math.ceil(text.length / OPAQUE_CHARACTERS);
}

/** The same for texts to be embedded; lists of tokens count as they are. */
export function estimateEmbeddingTokens(
  inputs: readonly (string | readonly number[])[],
  overhead: TokenOverhead,
): number {
  let text = 0;
  let fixed = inputs.length * overhead.message;
  for (const input of inputs) {
    if (typeof input === 'string') text += countText(input, overhead.digits);
    else fixed += input.length;
  }
  return Math.ceil(text * overhead.scale + fixed);
}
