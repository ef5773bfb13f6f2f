import type { LedgerYear } from './ledger-day.queries.ts';
import type { LeftYear } from './left-year.queries.ts';

/** A count with its noun, unless there is nothing to count. */
const counted = (count: bigint | number, noun: string): string[] =>
  Number(count) === 0 ? [] : [`${count} ${noun}`];

/** Says of a year that is over what keeps its rows in the database; empty: nothing does. */
export function obstaclesOf(year: LedgerYear): string[] {
  return [
    ...(year.isSealed ? [] : ['its end is not sealed']),
    ...counted(year.days - year.archived, 'days are not in the archive'),
    ...counted(year.archived - year.verified, 'archived days were never read again'),
    ...counted(year.openHolds, 'holds are open'),
    ...year.witnesses.map((what) => `${what} are compared with its holds`),
  ];
}

/** One line for people. @param left what is known of it if it left, or is about to */
export function describeYear(year: LedgerYear, left?: LeftYear): string {
  if (left !== undefined && left.leftAt !== null) {
    const since = left.leftAt.toISOString().slice(0, 'YYYY-MM-DD'.length);
    const tables =
      left.droppedAt === null
        ? 'Its tables are kept apart until they are dropped.'
        : 'Its tables were dropped.';
    return `${year.year}: left the database on ${since}, ${year.days} days and ${left.wallets} wallets. ${tables}`;
  }
  const obstacles = obstaclesOf(year);
  const known = `${year.year}: ${year.days} sealed days, ${year.archived} in the archive, ${year.verified} read again.`;
  const rest =
    obstacles.length === 0
      ? 'Nothing of it moves any more, and the archive has all of it: make leave-year can take it out.'
      : `It has to stay: ${obstacles.join('; ')}.`;
  return `${known} ${rest}`;
}
