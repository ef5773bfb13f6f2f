import { WEB_SEARCH_TOKENS } from '@tollgate/contract/web-search';

/** A call that searches the web. */
interface Searching {
  /** The most searches. */
  searches: number;
  /** The most output tokens of the answer. */
  output: number;
  /** What no prompt of one turn exceeds, in tokens. */
  most: number;
}

/**
 * The most input of a call that searches the web, in tokens. The model takes a turn after each
 * search, which reads the prompt once more, with all that was found and said before; the provider
 * counts the input of all turns.
 * @param prompt the bound of the prompt
 */
export function inputWithSearches(prompt: number, { searches, output, most }: Searching): number {
  const turns = searches + 1;
  const found = (WEB_SEARCH_TOKENS * searches * turns) / 2;
  return Math.min(prompt * turns + found + output * searches, most * turns);
}
