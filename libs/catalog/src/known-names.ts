import type { Db } from '@tollgate/db/connect';
import { FAMILIES } from '@tollgate/providers/families';
import { listAllAliases } from './alias.queries.ts';
import { listApprovedModels } from './model.queries.ts';

/** Models that answer by themselves, for test keys. */
const BUILT_IN = FAMILIES.flatMap(({ id, provider, local }) =>
  (local?.models ?? []).map((model) => `${provider ?? id}/${model}`),
);

/** The names that stand for no approved model, no alias and no model of the sandbox. */
export async function unknownNames(db: Db, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const models = await listApprovedModels(db);
  const aliases = await listAllAliases(db);
  const known = new Set([
    ...BUILT_IN,
    ...models.map(({ publicId }) => publicId),
    ...aliases.map(({ name }) => name),
  ]);
  return names.filter((name) => !known.has(name));
}

/** The fault of a name that {@link unknownNames} gives. */
export const UNKNOWN_NAME = 'is no model and no alias that there is';

/**
 * The names that stand for a live model or an alias, neither of which keys of the mode `test`
 * reach.
 */
export function liveNames(names: readonly string[]): string[] {
  return names.filter((name) => !BUILT_IN.includes(name));
}

/** The fault of a name that {@link liveNames} gives. */
export const LIVE_NAME = `is not for test keys, which reach ${BUILT_IN.join(', ')} only`;
