import { MalformedReply } from '../../adapter/adapter.ts';
import { asList, asObject, asText, isObject } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import type { WireContent } from './types.ts';

/** Fields of a message or delta that the mapping reads, or that carry nothing. */
const READ_OR_EMPTY: ReadonlySet<string> = new Set([
  'role',
  'content',
  'refusal',
  'tool_calls',
  'function_call',
  'reasoning',
  'reasoning_content',
  'extra_content',
  'name',
  'channel',
  'reasoning_encrypted',
  'prefix',
]);
const CALL_READ: ReadonlySet<string> = new Set([
  'id',
  'type',
  'index',
  'function',
  'custom',
  'extra_content',
]);

/** Characters of JSON that one answer may carry in fields that we do not know. */
export const EXTRA_CHARACTERS_MAX = 2_097_152;

/**
 * The content of a message or delta: a string, null, or an array of text, thinking and other parts.
 * @throws MalformedReply for anything else
 */
export function contentFromWire(message: JsonObject): WireContent {
  const content = message['content'] ?? null;
  const reported =
    asText(message['reasoning_content']) ??
    asText(message['reasoning']) ??
    asText(message['thinking']) ??
    null;
  if (content === null || typeof content === 'string') {
    return { text: content, reasoning: reported, others: [] };
  }
  if (!Array.isArray(content)) throw new MalformedReply('the content is neither text nor parts');
  const parts = partsFromWire(content as unknown[]);
  return { ...parts, reasoning: parts.reasoning ?? reported };
}

function partsFromWire(parts: unknown[]): WireContent {
  const texts: string[] = [];
  const reasoning: string[] = [];
  const others: unknown[] = [];
  for (const part of parts) {
    const fields = asObject(part);
    if (typeof part === 'string') texts.push(part);
    else if (fields['type'] === 'text') texts.push(asText(fields['text']) ?? '');
    else if (fields['type'] === 'thinking') reasoning.push(thinkingText(fields['thinking']));
    else others.push(part);
  }
  return {
    text: texts.length === 0 ? null : texts.join(''),
    reasoning: reasoning.length === 0 ? null : reasoning.join(''),
    others,
  };
}

function thinkingText(thinking: unknown): string {
  if (typeof thinking === 'string') return thinking;
  return asList(thinking)
    .map((part) => asText(asObject(part)['text']) ?? '')
    .join('');
}

/** Fields of a message or delta beyond the ones that every provider has, empty ones left out. */
export function unknownFields(message: JsonObject, others: unknown[]): JsonObject {
  const { thinking, ...rest } = message;
  // Text of this name is reasoning, which is read; anything else is kept.
  const kept = typeof thinking === 'string' ? rest : message;
  const unknown = fieldsExcept(kept, READ_OR_EMPTY);
  return others.length === 0 ? unknown : { ...unknown, content_parts: others };
}

/**
 * The fields of a call or a message beyond the known ones, in our shape: the provider's own
 * `extra_content` as it is, other fields under the provider's name. Undefined without any.
 * @throws MalformedReply when it is longer than an answer may be
 */
export function extraContent(
  providerExtra: unknown,
  fields: JsonObject,
  provider: string,
): Record<string, unknown> | undefined {
  const own = isObject(providerExtra) ? providerExtra : {};
  if (Object.keys(fields).length === 0) {
    return Object.keys(own).length === 0 ? undefined : bounded(own);
  }
  return bounded({ ...own, [provider]: { ...asObject(own[provider]), ...fields } });
}

/** The fields of a call beside its id and its function. */
export function callExtra(call: JsonObject, provider: string): Record<string, unknown> | undefined {
  return extraContent(call['extra_content'], fieldsExcept(call, CALL_READ), provider);
}

function fieldsExcept(fields: JsonObject, known: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => !known.has(name) && !isEmpty(value)),
  );
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}

function bounded(extra: Record<string, unknown>): Record<string, unknown> {
  assertExtraFits(extra);
  return extra;
}

/** @throws MalformedReply when opaque content is longer than an answer may carry */
export function assertExtraFits(extra: Record<string, unknown>): void {
  if (jsonLength(extra) > EXTRA_CHARACTERS_MAX) throw new MalformedReply('unknown fields too long');
}

function jsonLength(value: unknown): number {
  try {
    return JSON.stringify(value).length;
  } catch (error) {
    throw new MalformedReply('unknown fields are nested too deeply', { cause: error });
  }
}

/** Members of a reply that name what an answer was made of. */
export const SOURCES = ['citations', 'search_results'];

/** Fields of a whole reply beside its choices and that a stream repeats in each event. */
export function repliedSources(reply: JsonObject): JsonObject {
  const named = SOURCES.flatMap((name) => {
    const value = reply[name];
    return Array.isArray(value) && value.length > 0 ? [[name, value] as const] : [];
  });
  return Object.fromEntries(named);
}
