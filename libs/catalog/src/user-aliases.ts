import type { RequestContract } from '@tollgate/contract/request-contract';
import type { Db } from '@tollgate/db/connect';
import type { AliasRow } from './alias.queries.ts';
import { listEveryAliasView } from './aliases.ts';
import { dearestOf } from './dearest.ts';
import type { UserModel } from './users.ts';

/** An alias from the view of one user. */
export interface UserAlias {
  alias: AliasRow;
  contract: RequestContract;
  /** The targets that the user has switched on, in their order; never none. */
  targets: readonly UserModel[];
  /** The target whose tokens cost this user most. */
  dearest: UserModel;
  /** Whether the alias can be called now. */
  available: boolean;
}

/**
 * The aliases that are switched on and lead to a model that the user has not switched off, by name.
 * @param models every approved model as the user sees it
 */
export async function listAliasesForUser(
  db: Db,
  models: readonly UserModel[],
): Promise<UserAlias[]> {
  const byId = new Map(models.map((model) => [model.id, model]));
  const views = await listEveryAliasView(db);
  return views.flatMap(({ alias, contract, targets, unroutableReason }) => {
    const enabled = targets.flatMap(({ modelId }) => byId.get(modelId) ?? []).filter(isEnabled);
    const [first] = enabled;
    if (!alias.enabled || contract === null || first === undefined) return [];
    const dearest = dearestOf(first, enabled);
    const available = unroutableReason === null && enabled.some(({ routable }) => routable);
    return [{ alias, contract, targets: enabled, dearest, available }];
  });
}

const isEnabled = ({ enabled }: UserModel): boolean => enabled;
