import { asList, asObject, asText } from '../../json.ts';
import { ADDRESSES_MAX } from './server-tools.ts';
import type { RunReader } from './server-tools.ts';

/** The status of a page that was read. */
const FETCHED = 'URL_RETRIEVAL_STATUS_SUCCESS';
/** Why a page is not there, in the words of Anthropic's tool. */
const ERRORS: Readonly<Record<string, string>> = {
  URL_RETRIEVAL_STATUS_UNSAFE: 'url_not_allowed',
};
const ERROR = 'url_not_accessible';

/**
 * Reads the pages of one answer from `urlContextMetadata`, which says whether each could be had and
 * nothing of its text.
 * @see https://ai.google.dev/gemini-api/docs/url-context
 */
export function createUrlContext(): RunReader {
  const pages = new Map<string, string | undefined>();
  let fetched = 0;
  return {
    read(candidate) {
      const list = asList(asObject(candidate['urlContextMetadata'])['urlMetadata']);
      const before = fetched;
      for (const { retrievedUrl, urlRetrievalStatus } of list.map(asObject)) {
        const url = asText(retrievedUrl);
        if (url === undefined || pages.has(url) || pages.size >= ADDRESSES_MAX) continue;
        const status = asText(urlRetrievalStatus);
        pages.set(url, status);
        if (status === FETCHED) fetched += 1;
      }
      return Array.from({ length: fetched - before }, () => ({ kind: 'ran', tool: 'web_fetch' }));
    },
    counted(reading) {
      if (reading.usage === null || fetched === 0) return reading;
      return { ...reading, usage: { ...reading.usage, web_fetch: fetched } };
    },
    end() {
      if (pages.size === 0) return [];
      const shown = [...pages].map(([url, status]) =>
        status === FETCHED ? { url } : { url, error: ERRORS[status ?? ''] ?? ERROR },
      );
      const call = { type: 'web_fetch_call', status: 'completed', pages: shown };
      return [{ kind: 'searched', call }];
    },
  };
}
