import type { MappedEvent } from '../../adapter/adapter.ts';
import { asList, asObject, asText } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { lineOf } from './lines.ts';
import { QUERIES_MAX } from './server-tools.ts';
import type { RunReader } from './server-tools.ts';

/**
 * Searches of the web by Google (`googleSearch`), and what an answer says of them. The provider
 * bills Gemini 2.5 by the answer that rests on pages, and Gemini 3 by the query, of which it counts
 * equal ones once and empty ones never.
 * @see https://ai.google.dev/gemini-api/docs/google-search
 * @see https://ai.google.dev/gemini-api/docs/pricing
 */

/** Passages of an answer that are cited, at most. */
const CITED_MAX = 500;

/** What the replies of one answer say of its searches. */
export interface Grounding extends RunReader {
  /** A text that the answer goes on with. */
  add(text: string): void;
}

/** Reads the searches of one answer. */
export function createGrounding(model: string): Grounding {
  const billed = new Set<string>();
  const isByQuery = lineOf(model)?.searchUnit === 'query';
  /** Queries of runs that an answer shows as parts, which may have no other metadata. */
  const queries = new Set<string>();
  let text = '';
  let last: JsonObject = {};
  return {
    read(candidate) {
      const metadata = asObject(candidate['groundingMetadata']);
      if (Object.keys(metadata).length > 0) last = metadata;
      const asked = searchedIn(candidate);
      for (const query of asked) queries.add(query);
      const units = isByQuery
        ? [...new Set([...asked, ...queriesIn(metadata)])]
        : answersIn(metadata);
      const fresh = units.filter((unit) => !billed.has(unit));
      const before = billed.size;
      for (const unit of fresh) billed.add(unit);
      // More than are believed say no more than that the answer rests on a search.
      const shown = billed.size > QUERIES_MAX ? Math.max(0, 1 - before) : fresh.length;
      return Array.from({ length: shown }, () => ({ kind: 'ran', tool: 'web_search' }));
    },
    add(more) {
      text += more;
    },
    counted(reading) {
      if (reading.usage === null || billed.size === 0) return reading;
      return { ...reading, usage: { ...reading.usage, web_search: billed.size } };
    },
    end: () => [
      ...citationsIn(last, text).map((annotation): MappedEvent => ({
        kind: 'annotation',
        annotation,
      })),
      ...searchIn(last, queries),
    ],
  };
}

function queriesIn(metadata: JsonObject): string[] {
  return different(asList(metadata['webSearchQueries']));
}

function different(queries: readonly unknown[]): string[] {
  const texts = queries.map((query) => (asText(query) ?? '').trim());
  return [...new Set(texts)].filter((query) => query !== '');
}

/** The queries of searches that a candidate shows as parts, beside functions. */
function searchedIn(candidate: JsonObject): string[] {
  const parts = asList(asObject(candidate['content'])['parts']).map(asObject);
  const searches = parts
    .map(({ toolCall }) => asObject(toolCall))
    .filter(({ toolType }) => (asText(toolType) ?? '').startsWith('GOOGLE_SEARCH_'));
  return different(searches.flatMap(({ args }) => asList(asObject(args)['queries'])));
}

/**
 * The search of an answer in the form of Responses: one, because the provider does not say which
 * query has found which page. `results` has the titles beside.
 */
function searchIn(metadata: JsonObject, shown: ReadonlySet<string>): MappedEvent[] {
  const queries = [...new Set([...shown, ...queriesIn(metadata)])];
  const pages = asList(metadata['groundingChunks']).map((chunk) =>
    asObject(asObject(chunk)['web']),
  );
  const results = pages.flatMap(({ uri, title }) => {
    const url = asText(uri);
    return url === undefined ? [] : [{ url, title: asText(title) ?? '' }];
  });
  if (queries.length + results.length === 0) return [];
  const sources = results.map(({ url }) => ({ type: 'url', url }));
  const action = { type: 'search', query: queries[0] ?? '', queries, sources };
  const call = { type: 'web_search_call', status: 'completed', action, results };
  return [{ kind: 'searched', call }];
}

/** One unit where the answer rests on a page. */
function answersIn(metadata: JsonObject): string[] {
  const pages = asList(metadata['groundingChunks']).map((chunk) => asObject(chunk)['web']);
  return pages.some((page) => page !== undefined) ? ['the answer'] : [];
}

function citationsIn(metadata: JsonObject, text: string): JsonObject[] {
  const pages = asList(metadata['groundingChunks']).map((chunk) =>
    asObject(asObject(chunk)['web']),
  );
  const supports = asList(metadata['groundingSupports']).slice(0, CITED_MAX).map(asObject);
  const bytes = supports.length === 0 ? null : Buffer.from(text);
  return supports.flatMap((support) => {
    const position = bytes === null ? null : positionOf(asObject(support['segment']), text, bytes);
    if (position === null) return [];
    return asList(support['groundingChunkIndices']).flatMap((index) => {
      const { uri, title } = pages[Number(index)] ?? {};
      if (asText(uri) === undefined) return [];
      return [{ type: 'url_citation', url: uri, title: asText(title) ?? '', ...position }];
    });
  });
}

/**
 * Positions of the wire are bytes of UTF-8, ours are characters. Where they miss the passage, which
 * is repeated beside them, it is looked for.
 */
function positionOf(
  segment: JsonObject,
  text: string,
  bytes: Buffer,
): { start_index: number; end_index: number } | null {
  const passage = asText(segment['text']);
  if (passage === undefined || passage === '') return null;
  const from = Number(segment['startIndex'] ?? 0);
  const reported = bytes.subarray(0, from).toString().length;
  const start = text.startsWith(passage, reported) ? reported : text.indexOf(passage);
  return start < 0 ? null : { start_index: start, end_index: start + passage.length };
}
