/**
 * The members that an object may have, and those of the objects below them; null where anything may
 * stand.
 */
export interface Shape {
  readonly [name: string]: Shape | null;
}

/** Where a member stands that a shape does not know. */
export interface Unknown {
  /** Names and positions that lead to the object around the member. */
  path: (string | number)[];
  name: string;
}

/**
 * The first member of a value that its shape does not know; null when all are known. Lists are read
 * item by item.
 */
export function unknownIn(
  value: unknown,
  shape: Shape | null,
  path: (string | number)[] = [],
): Unknown | null {
  if (shape === null || typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value)) {
    return first(value.map((item, index) => () => unknownIn(item, shape, [...path, index])));
  }
  return first(
    Object.entries(value).map(([name, member]) => () => {
      const below = shape[name];
      return below === undefined ? { path, name } : unknownIn(member, below, [...path, name]);
    }),
  );
}

function first(looks: (() => Unknown | null)[]): Unknown | null {
  for (const look of looks) {
    const found = look();
    if (found !== null) return found;
  }
  return null;
}
