import { ProviderError } from '../adapter/adapter.ts';
import type { LocalRerank } from '../adapter/adapter.ts';
import type { RerankDocument } from '../adapter/rerank-wire.ts';
import { ranked } from '../wire/rerank/results.ts';
import { failureOf, readDirectives, withoutDirectives } from './directives.ts';

const CHARACTERS_PER_TOKEN = 4;
const WORD = /[\p{L}\p{N}]+/gu;

/** Orders documents by the share of the words of the query that they have. */
export const sandboxRerank: LocalRerank = {
  async rank(call, _endpoint, context) {
    const wishes = readDirectives(call.query);
    if (wishes.delayMs > 0) await context.sleep(wishes.delayMs);
    const failure = failureOf(wishes);
    if (failure !== null) throw new ProviderError(failure);
    const query = withoutDirectives(call.query);
    const asked = wordsOf(query);
    const texts = call.documents.map(textOf);
    const results = texts.map((text, index) => ({ index, score: shareOf(asked, wordsOf(text)) }));
    const input = texts.reduce((sum, text) => sum + tokensOf(query) + tokensOf(text), 0);
    return {
      results: ranked(results, call),
      usage: { input, cache_read: 0, cache_write: 0, output: 0, reasoning: 0 },
    };
  },
};

const textOf = (document: RerankDocument): string =>
  typeof document === 'string' ? document : Object.values(document).join(' ');

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(WORD));

const tokensOf = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN);

function shareOf(asked: ReadonlySet<string>, words: ReadonlySet<string>): number {
  const found = [...asked].filter((word) => words.has(word)).length;
  return asked.size === 0 ? 0 : found / asked.size;
}
