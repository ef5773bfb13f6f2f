import type { WhatIfOut } from '@tollgate/contract/platform/what-if';
import type { Db } from '@tollgate/db/connect';
import { emailsOf } from '@tollgate/identity/users';
import { formatCredits } from '@tollgate/money/credits';
import { findArchived } from '@tollgate/requests/records/archived-span.queries';
import type { RatedAgain } from '@tollgate/requests/usage/what-if.queries';
import { encodeId } from '@tollgate/runtime/ids';

/** The most users and models that are named. */
const NAMED_MAX = 50;
const DAY_MS = 86_400_000;
const DAYS_DEFAULT = 30;

/** The days up to now that are rated again. */
export function lastMoments(days: number | undefined, now: Date): { from: Date; until: Date } {
  return { from: new Date(now.getTime() - (days ?? DAYS_DEFAULT) * DAY_MS), until: now };
}

/** Sums of requests that were rated again, in all and by whose cost changes most. */
export async function whatIfOut(
  db: Db,
  range: { from: Date; until: Date },
  found: readonly RatedAgain[],
): Promise<WhatIfOut> {
  const users = mostChanged(found, ({ userId }) => userId);
  const [emails, archived] = await Promise.all([
    emailsOf(
      db,
      users.map(([id]) => id),
    ),
    findArchived(db, { dateFrom: range.from, dateTo: range.until }),
  ]);
  return {
    from: range.from.toISOString(),
    until: range.until.toISOString(),
    archived,
    ...sumsOf(found),
    unpriced_requests: Number(found.reduce((sum, { unpriced }) => sum + unpriced, 0n)),
    users: users.map(([id, group]) => ({
      user_id: encodeId('usr', id),
      user_email: emails.get(id) ?? null,
      ...sumsOf(group),
    })),
    models: mostChanged(found, ({ model }) => model).map(([model, group]) => ({
      model,
      ...sumsOf(group),
    })),
  };
}

function sumsOf(group: readonly RatedAgain[]) {
  const sum = (name: 'requests' | 'charged' | 'before' | 'after'): bigint =>
    group.reduce((total, one) => total + one[name], 0n);
  return {
    requests: Number(sum('requests')),
    charged: formatCredits(sum('charged')),
    cost_before: formatCredits(sum('before')),
    cost_after: formatCredits(sum('after')),
    difference: formatCredits(sum('after') - sum('before')),
  };
}

function mostChanged(
  found: readonly RatedAgain[],
  nameOf: (one: RatedAgain) => string,
): [string, RatedAgain[]][] {
  const changeOf = (group: readonly RatedAgain[]): bigint => {
    const change = group.reduce((sum, { before, after }) => sum + after - before, 0n);
    return change < 0n ? -change : change;
  };
  return [...Map.groupBy(found, nameOf)]
    .map(([name, group]) => ({ name, group, change: changeOf(group) }))
    .sort((one, other) => Number(other.change - one.change) || one.name.localeCompare(other.name))
    .slice(0, NAMED_MAX)
    .map(({ name, group }) => [name, group]);
}
