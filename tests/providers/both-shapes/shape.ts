/** A JSON object of a provider, whose members nobody has checked. */
export type Loose = Record<string, any>; // eslint-disable-line typescript/no-explicit-any

/** One event of a stream: its type where the wire's framing has one, and its payload. */
export type WireEvent = readonly [type: string | null, data: Loose];

/** Cuts a text into the pieces in which a provider sends it. */
export type Cut = (text: string) => string[];

/**
 * How one wire tells the same answer whole and as a stream. Made without any code of the mappings.
 */
export interface Shapes {
  /** The names of the manners in which providers of this wire stream an answer. */
  manners: readonly string[];
  /** The events of a whole reply; null for what this wire's providers do not stream. */
  streamOf(reply: Loose, manner: string, cut: Cut): WireEvent[] | null;
  /** The whole reply that events make up; null where they break off. */
  wholeOf(events: readonly WireEvent[]): Loose | null;
}

/** The members of an object but for these. */
export function without(value: Loose, names: readonly string[]): Loose {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

/**
 * Joins what two pieces of one message have: texts end to end, lists behind one another, else the
 * later.
 */
export function merged(before: Loose, more: Loose): Loose {
  const made = { ...before };
  for (const [name, value] of Object.entries(more)) {
    const known = made[name];
    if (value === null || value === undefined) made[name] ??= value;
    else if (typeof known === 'string' && typeof value === 'string') made[name] = known + value;
    else if (Array.isArray(known) && Array.isArray(value)) made[name] = [...known, ...value];
    else made[name] = value;
  }
  return made;
}
