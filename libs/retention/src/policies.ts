import { RETENTION_CATEGORIES, RETENTION_DAYS_MAX } from '@tollgate/contract/platform/retention';
import type { RetentionCategory, RetentionPolicyOut } from '@tollgate/contract/platform/retention';
import type { Db } from '@tollgate/db/connect';
import { encodeId } from '@tollgate/runtime/ids';
import { CATEGORIES } from './categories.ts';
import { getMoment } from './purge.queries.ts';
import { listPolicyRows, savePolicy } from './policy.queries.ts';

const DAY_MS = 86_400_000;

/** The category of a name, or null. */
export function findCategory(name: string): RetentionCategory | null {
  return RETENTION_CATEGORIES.find((category) => category === name) ?? null;
}

/** Every category's policy, in their order. */
export async function listPolicies(db: Db): Promise<RetentionPolicyOut[]> {
  const set = new Map((await listPolicyRows(db)).map((policy) => [policy.category, policy]));
  return RETENTION_CATEGORIES.map((category) => {
    const { description, defaultDays, minimumDays } = CATEGORIES[category];
    const own = set.get(category);
    return {
      category,
      days: own?.days ?? defaultDays,
      default_days: defaultDays,
      minimum_days: minimumDays,
      maximum_days: RETENTION_DAYS_MAX,
      description,
      updated_at: own?.updatedAt.toISOString() ?? null,
      updated_by: own === undefined ? null : encodeId('adm', own.updatedBy),
    };
  });
}

/** Sets how long a category is kept; the caller has checked the days against its floor. */
export async function setPolicy(
  db: Db,
  policy: { category: RetentionCategory; days: number; administratorId: string },
): Promise<RetentionPolicyOut> {
  await savePolicy(db, policy);
  const found = (await listPolicies(db)).find(({ category }) => category === policy.category);
  if (found === undefined) throw new Error(`${policy.category} has no policy`);
  return found;
}

/** A category and the moment before which its rows go. */
export interface Cutoff {
  category: RetentionCategory;
  cutoff: Date;
}

/**
 * The cutoffs of categories, in the order of all categories, with the policies of now and counted
 * back from a moment.
 */
export async function cutoffsOf(
  db: Db,
  categories: readonly RetentionCategory[],
  asOf: Date,
): Promise<Cutoff[]> {
  const policies = await listPolicies(db);
  return policies
    .filter(({ category }) => categories.includes(category))
    .map(({ category, days }) => {
      const cutoff = new Date(asOf.getTime() - days * DAY_MS);
      if (CATEGORIES[category].wholeDays) cutoff.setUTCHours(0, 0, 0, 0);
      return { category, cutoff };
    });
}

/** How long a category is kept by now, in milliseconds. */
export async function lifeOf(db: Db, category: RetentionCategory): Promise<number> {
  const own = (await listPolicyRows(db)).find((policy) => policy.category === category);
  return (own?.days ?? CATEGORIES[category].defaultDays) * DAY_MS;
}

/** Batches of one look; what is more waits for the next. */
const EXPIRE_BATCHES_MAX = 20;

/**
 * Deletes what a category's policy has outlived by now, outside of any purge: for small categories
 * that promise promptness.
 */
export async function expireNow(
  db: Db,
  category: 'idempotency_records' | 'async_results',
): Promise<bigint> {
  const [due] = await cutoffsOf(db, [category], await getMoment(db));
  if (due === undefined) throw new Error(`${category} has no policy`);
  let total = 0n;
  for (let batch = 0; batch < EXPIRE_BATCHES_MAX; batch += 1) {
    const gone = await CATEGORIES[category].purge(db, due.cutoff, null);
    if (gone === null) break;
    total += gone;
  }
  return total;
}
