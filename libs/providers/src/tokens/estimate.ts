import type { ChatRequest, Message } from '@tollgate/contract/chat';
import type { TokenOverhead } from '../adapter/adapter.ts';
import { countText } from './count-text.ts';
import type { TextTokens } from './count-text.ts';
import { withToolsOfHistory } from './declared-tools.ts';
import { documentTokens } from './documents/document-tokens.ts';
import type { InputTokens } from './input-tokens.ts';
import { inlinedTokens } from './inlined-schema.ts';
import { spokenResult, wordsOfMoved } from '../adapter/tool-results.ts';

export type { InputTokens } from './input-tokens.ts';

/** Long runs of base64 characters: names, signatures and sealed data. */
const OPAQUE = /[\w+/=-]{16,}/gu;
/** Characters of opaque data that make a token. */
const OPAQUE_CHARACTERS = 4;
/** Tokens of the provider's own words about a response format. */
const FORMAT_TOKENS = 16;
/** Tokens around each call of an earlier turn. */
const CALL_TOKENS = 8;

/** Collects the parts of a prompt. */
class Tally {
  readonly #digits: 1 | 3;
  #usual = 0;
  #bound = 0;
  #bytes = 0;
  readonly #apart = { usual: 0, bound: 0, most: 0 };
  /** Tokens that do not depend on any text. */
  fixed = 0;

  constructor(digits: 1 | 3) {
    this.#digits = digits;
  }

  add(text: string): void {
    this.#addTokens(countText(text, this.#digits));
  }

  /**
   * The tokens that a provider adds when it copies the definitions of a schema to their references.
   */
  addInlined(schema: unknown): void {
    this.#addTokens(inlinedTokens(schema, (text) => countText(text, this.#digits)));
  }

  #addTokens({ usual, bound, bytes }: TextTokens): void {
    this.#usual += usual;
    this.#bound += bound;
    this.#bytes += bytes;
  }

  /**
   * Names and signatures, of which providers count no character by itself, and whatever else is
   * between them.
   */
  addOpaque(text: string): void {
    let opaque = 0;
    const rest = text.replaceAll(OPAQUE, (run) => {
      opaque += run.length;
      return ' ';
    });
    this.fixed += Math.ceil(opaque / OPAQUE_CHARACTERS);
    this.add(rest);
  }

  /** Tokens of what is no text, or of a text that nobody has read. */
  addBounds({ usual, bound, most }: InputTokens): void {
    this.#apart.usual += usual;
    this.#apart.bound += bound;
    this.#apart.most += most;
  }

  /** @param scale the provider's tokens of a text for each of ours */
  total(scale: number): InputTokens {
    const { usual: apart, bound: boundApart, most: mostApart } = this.#apart;
    const usual = Math.ceil(this.#usual * scale + this.fixed + apart);
    const bound = Math.ceil(this.#bound * scale + this.fixed + boundApart);
    const most = Math.ceil(this.#bytes + this.fixed + mostApart);
    return { usual, bound, most: Math.max(bound, most) };
  }
}

/**
 * The tokens that the provider may count for a prompt, from one cheap scan of its text. Not a
 * count: a hold is made for the bound, so the bound errs upwards.
 */
export function estimateInput(request: ChatRequest, overhead: TokenOverhead): InputTokens {
  const tally = new Tally(overhead.digits);
  tally.fixed = overhead.request + request.messages.length * overhead.message;
  for (const message of request.messages) {
    addMessage(tally, message);
    tally.fixed += imagesIn(message) * overhead.image;
  }
  if (request.messages.some(({ content }) => Array.isArray(content))) {
    for (const tokens of documentTokens(request.messages, overhead)) tally.addBounds(tokens);
  }
  addTools(tally, request, overhead);
  addFormat(tally, request, overhead);
  return tally.total(overhead.scale);
}

/** The bound of {@link estimateInput} alone. */
export function estimateInputTokens(request: ChatRequest, overhead: TokenOverhead): number {
  return estimateInput(request, overhead).bound;
}

function addTools(tally: Tally, request: ChatRequest, overhead: TokenOverhead): void {
  const { tools } = overhead.declaresHistory === true ? withToolsOfHistory(request) : request;
  if (tools == null || tools.length === 0) return;
  tally.fixed += overhead.tools + tools.length * overhead.tool;
  for (const { function: tool } of tools) {
    tally.add(JSON.stringify(tool));
    if (overhead.inlines === true) tally.addInlined(tool.parameters);
  }
}

function addFormat(
  tally: Tally,
  { response_format: format }: ChatRequest,
  overhead: TokenOverhead,
): void {
  if (format == null || format.type === 'text') return;
  tally.fixed += overhead.formats?.[format.type] ?? FORMAT_TOKENS;
  if (format.type !== 'json_schema') return;
  tally.add(JSON.stringify(format.json_schema));
  if (overhead.inlines === true) tally.addInlined(format.json_schema.schema);
}

function addMessage(tally: Tally, message: Message): void {
  tally.add(message.name ?? '');
  addContent(tally, message);
  if (message.role === 'tool') {
    tally.addOpaque(message.tool_call_id);
    tally.addOpaque(wordsOfMoved(message));
  }
  if (message.role !== 'assistant') return;
  tally.add(message.reasoning_content ?? '');
  tally.add(message.refusal ?? '');
  if (message.extra_content) tally.addOpaque(JSON.stringify(message.extra_content));
  for (const call of message.tool_calls ?? []) {
    tally.fixed += CALL_TOKENS;
    tally.add(call.function.name);
    tally.addOpaque(call.id);
    tally.add(call.function.arguments);
    if (call.extra_content) tally.addOpaque(JSON.stringify(call.extra_content));
  }
}

function addContent(tally: Tally, message: Message): void {
  const content = message.role === 'tool' ? spokenResult(message) : message.content;
  if (typeof content === 'string') {
    tally.add(content);
    return;
  }
  for (const part of content ?? []) {
    if (part.type === 'text') tally.add(part.text);
    else if (part.type === 'refusal') tally.add(part.refusal);
  }
}

function imagesIn({ content }: Message): number {
  const parts: readonly { type: string }[] = Array.isArray(content) ? content : [];
  return parts.filter(({ type }) => type === 'image_url').length;
}

/** Estimates the tokens of one input to be embedded; a list of tokens counts as its length. */
export function estimateEmbedding(
  input: string | readonly number[],
  overhead: TokenOverhead,
): InputTokens {
  const tally = new Tally(overhead.digits);
  tally.fixed = overhead.message;
  if (typeof input === 'string') tally.add(input);
  else tally.fixed += input.length;
  return tally.total(overhead.scale);
}
