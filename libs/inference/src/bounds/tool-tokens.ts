/** A call for which the provider runs tools. */
interface Running {
  /** What each run brings into the prompt at most, in tokens. */
  found: readonly number[];
  /** The most output tokens of the answer. */
  output: number;
  /** What no prompt of one turn exceeds, in tokens. */
  most: number;
}

/**
 * The most input of a call for which the provider runs tools, in tokens. The model takes a turn
 * after each run, which reads the prompt once more, with all that was found and said before; the
 * provider counts the input of all turns. What is found first is read most often, so the largest
 * comes first.
 * @param prompt the bound of the prompt
 */
export function inputWithRuns(prompt: number, { found, output, most }: Running): number {
  const runs = found.length;
  const turns = runs + 1;
  const read = [...found]
    .sort((one, other) => other - one)
    .reduce((sum, tokens, at) => sum + tokens * (runs - at), 0);
  return Math.min(prompt * turns + read + output * runs, most * turns);
}
