import { MalformedReply } from '../../adapter/adapter.ts';
import { asList, asObject, isObject, parseJson } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import type { Block } from './types.ts';

/** One block of a stream while its pieces come in. */
export interface StreamedBlock {
  /** Takes the content of `contentBlockStart`; only some kinds of blocks have this event. */
  start(start: JsonObject): void;
  add(delta: JsonObject): void;
  /** The block as a whole reply would have it. */
  whole(): Block;
}

interface Parts {
  start: JsonObject;
  text: string | null;
  /** Fragments of the arguments' JSON. */
  input: string;
  reasoning: { text: string; signature: string | null } | null;
  redacted: string[];
  citations: unknown[];
  results: unknown[];
  others: JsonObject;
}

/** An empty block. */
export function createStreamedBlock(): StreamedBlock {
  const parts: Parts = {
    start: {},
    text: null,
    input: '',
    reasoning: null,
    redacted: [],
    citations: [],
    results: [],
    others: {},
  };
  return {
    start(start) {
      parts.start = start;
    },
    add: (delta) => addDelta(parts, delta),
    whole: () => wholeOf(parts),
  };
}

function addDelta(parts: Parts, delta: JsonObject): void {
  for (const [kind, value] of Object.entries(delta)) {
    if (kind === 'text') parts.text = (parts.text ?? '') + textOf(value);
    else if (kind === 'toolUse') parts.input += textOf(asObject(value)['input']);
    else if (kind === 'reasoningContent') addReasoning(parts, asObject(value));
    else if (kind === 'citation') parts.citations.push(value);
    else if (kind === 'toolResult') parts.results.push(...asList(value));
    else addOther(parts, kind, value);
  }
}

function addReasoning(parts: Parts, delta: JsonObject): void {
  const { text, signature, redactedContent } = delta;
  if (typeof redactedContent === 'string') parts.redacted.push(redactedContent);
  if (typeof text !== 'string' && typeof signature !== 'string') return;
  const known = parts.reasoning ?? { text: '', signature: null };
  parts.reasoning = {
    text: known.text + textOf(text),
    signature:
      typeof signature === 'string' ? (known.signature ?? '') + signature : known.signature,
  };
}

/** Blocks of unknown kinds keep the last value of each member. */
function addOther(parts: Parts, kind: string, value: unknown): void {
  parts.others[kind] = isObject(value) ? { ...asObject(parts.others[kind]), ...value } : value;
}

function wholeOf(parts: Parts): Block {
  const { toolUse, toolResult } = parts.start;
  if (isObject(toolUse)) return { toolUse: { ...toolUse, input: inputOf(parts.input) } };
  if (isObject(toolResult)) return { toolResult: { ...toolResult, content: parts.results } };
  if (parts.redacted.length > 0) {
    return { reasoningContent: { redactedContent: joinedBase64(parts.redacted) } };
  }
  if (parts.reasoning !== null) return { reasoningContent: { reasoningText: reasoning(parts) } };
  if (parts.citations.length > 0) return { citationsContent: cited(parts) };
  if (parts.text !== null) return { text: parts.text };
  const kinds = { ...parts.start, ...parts.others };
  return Object.keys(kinds).length === 0 ? { text: '' } : kinds;
}

function reasoning({ reasoning }: Parts): JsonObject {
  const { text = '', signature = null } = reasoning ?? {};
  return signature === null ? { text } : { text, signature };
}

function cited({ text, citations }: Parts): JsonObject {
  return { content: text === null ? [] : [{ text }], citations };
}

/** JSON that was cut off stays text. */
function inputOf(fragments: string): unknown {
  return fragments === '' ? {} : (parseJson(fragments) ?? fragments);
}

/**
 * Pieces of base64 have padding of their own: several pieces are joined as bytes, a single piece
 * stays as it came.
 */
function joinedBase64(pieces: string[]): string {
  const [only = '', ...more] = pieces;
  if (more.length === 0) return only;
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece, 'base64'))).toString('base64');
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') throw new MalformedReply('a piece of text is no text');
  return value;
}
