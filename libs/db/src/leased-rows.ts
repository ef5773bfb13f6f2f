import { row } from './connect.ts';
import type { Db } from './connect.ts';

/**
 * The clock of every lease: that of the database, so that processes whose clocks differ agree, read
 * at the start of each statement, so that a long transaction does not renew a lease from the moment
 * at which the transaction began.
 */
const CLOCK = 'statement_timestamp()';

/** SQL of a moment in the future. @param binding has the milliseconds until then */
export const fromNow = (binding: string): string =>
  `${CLOCK} + :${binding} * interval '1 millisecond'`;

/**
 * A table whose rows are worked on by one process at a time. It has a column `lease_until`: until
 * then the row belongs to whoever claimed it.
 */
export interface LeasedTable {
  /** With its schema. */
  table: string;
  /** The binding of each column of the primary key. */
  key: Readonly<Record<string, string>>;
  /**
   * The column that counts claims; its binding has its name. Every claim raises it, so that a write
   * of an earlier claim finds no row.
   */
  fence: string;
  /**
   * The column of the process that has claimed a row, and its binding; null: the table does not say
   * which one it is.
   */
  owner: { column: string; binding: string } | null;
  /** The condition under which a claim of a row can be valid, such as its state. */
  standing: string;
}

/** Parts of statements about leases; all have the bindings that the table names, and `leaseMs`. */
export interface LeasedRows {
  table: string;
  /** Condition: no lease of the row is in force. */
  free: string;
  /** Condition: whoever claimed the row has not renewed the lease in time. */
  over: string;
  /** Assignments of a claim. */
  claim: string;
  /** Assignment that renews a lease. */
  renewal: string;
  /** Assignments that release a lease at once. */
  release: string;
  /** Assignments that end whatever claim there is: its later writes find no row. */
  revocation: string;
  /**
   * Condition: the row is that of the fence, and nobody has claimed it since. A lease that is over
   * still counts until the next claim.
   */
  held: string;
  /**
   * The key of the next free rows, locked. Rows that others are claiming are skipped: nobody waits,
   * and no two get the same.
   */
  next(wanted: NextRows): string;
}

/** Which free rows are wanted. */
export interface NextRows {
  where: string;
  orderBy: string;
  /** Default 1. */
  limit?: string;
  /** Default: the column of the key, where there is one alone. */
  column?: string;
}

/** What every write of a claim has to show: the bindings of the key and of the count. */
export type Fence = Readonly<Record<string, unknown>>;

/** Makes the parts of statements about the leases of a table. */
export function leasedRows({ table, key, fence, owner, standing }: LeasedTable): LeasedRows {
  const free = `(lease_until is null or lease_until < ${CLOCK})`;
  const renewal = `lease_until = ${fromNow('leaseMs')}`;
  const named = Object.entries(key).map(([column, binding]) => `${column} = :${binding}`);
  const ofOwner = owner === null ? [] : [`${owner.column} = :${owner.binding}`];
  const noOwner = owner === null ? [] : [`${owner.column} = null`];
  const raised = `${fence} = ${fence} + 1`;
  const release = [...noOwner, 'lease_until = null'].join(', ');
  return {
    table,
    free,
    over: `lease_until < ${CLOCK}`,
    claim: [raised, ...ofOwner, renewal].join(', '),
    renewal,
    release,
    revocation: `${raised}, ${release}`,
    held: [...named, `${fence} = :${fence}`, standing].join(' and '),
    next: ({ where, orderBy, limit = '1', column = Object.keys(key).join() }) =>
      `(select ${column} from ${table} where ${where} and ${free}
        order by ${orderBy} limit ${limit} for update skip locked)`,
  };
}

/** Keeps the lease of a claim up. @returns false when the claim is lost */
export async function renewLease(
  db: Db,
  leased: LeasedRows,
  fence: Fence & { leaseMs: number },
): Promise<boolean> {
  const { table, renewal, held } = leased;
  const renewed = await row(
    db,
    `update ${table} set ${renewal} where ${held} returning 1 as one`,
    fence,
  );
  return renewed !== null;
}

/** Whether a claim is valid and its lease is in force. */
export async function holdsLease(db: Db, leased: LeasedRows, fence: Fence): Promise<boolean> {
  const { table, held, free } = leased;
  return (
    (await row(db, `select 1 as one from ${table} where ${held} and not ${free}`, fence)) !== null
  );
}
