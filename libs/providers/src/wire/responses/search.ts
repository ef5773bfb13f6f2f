import type { MappedAnswer, MappedEvent, Searched } from '../../adapter/adapter.ts';
import type { UsageReading } from '../../adapter/usage.ts';
import { asList, asObject, asText } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { BETWEEN, textsOf } from './output.ts';
import type { WireItem } from './types.ts';

const CALL = 'web_search_call';

/**
 * Whether a call of the search of the web is one that the provider bills: opening a page and
 * looking within one are calls too. Its action may be missing while it begins.
 */
function isBilled(item: JsonObject): boolean {
  const { type = 'search' } = asObject(item['action']);
  return type === 'search';
}

function callsIn(items: readonly JsonObject[]): JsonObject[] {
  return items.filter(({ type }) => type === CALL);
}

/**
 * A report of usage with the searches that are in the output: usage says nothing of them.
 * @param output of the whole response
 */
export function withSearches(reading: UsageReading, output: unknown): UsageReading {
  const calls = callsIn(asList(output).map(asObject));
  if (reading.usage === null || calls.length === 0) return reading;
  return { ...reading, usage: { ...reading.usage, web_search: calls.filter(isBilled).length } };
}

/** What the items of a whole answer show of searches; nothing where there was none. */
export function searchedIn(items: readonly WireItem[]): Pick<MappedAnswer, 'ran' | 'searched'> {
  const calls = callsIn(items);
  if (calls.length === 0) return {};
  return {
    ran: { web_search: calls.filter(isBilled).length },
    searched: { calls, annotations: citedIn(items) },
  };
}

/** The citations of all messages, by positions in their texts joined. */
function citedIn(items: readonly WireItem[]): Searched['annotations'] {
  const annotations: JsonObject[] = [];
  let from = 0;
  for (const { type, content } of items) {
    const text = type === 'message' ? textsOf(content, 'text').join('') : '';
    if (text === '') continue;
    const cited = asList(content).flatMap((part) => asList(asObject(part)['annotations']));
    annotations.push(...cited.map((one) => moved(asObject(one), from)));
    from += text.length + BETWEEN.length;
  }
  return annotations;
}

function moved(annotation: JsonObject, by: number): JsonObject {
  const { start_index: start, end_index: end } = annotation;
  if (by === 0 || typeof start !== 'number' || typeof end !== 'number') return annotation;
  return { ...annotation, start_index: start + by, end_index: end + by };
}

/** What the events of one stream show of searches. */
export class StreamedSearches {
  readonly #ended = new Set<unknown>();
  readonly #from = new Map<string, number>();
  #sent = 0;

  /** The events of a search that an event of the provider brings. */
  read(type: string, event: JsonObject): MappedEvent[] {
    const item = asObject(event['item']);
    if (type === 'response.output_text.annotation.added') {
      const annotation = asObject(event['annotation']);
      return [{ kind: 'annotation', annotation: moved(annotation, this.#fromOf(event)) }];
    }
    if (item['type'] !== CALL) return [];
    if (type === 'response.output_item.added')
      return isBilled(item) ? [{ kind: 'ran', tool: 'web_search' }] : [];
    return type === 'response.output_item.done' ? this.#end([item]) : [];
  }

  /** Calls that only the last event has. */
  close(output: unknown): MappedEvent[] {
    return this.#end(callsIn(asList(output).map(asObject)));
  }

  /** Notes where a text of the provider stands in the text of the whole answer. */
  noteText(event: JsonObject, sent: string): void {
    const key = keyOf(event);
    const own = asText(event['delta']) ?? sent;
    if (!this.#from.has(key)) this.#from.set(key, this.#sent + sent.length - own.length);
    this.#sent += sent.length;
  }

  #fromOf(event: JsonObject): number {
    return this.#from.get(keyOf(event)) ?? 0;
  }

  #end(calls: readonly JsonObject[]): MappedEvent[] {
    const fresh = calls.filter(({ id }) => !this.#ended.has(id));
    for (const { id } of fresh) this.#ended.add(id);
    return fresh.map((call) => ({ kind: 'searched', call }));
  }
}

function keyOf({ item_id: id, output_index: index }: JsonObject): string {
  return asText(id) ?? JSON.stringify(index ?? null);
}
