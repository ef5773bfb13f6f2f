import { FURTHER, SERIES_MAX } from './metrics.ts';

/** Words of strangers that may become values of a label. */
export interface KnownWords {
  /** The word itself while its group has room for it, else `other`. @param group named by us, never by a stranger */
  of(group: string, word: string): string;
}

/**
 * Lets strangers choose a few values of a label: the first words of each group are kept and all further ones count together, so that nobody
 * can blow up the series of a metric.
 * @param wordsMax words of one group
 */
export function createKnownWords(wordsMax: number): KnownWords {
  const groups = new Map<string, Set<string>>();
  return {
    of(group, word) {
      const words = groups.get(group) ?? new Set();
      if (words.has(word)) return word;
      if (words.size >= wordsMax || (words.size === 0 && groups.size >= SERIES_MAX)) return FURTHER;
      groups.set(group, words.add(word));
      return word;
    },
  };
}
