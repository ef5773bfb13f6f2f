import { rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import { areDays, bindingsOf, movedHours } from './sum-range.ts';
import type { UsageScope } from './sum-range.ts';
import { inRange, inSteps, levelOf, SUMS } from './sum-source.queries.ts';
import { SUM_NAMES } from './sum.queries.ts';
import type { SumsRow } from './sum.queries.ts';
import { sumsOf } from './sums.ts';
import type { Texts } from './sums.ts';

/** What requests are grouped by over time. */
export type GroupKind = 'model' | 'key' | 'user';

/** Sums of one group in one step. */
export interface GroupStepRow extends SumsRow {
  /** The model, empty for none, or the uuid of the key or user. */
  name: string;
  bucket: Date;
}

/** A request that was refused early has the alias or nothing in place of a model. */
const NAMES: Readonly<Record<GroupKind, string>> = {
  model: `coalesce(nullif(k.model, ''), k.alias)`,
  key: 'r.api_key_id',
  user: 'r.user_id',
};
const TYPES: Readonly<Record<GroupKind, string>> = { model: 'text', key: 'uuid', user: 'uuid' };

const levelFor = (kind: GroupKind, scope: UsageScope) =>
  kind === 'model' ? levelOf(scope) : 'key';

/** The names of the groups that spent most, most credits first. */
export async function listTopGroups(
  db: Db,
  scope: UsageScope,
  { kind, limit }: { kind: GroupKind; limit: number },
): Promise<string[]> {
  const found = await rows<{ name: string }>(
    db,
    `select cast(${NAMES[kind]} as text) as name from ${inRange(levelFor(kind, scope))}
     group by ${NAMES[kind]} having sum(r.requests) > 0
     order by sum(r.charged_n) desc, sum(r.requests) desc, 1 limit :limit`,
    { ...bindingsOf(scope), limit },
  );
  return found.map(({ name }) => name);
}

/**
 * Sums of some groups by steps that begin at whole hours; steps without requests are left out. Keys
 * and users are found by their indexes, so that the others cost nothing.
 */
export async function sumGroupsBetween(
  db: Db,
  scope: UsageScope,
  wanted: { kind: GroupKind; names: readonly string[]; starts: readonly Date[] },
): Promise<GroupStepRow[]> {
  const { kind, names, starts } = wanted;
  const bindings = bindingsOf(scope, areDays(starts) ? 'day' : 'hour');
  const found = await rows<Texts<GroupStepRow>>(
    db,
    `select cast(${NAMES[kind]} as text) as name,
       (cast(:starts as timestamptz[]))[s.step] as bucket, ${SUMS}
     from ${inSteps(levelFor(kind, scope))}
     cross join lateral (
       select width_bucket(r.at, cast(:starts as timestamptz[])) as step) s
     where ${NAMES[kind]} = any(cast(:names as ${TYPES[kind]}[]))
     group by ${NAMES[kind]}, s.step having sum(r.requests) > 0`,
    {
      ...bindings,
      names: [...names],
      starts: starts.map((start) => start.toISOString()),
      moved: movedHours(starts, bindings),
    },
  );
  return found.map((one) => ({ ...one, ...sumsOf(SUM_NAMES, one) }));
}
