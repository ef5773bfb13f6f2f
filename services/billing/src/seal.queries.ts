import { row } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import { ledgerLookAge } from '@tollgate/db/ledger-looks';
import { findFirstOpen, msOf } from './stretch.ts';
import type { Stretch } from './stretch.ts';

const MS_PER_SECOND = 1_000;

/** The lock of whoever seals: the others find it taken and leave the work to that process. */
const SEALER_LOCK = 7_215_003_351;

/** A seal, as logs name it. */
export interface Seal {
  no: number;
  /** ISO time before which everything is sealed. */
  upto: string;
  entries: number;
  holds: number;
  /** Hex: the digest that follows from this seal and all before it. */
  chain: string;
}

/** Whether this transaction may seal; the lock ends with the transaction. */
export async function takeSealing(trx: Db): Promise<boolean> {
  const found = await row<{ taken: boolean }>(
    trx,
    `select pg_try_advisory_xact_lock(${SEALER_LOCK}) as taken`,
  );
  return found?.taken === true;
}

/** Seals a stretch that was verified. @returns null when another process was faster */
export async function sealStretch(trx: Db, { from, upto }: Stretch): Promise<Seal | null> {
  const made = await row<{ no: number | null }>(
    trx,
    'select billing.seal_stretch(cast(:from as uuid), cast(:upto as uuid)) as no',
    { from, upto },
  );
  return made?.no === null ? null : findNewestSeal(trx);
}

/** The newest seal; null where nothing is sealed. */
async function findNewestSeal(db: Db): Promise<Seal | null> {
  const found = await row<Omit<Seal, 'upto'> & { next: string }>(
    db,
    `select no, next_id as next, cast(entries as float8) as entries, cast(holds as float8) as holds,
       encode(chain, 'hex') as chain
     from billing.seal order by no desc limit 1`,
  );
  if (found === null) return null;
  const { next, ...seal } = found;
  return { ...seal, upto: new Date(msOf(next)).toISOString() };
}

/** For people: how far the ledger is sealed, and the digest to compare with an older note of it. */
export async function describeSeals(db: Db, isFull: boolean): Promise<string> {
  const seal = await findNewestSeal(db);
  if (seal === null) return 'Nothing is sealed yet: every row was read.';
  const read = isFull
    ? 'Every row was read, sealed or not.'
    : 'What is sealed was not read again but for one stretch: FULL=1 reads every row.';
  return `Sealed until ${seal.upto} by ${seal.no} seals, chain ${seal.chain}. ${read}`;
}

/** How old looks and seals are, in seconds. */
export interface LookAges {
  /** Since the newest look at the whole ledger came to its end; null when none has. */
  look: number | null;
  /** The age of the oldest movement that no seal covers; 0 when there is none. */
  unsealed: number;
}

/** Reads two rows of indexes, however large the ledger is. */
export async function findLookAges(db: Db): Promise<LookAges> {
  const open = await findFirstOpen(db);
  const unsealed = open.id === null ? 0 : (open.now.getTime() - msOf(open.id)) / MS_PER_SECOND;
  return { look: await ledgerLookAge(db), unsealed: Math.max(0, unsealed) };
}
