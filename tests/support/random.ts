/** Chance that can be had again: the same seed gives the same numbers. */
export interface Random {
  /** At least 0, below 1. */
  next(): number;
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  /** One of them; throws when there is none. */
  pick<Item>(items: readonly Item[]): Item;
  /** True with this probability. */
  chance(probability: number): boolean;
  /** One of the names, each as likely as its weight says. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name;
}

const TWO_TO_32 = 4_294_967_296;

/** The generator mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / TWO_TO_32;
  };
  const between = (least: number, most: number): number =>
    least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    pick(items) {
      if (items.length === 0) throw new RangeError('there is nothing to pick from');
      return items[between(0, items.length - 1)] as (typeof items)[number];
    },
    chance: (probability) => next() < probability,
    weighted(weights) {
      const entries = Object.entries(weights) as [keyof typeof weights, number][];
      let rest = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [name, weight] of entries) {
        rest -= weight;
        if (rest < 0) return name;
      }
      return entries.at(-1)?.[0] as keyof typeof weights;
    },
  };
}

/** The seed that the environment names in `SEED`, else one by chance. */
export function seedOfEnvironment(): number {
  const given = process.env['SEED'] ?? '';
  return given === '' ? Math.floor(Math.random() * TWO_TO_32) : Number(given);
}
