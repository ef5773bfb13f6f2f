/** The results of a conversation that still have to be paired with their calls. */
export interface Results {
  /**
   * The position of the next result of a call, which is paired by that; undefined where none is
   * left.
   */
  take(id: string): number | undefined;
  /** Whether the result at a position is paired already. */
  isTaken(position: number): boolean;
}

/**
 * Pairs results with calls by their ids over a whole conversation, as OpenAI does: a result may
 * follow a message that came between. Each result is paired once, and results of one id in their
 * order.
 * @param ids the id of the call for each position that holds a result, null for other positions
 * @see https://developers.openai.com/api/docs/guides/function-calling
 */
export function createResults(ids: readonly (string | null)[]): Results {
  const positions = new Map<string, number[]>();
  for (const [position, id] of ids.entries()) {
    if (id === null) continue;
    const known = positions.get(id);
    if (known === undefined) positions.set(id, [position]);
    else known.push(position);
  }
  const next = new Map<string, number>();
  const taken = new Set<number>();
  return {
    take(id) {
      const at = next.get(id) ?? 0;
      const position = positions.get(id)?.[at];
      if (position === undefined) return undefined;
      next.set(id, at + 1);
      taken.add(position);
      return position;
    },
    isTaken: (position) => taken.has(position),
  };
}
