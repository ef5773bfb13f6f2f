import type { Reservation } from '@tollgate/contract/billing';
import type { Plan } from '../plan.ts';
import type { StoredCall } from './stored-call.ts';

/** Plans under the prices that were accepted, and whether the first one has its hold already. */
export interface PinnedPlans<Planned extends Plan> {
  plans: Planned[];
  isHeld: boolean;
}

/**
 * Puts freshly made plans under the catalogue, the prices, the ceiling and the hold of the accepted
 * call. Models that were not accepted are left out. The model that has the hold goes first, so that
 * a second run needs no second hold.
 * @param held the existing hold; null for the sandbox, which has none
 */
export function pinPlans<Planned extends Plan>(
  fresh: readonly Planned[],
  {
    pins,
    maxCredits,
    catalogRevision,
  }: Pick<StoredCall, 'pins' | 'maxCredits' | 'catalogRevision'>,
  held: Pick<Reservation, 'attempt' | 'price_version_id'> | null,
): PinnedPlans<Planned> {
  const plans = fresh.map((plan) =>
    catalogRevision === undefined
      ? plan
      : { ...plan, resolved: { ...plan.resolved, catalogRevision } },
  );
  if (held === null) return { plans, isHeld: true };
  const pinned = plans.flatMap((plan) => {
    const pin = pins.find(({ modelId }) => modelId === plan.target.modelId);
    if (pin === undefined || plan.estimate === null) return [];
    const { price, amount } = pin;
    const estimate = { ...plan.estimate, amount };
    return [{ ...plan, maxCredits, estimate, target: { ...plan.target, price } }];
  });
  const isOfHold = ({ target }: Plan): boolean => target.price?.id === held.price_version_id;
  const ordered = [...pinned.filter(isOfHold), ...pinned.filter((plan) => !isOfHold(plan))];
  const isHeld = ordered[0] !== undefined && isOfHold(ordered[0]);
  const first = isHeld ? held.attempt : held.attempt + 1;
  const models = [...new Set(ordered.map(({ target }) => target.modelId))];
  return {
    plans: ordered.map((plan) => ({
      ...plan,
      attempt: first + models.indexOf(plan.target.modelId),
    })),
    isHeld,
  };
}
