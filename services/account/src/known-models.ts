import { LIVE_NAME, liveNames, UNKNOWN_NAME, unknownNames } from '@tollgate/catalog/known-names';
import type { Db } from '@tollgate/db/connect';
import { ValidationError } from '@tollgate/http/validate';
import type { KeyMode } from '@tollgate/contract/keys';

/** A key's list of models as it is to be. */
interface WantedModels {
  mode: KeyMode;
  models: readonly string[] | null | undefined;
  /** What the list has already. */
  listed?: readonly string[];
}

/**
 * Refuses names in a key's list that name no model, or none that a key of its mode reaches: the key
 * would be shut out of the intended model. Names that are in the list already may stay, because
 * models are removed.
 * @throws ValidationError naming each
 */
export async function assertKnownModels(
  db: Db,
  { mode, models, listed = [] }: WantedModels,
): Promise<void> {
  const names = models ?? [];
  const added = names.filter((name) => !listed.includes(name));
  const unknown = await unknownNames(db, added);
  const live = mode === 'test' ? liveNames(added).filter((name) => !unknown.includes(name)) : [];
  if (unknown.length + live.length === 0) return;
  throw new ValidationError([
    ...unknown.map((name) => fault(names, name, UNKNOWN_NAME)),
    ...live.map((name) => fault(names, name, LIVE_NAME)),
  ]);
}

function fault(names: readonly string[], name: string, msg: string) {
  return { loc: ['body', 'models', names.indexOf(name)], msg, type: 'unknown' };
}
