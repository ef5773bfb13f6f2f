import type { Plan } from '../plan.ts';
import { pinPlans } from './pin-plans.ts';
import type { Pin } from './stored-call.ts';

const estimate = { usage: { input: 1 }, amount: 7n };
const priceOf = (id: string) => ({ id, prices: { input: 1n }, upliftBp: 0 });

function aPlan(modelId: string, price: string, attempt = 1): Plan {
  const target = { modelId, price: priceOf(price) };
  return { attempt, estimate, maxCredits: null, target } as unknown as Plan;
}
const pin = (modelId: string, price: string): Pin => ({
  modelId,
  price: priceOf(price),
  amount: 100n,
});
const reported = (plans: readonly Plan[]) =>
  plans.map(({ target, attempt, estimate: cost }) => [
    target.modelId,
    target.price?.id,
    attempt,
    cost?.amount,
  ]);

describe('plans of an accepted operation', () => {
  const stored = { pins: [pin('a', 'old-a'), pin('b', 'old-b')], maxCredits: 5n };

  test('keep the prices, the amounts and the ceiling that were accepted', () => {
    const plans = [aPlan('a', 'new-a'), aPlan('a', 'new-a'), aPlan('b', 'new-b', 2)];
    const pinned = pinPlans(plans, stored, { attempt: 1, price_version_id: 'old-a' });
    expect(pinned.isHeld).toBe(true);
    expect(reported(pinned.plans)).toEqual([
      ['a', 'old-a', 1, 100n],
      ['a', 'old-a', 1, 100n],
      ['b', 'old-b', 2, 100n],
    ]);
    expect(pinned.plans.map(({ maxCredits }) => maxCredits)).toEqual([5n, 5n, 5n]);
  });

  test.each([{ attempt: 1, price_version_id: 'old-a' }, null])(
    'name the catalogue under which they were accepted, or their own where that is not known (hold: %j)',
    (held) => {
      const fresh = aPlan('a', 'new-a');
      const plans = [{ ...fresh, resolved: { ...fresh.resolved, catalogRevision: 'new' } }];
      const revisions = (catalogRevision?: string) =>
        pinPlans(plans, { ...stored, catalogRevision }, held).plans.map(
          ({ resolved }) => resolved.catalogRevision,
        );
      expect([revisions('accepted'), revisions()]).toEqual([['accepted'], ['new']]);
    },
  );

  test('begin with the model whose hold stands', () => {
    const plans = [aPlan('a', 'new-a'), aPlan('b', 'new-b', 2)];
    const pinned = pinPlans(plans, stored, { attempt: 4, price_version_id: 'old-b' });
    expect(pinned.isHeld).toBe(true);
    expect(reported(pinned.plans)).toEqual([
      ['b', 'old-b', 4, 100n],
      ['a', 'old-a', 5, 100n],
    ]);
  });

  test('need a hold of their own when that model is gone, and leave newcomers out', () => {
    const plans = [aPlan('c', 'new-c'), aPlan('b', 'new-b', 2)];
    const pinned = pinPlans(plans, stored, { attempt: 1, price_version_id: 'old-a' });
    expect(pinned.isHeld).toBe(false);
    expect(reported(pinned.plans)).toEqual([['b', 'old-b', 2, 100n]]);
  });

  test('are taken as they are in the sandbox', () => {
    const plans = [aPlan('sandbox', 'none')];
    expect(pinPlans(plans, { pins: [], maxCredits: null }, null)).toEqual({ plans, isHeld: true });
  });
});
