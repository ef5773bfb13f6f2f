import { MalformedReply } from '../../adapter/adapter.ts';
import { asObject, asText, isObject } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { EXTRA_CHARACTERS_MAX, extraContent, SOURCES } from './content.ts';

/** Fields beyond the known ones, put together from the deltas of one choice. */
export interface StreamedExtra {
  /** @throws MalformedReply when they grow beyond their limit */
  add(providerExtra: unknown, fields: JsonObject): void;
  /** The fields for the last delta of the choice; undefined when there are none. */
  take(): Record<string, unknown> | undefined;
}

/** Makes the collector of one choice. */
export function createStreamedExtra(provider: string): StreamedExtra {
  const fields: JsonObject = {};
  const own: JsonObject = {};
  let characters = 0;
  return {
    add(providerExtra, more) {
      if (!isObject(providerExtra) && Object.keys(more).length === 0) return;
      characters += lengthOf([providerExtra, more]);
      if (characters > EXTRA_CHARACTERS_MAX) throw new MalformedReply('unknown fields too long');
      for (const [name, value] of Object.entries(asObject(providerExtra))) {
        own[name] = isObject(value) ? { ...asObject(own[name]), ...value } : value;
      }
      for (const [name, value] of Object.entries(more)) {
        const joins = Array.isArray(value) && !SOURCES.includes(name);
        fields[name] = joins ? joined(fields[name], value as unknown[]) : value;
      }
    },
    take: () => extraContent(own, fields, provider),
  };
}

function lengthOf(value: unknown): number {
  try {
    return JSON.stringify(value).length;
  } catch (error) {
    throw new MalformedReply('unknown fields are nested too deeply', { cause: error });
  }
}

function joined(before: unknown, more: unknown[]): unknown[] {
  const list: unknown[] = Array.isArray(before) ? [...(before as unknown[])] : [];
  for (const item of more) {
    const continued = continuedBy(list.at(-1), item);
    if (continued === null) list.push(item);
    else list[list.length - 1] = continued;
  }
  return list;
}

/**
 * Joins pieces of reasoning to one block, because the provider wants the block back with its
 * signature.
 */
function continuedBy(last: unknown, item: unknown): JsonObject | null {
  if (!isObject(last) || !isObject(item)) return null;
  const isSame = last['type'] === item['type'] && last['index'] === item['index'];
  const field = TEXT_FIELDS[asText(item['type']) ?? ''];
  if (!isSame || field === undefined) return null;
  const reported = Object.entries(item).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  const text = textOf(last[field]) + textOf(item[field]);
  return { ...last, ...Object.fromEntries(reported), ...(text === '' ? {} : { [field]: text }) };
}

const TEXT_FIELDS: Partial<Record<string, string>> = {
  'reasoning.text': 'text',
  'reasoning.summary': 'summary',
};

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
