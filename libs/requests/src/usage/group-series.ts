import type { UsageGroup } from '@tollgate/contract/usage-report';
import type { Db } from '@tollgate/db/connect';
import { formatCredits } from '@tollgate/money/credits';
import { listTopGroups, sumGroupsBetween } from './group.queries.ts';
import type { GroupKind, GroupStepRow } from './group.queries.ts';
import { NOTHING, startsOf, sumOf, UNKNOWN_GROUP } from './report.ts';
import type { UsageSteps } from './report.ts';
import { sumSteps, SUM_NAMES } from './sum.queries.ts';
import type { SumsRow } from './sum.queries.ts';
import type { UsageScope } from './sum-range.ts';
import { tokensOf } from './sums.ts';

/** How requests are grouped over time. */
export interface GroupedBy {
  kind: GroupKind;
  /** How many groups stand by themselves. */
  top: number;
  steps: UsageSteps;
}

/** Sums of a group, one for each step. */
interface Series {
  /** Null: all other groups together. */
  name: string | null;
  steps: SumsRow[];
}

/**
 * The groups that spent most over time, most credits first, and all others as a group whose id is
 * null. Ids of keys and users are uuids here.
 */
export async function readGroupSeries(
  db: Db,
  scope: UsageScope,
  { kind, top, steps }: GroupedBy,
): Promise<UsageGroup[]> {
  const starts = typeof steps === 'string' ? startsOf(scope, steps) : steps;
  const [wholes, { names, parts }] = await Promise.all([
    sumSteps(db, scope, starts),
    readParts(db, scope, { kind, top, starts }),
  ]);
  const whole = seriesOf(null, { rows: wholes, starts });
  const series = names.map((name) =>
    seriesOf(name, { rows: parts.filter((row) => row.name === name), starts }),
  );
  return [...series, othersOf(whole, series)]
    .filter(({ steps: sums }) => sums.some(({ requests }) => requests > 0n))
    .map((one) => groupOf(one, starts));
}

async function readParts(
  db: Db,
  scope: UsageScope,
  { kind, top, starts }: { kind: GroupKind; top: number; starts: readonly Date[] },
): Promise<{ names: string[]; parts: GroupStepRow[] }> {
  const names = await listTopGroups(db, scope, { kind, limit: top });
  return { names, parts: await sumGroupsBetween(db, scope, { kind, names, starts }) };
}

function seriesOf(
  name: string | null,
  { rows, starts }: { rows: readonly (SumsRow & { bucket: Date })[]; starts: readonly Date[] },
): Series {
  const byTime = new Map(rows.map((row) => [row.bucket.getTime(), row]));
  return { name, steps: starts.map((start) => byTime.get(start.getTime()) ?? NOTHING) };
}

/**
 * The others are what is left of the whole. It is read beside its parts, so what is recorded
 * meanwhile could leave less than nothing.
 */
function othersOf(whole: Series, parts: readonly Series[]): Series {
  const steps = whole.steps.map((sums, at) => {
    const known = sumOf(parts.map((part) => part.steps[at] ?? NOTHING));
    const rest = { ...NOTHING };
    for (const sum of SUM_NAMES) rest[sum] = sums[sum] > known[sum] ? sums[sum] - known[sum] : 0n;
    return rest;
  });
  return { name: null, steps };
}

function groupOf({ name, steps }: Series, starts: readonly Date[]): UsageGroup {
  return {
    id: name === '' ? UNKNOWN_GROUP : name,
    ...sumsOut(sumOf(steps)),
    series: starts.map((start, at) => ({
      at: start.toISOString(),
      ...sumsOut(steps[at] ?? NOTHING),
    })),
  };
}

const sumsOut = (sums: SumsRow) => ({
  requests: Number(sums.requests),
  faults: Number(sums.faults),
  tokens: tokensOf(sums).total,
  credits: formatCredits(sums.charged),
});
