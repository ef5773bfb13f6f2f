import { UNKNOWN_NAME, unknownNames } from '@tollgate/catalog/known-names';
import type { Db } from '@tollgate/db/connect';
import { ValidationError } from '@tollgate/http/validate';

/**
 * Refuses names in a key's list that name no model: a typo would shut the key out of the intended model. Names that are in the
 * list already may stay, because models are removed.
 * @throws ValidationError naming each
 */
export async function assertKnownModels(
  db: Db,
  models: readonly string[] | null | undefined,
  listed: readonly string[] = [],
): Promise<void> {
  const names = models ?? [];
  const unknown = await unknownNames(
    db,
    names.filter((name) => !listed.includes(name)),
  );
  if (unknown.length === 0) return;
  throw new ValidationError(
    unknown.map((name) => ({
      loc: ['body', 'models', names.indexOf(name)],
      msg: UNKNOWN_NAME,
      type: 'unknown',
    })),
  );
}
