/** How a wire marks what stands in one message, turn or item of a conversation. */
export interface Marks<Item> {
  /** Whether a user says something in it, rather than a tool. */
  isUser: (item: Item) => boolean;
  /** Whether it has the result of a tool. */
  isResult: (item: Item) => boolean;
  /** Whether it has a picture or a document beside the results. */
  hasMedia: (item: Item) => boolean;
}

/**
 * Where the user has last said something; -1 where nowhere. Clients and gateways put what a tool
 * has returned beside text into a message of the user directly behind the results, and a model
 * takes that for what the tool returned.
 */
export function lastSaid<Item>(items: readonly Item[], marks: Marks<Item>): number {
  return items.findLastIndex((item, index) => {
    if (!marks.isUser(item)) return false;
    const before = items[index - 1];
    const isBehind = marks.isResult(item) || (before !== undefined && marks.isResult(before));
    return !(isBehind && marks.hasMedia(item));
  });
}
