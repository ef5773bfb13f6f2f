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

/** Between the hold and the moment that the provider writes down: an answer may take ten minutes, and clocks differ. */
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
  const open = new Map<string, ChargedUsage[]>();
  for (const charge of charges) {
    const name = countsOf(charge);
    open.set(name, [...(open.get(name) ?? []), charge]);
  }
  const uncharged: UsageLine[] = [];
  for (const line of served.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
    if (!takeNearest(open.get(countsOf(line)) ?? [], line.at)) uncharged.push(line);
  }
  const unserved = [...open.values()]
    .flat()
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
  return { matched: served.length - uncharged.length, uncharged, unserved };
}

const countsOf = ({ input, output }: { input: number; output: number }): string =>
  `${input} ${output}`;

function takeNearest(charges: ChargedUsage[], at: Date): boolean {
  let best = -1;
  let bestMs = APART_MS_MAX;
  for (const [index, charge] of charges.entries()) {
    const apartMs = Math.abs(charge.at.getTime() - at.getTime());
    if (apartMs <= bestMs) [best, bestMs] = [index, apartMs];
  }
  if (best < 0) return false;
  charges.splice(best, 1);
  return true;
}
