import { LRUCache } from 'lru-cache';

/**
 * A cache that forgets what was unused for longest, for bounds that are seldom reached: it takes
 * room for the entries that it has. A cache of `max` entries takes room for all of them when it is
 * made, which for a million entries is a tenth of a second of every start.
 * @param entriesMax the most entries
 * @param dispose called with each entry that leaves
 */
export function growingCache<Key extends {}, Value extends {}>(
  entriesMax: number,
  dispose?: (value: Value, key: Key) => void,
): LRUCache<Key, Value> {
  return new LRUCache<Key, Value>({
    maxSize: entriesMax,
    sizeCalculation: () => 1,
    ...(dispose === undefined ? {} : { dispose }),
  });
}
