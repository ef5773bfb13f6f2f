import { UNKNOWN_NAME, unknownNames } from '@tollgate/catalog/known-names';
import type { Db } from '@tollgate/db/connect';
import { ValidationError } from '@tollgate/http/validate';

/**
 * Refuses names of a key's list that stand for nothing: a typo would shut the key out of the model that was meant. What stands in the
 * list already may stay, because models go.
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
