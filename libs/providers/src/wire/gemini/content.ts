import { isDeepStrictEqual } from 'node:util';
import type { ToolCall } from '@tollgate/contract/chat';
import { asObject, asText, isObject, parseJson } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import type { WirePart } from './types.ts';

/** The name under which this family keeps what only its provider understands. */
export const EXTRA = 'google';

/** The pattern of ids that we made because the provider gave none; they are not sent back. */
const MADE_ID = /^call_[0-9a-f]{24}$/u;

/**
 * The parts of an assistant's turn that are made from its text and its calls alone: the text, then
 * each call with its signature.
 */
export function plainParts(texts: readonly string[], calls: readonly ToolCall[]): WirePart[] {
  const spoken = texts.filter((text) => text !== '').map((text) => ({ text }));
  return [...spoken, ...calls.map(callPart)];
}

/** The deepest nesting that is sent as a structure; deeper JSON goes as text. */
const DEPTH_MAX = 100;

/** The object that a text is the JSON of, or undefined: also for one that is nested without end. */
export function objectIn(text: string): JsonObject | undefined {
  const value = parseJson(text);
  return isObject(value) && isWithin(value, DEPTH_MAX) ? value : undefined;
}

function isWithin(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((part) => isWithin(part, depth - 1));
}

function callPart({ id, function: called, extra_content: extra }: ToolCall): WirePart {
  const signature = asText(asObject(extra?.[EXTRA])['thought_signature']);
  return {
    functionCall: {
      ...(MADE_ID.test(id) ? {} : { id }),
      name: called.name,
      args: argumentsOf(called.arguments),
    },
    ...(signature === undefined ? {} : { thoughtSignature: signature }),
  };
}

/**
 * The provider takes only objects: other arguments, such as those cut off by a ceiling, go as a
 * text inside an object.
 */
function argumentsOf(text: string): JsonObject {
  return objectIn(text) ?? (text.trim() === '' ? {} : { arguments: text });
}

/**
 * Whether a turn says more than its text and its calls do: signatures on text or on empty parts, an
 * order of its own, reasoning that is signed, anything that is neither text nor a call.
 */
export function saysMore(parts: readonly WirePart[], calls: readonly ToolCall[]): boolean {
  const reporting = parts.filter((part) => !isPlainThought(part) && !isEmptyText(part));
  const text = reporting.map((part) => asText(part['text']) ?? '').join('');
  return !isDeepStrictEqual(joinedTexts(reporting), plainParts([text], calls).map(comparable));
}

function joinedTexts(parts: readonly WirePart[]): WirePart[] {
  const joined: WirePart[] = [];
  for (const part of parts) appendPart(joined, part);
  return joined.map(comparable);
}

/** The part with its members in a fixed order, where absent arguments equal empty ones. */
function comparable(part: WirePart): WirePart {
  const call = part['functionCall'];
  return isObject(call) ? { ...part, functionCall: { args: {}, ...call } } : part;
}

/** Whether a part is an unsigned summary of reasoning, which the provider does not take back. */
function isPlainThought(part: WirePart): boolean {
  return part['thought'] === true && isBareText(part);
}

function isEmptyText(part: WirePart): boolean {
  return part['text'] === '' && isBareText(part);
}

/** Whether a part holds text and nothing else but perhaps the mark of a thought. */
function isBareText(part: WirePart): boolean {
  return (
    typeof part['text'] === 'string' &&
    Object.keys(part).every((name) => name === 'text' || name === 'thought')
  );
}

/**
 * Adds a part of a stream to the turn. Unsigned text is appended to unsigned text of the same kind;
 * a part with a signature stays separate, as the provider wants it back.
 */
export function appendPart(parts: WirePart[], part: WirePart): void {
  const last = parts.at(-1);
  const continues =
    last !== undefined &&
    isBareText(last) &&
    isBareText(part) &&
    isThought(last) === isThought(part);
  if (continues) parts[parts.length - 1] = { ...last, text: textOf(last) + textOf(part) };
  else parts.push(part);
}

/** Whether a part is a thought and not a part of the answer. */
export function isThought(part: WirePart): boolean {
  return part['thought'] === true;
}

/** The text of a part, '' when it has none. */
function textOf(part: WirePart): string {
  return asText(part['text']) ?? '';
}

/** The call that a part holds, or undefined. */
export function callOf(part: WirePart): JsonObject | undefined {
  const call = part['functionCall'];
  return isObject(call) ? call : undefined;
}
