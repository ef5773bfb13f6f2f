/** One answer as the provider counted it. */
export interface UsageLine {
  at: Date;
  /** With cached ones. */
  input: number;
  /** With those of reasoning. */
  output: number;
  /** The provider's own name of the answer, if it has one. */
  id: string | null;
}

/** One charge as the ledger has it, with the provider's own counts. */
export interface ChargedUsage {
  opId: string;
  at: Date;
  input: number;
  output: number;
}

/** What only one side knows. Nothing is guessed: what to do about it is for somebody to decide. */
export interface Difference {
  matched: number;
  /** Served and charged to nobody. */
  uncharged: UsageLine[];
  /** Charged and served by nobody. */
  unserved: ChargedUsage[];
}

/**
 * Between the hold and the moment that the provider writes down: an answer may take ten minutes,
 * and clocks differ.
 */
const APART_MS_MAX = 900_000;

/** @throws Error naming the line that is none */
export function readUsageLine(text: string, number: number): UsageLine {
  let line: Record<string, unknown>;
  try {
    line = JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new Error(`Line ${number} of the usage is no JSON.`);
  }
  const at = new Date(String(line['at']));
  const { input_tokens: input, output_tokens: output, id } = line;
  const isCount = (value: unknown): value is number =>
    Number.isSafeInteger(value) && Number(value) >= 0;
  if (Number.isNaN(at.getTime()) || !isCount(input) || !isCount(output)) {
    throw new Error(`Line ${number} of the usage needs at, input_tokens and output_tokens.`);
  }
  return { at, input, output, id: typeof id === 'string' ? id : null };
}

/** Pairs each answer with the charge of the same counts that is nearest in time, every one once. */
export function compareUsage(
  served: readonly UsageLine[],
  charges: readonly ChargedUsage[],
): Difference {
  const alike = Map.groupBy(charges.toSorted(byTime), countsOf);
  const open = new Map([...alike].map(([counts, list]) => [counts, new Untaken(list)]));
  const uncharged = served
    .toSorted(byTime)
    .filter((line) => !(open.get(countsOf(line))?.takeNearest(line.at) ?? false));
  const unserved = [...open.values()].flatMap((one) => one.rest()).toSorted(byTime);
  return { matched: served.length - uncharged.length, uncharged, unserved };
}

const countsOf = ({ input, output }: { input: number; output: number }): string =>
  `${input} ${output}`;

const byTime = (one: { at: Date }, other: { at: Date }): number =>
  one.at.getTime() - other.at.getTime();

/**
 * Charges of the same counts, of which each can be taken once. A year may have millions of them, so
 * that neither what is taken nor what is too far away is looked at one by one.
 */
class Untaken {
  readonly #charges: readonly ChargedUsage[];
  /**
   * For each index, from 1 on: an index towards the next lower one that is not taken, itself where
   * that is this one. 0 is none.
   */
  readonly #lower: Int32Array;
  /**
   * For each index, from 0 on: an index towards the next higher one that is not taken, itself where
   * that is this one. The number of indexes is none.
   */
  readonly #higher: Int32Array;

  /** @param charges by time */
  constructor(charges: readonly ChargedUsage[]) {
    this.#charges = charges;
    this.#lower = Int32Array.from({ length: charges.length + 1 }, (_, index) => index);
    this.#higher = this.#lower.slice();
  }

  /** Whether there was one; of two that are as near the later one is taken. */
  takeNearest(at: Date): boolean {
    const from = this.#firstSince(at);
    const indexes = [last(this.#higher, from), last(this.#lower, from) - 1];
    const [nearest = -1] = indexes
      .filter((index) => this.#apartMs(index, at) <= APART_MS_MAX)
      .toSorted((one, other) => this.#apartMs(one, at) - this.#apartMs(other, at));
    if (nearest < 0) return false;
    this.#higher[nearest] = nearest + 1;
    this.#lower[nearest + 1] = nearest;
    return true;
  }

  rest(): ChargedUsage[] {
    return this.#charges.filter((_, index) => this.#higher[index] === index);
  }

  #apartMs(index: number, at: Date): number {
    const charge = this.#charges[index];
    return charge === undefined ? Infinity : Math.abs(charge.at.getTime() - at.getTime());
  }

  #firstSince(at: Date): number {
    let [from, to] = [0, this.#charges.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.#charges[middle]?.at ?? at) < at) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

/** The index at which steps from an index end; the steps are shortened for later calls. */
function last(steps: Int32Array, index: number): number {
  let here = index;
  for (let next = steps[here] ?? here; next !== here; next = steps[here] ?? here) {
    steps[here] = steps[next] ?? next;
    here = steps[here] ?? next;
  }
  return here;
}
