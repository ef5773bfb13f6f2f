/** A JSON value without the members of these names, at any depth. */
export function withoutMembers(value: unknown, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutMembers(item, names));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !names.includes(name));
  return Object.fromEntries(kept.map(([name, item]) => [name, withoutMembers(item, names)]));
}

/** A JSON value without the entries of lists that are meant, at any depth. */
export function mangled(value: unknown, isMeant: (entry: unknown) => boolean): unknown {
  if (Array.isArray(value)) {
    return value.filter((entry) => !isMeant(entry)).map((entry) => mangled(entry, isMeant));
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, item]) => [name, mangled(item, isMeant)]);
  return Object.fromEntries(entries);
}
