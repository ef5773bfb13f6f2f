/** Which records of an archived day are meant; null does not narrow. */
export interface RowFilter {
  id: string | null;
  userId: string | null;
  apiKeyId: string | null;
  /** What answered by its exact id, or the alias that led there. */
  model: string | null;
}

/** Narrows nothing. */
export const EVERY_ROW: RowFilter = { id: null, userId: null, apiKeyId: null, model: null };

const CONDITIONS: Readonly<Record<keyof RowFilter, (value: string) => string>> = {
  id: (value) => `id = cast(${value} as uuid)`,
  userId: (value) => `user_id = cast(${value} as uuid)`,
  apiKeyId: (value) => `api_key_id = cast(${value} as uuid)`,
  model: (value) => `(model = ${value} or alias = ${value})`,
};
const NAMES = ['id', 'userId', 'apiKeyId', 'model'] as const satisfies (keyof RowFilter)[];

/** The condition of a statement of DuckDB, with the values that it binds. */
export function whereOf(filter: RowFilter): { where: string; values: Record<string, string> } {
  const given = NAMES.flatMap((name) => {
    const value = filter[name];
    return value === null ? [] : [[name, value] as const];
  });
  const conditions = given.map(([name]) => CONDITIONS[name](`$${name}`));
  return {
    where: conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`,
    values: Object.fromEntries(given),
  };
}
