import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { OperatorError } from '@tollgate/db/command';
import type { RecordColumn } from '@tollgate/requests/records/archived-day.queries';
import type { RecordValues } from '../line-digest.ts';
import { CHARGE, ENTRY, HOLD, LEDGER_COLUMNS } from './ledger-columns.ts';
import { rowText } from './row-text.ts';

/** What a seal says of its stretch of the ledger; sums in nano-credits, digests in hexadecimal. */
export interface LedgerSeal {
  no: number;
  firstId: string;
  nextId: string;
  entries: string;
  holds: string;
  availableN: string;
  reservedN: string;
  consumedN: string;
  issuedN: string;
  digest: string;
  /** In microseconds since 1970. */
  sealedAt: string;
  chain: string;
}

const indexOf = (name: string): number =>
  LEDGER_COLUMNS.findIndex((column) => column.name === name);
const ID = indexOf('id');
const KIND = indexOf('kind');
const CLOSED = indexOf('hold_op_id');
const SUMS = ['available_n', 'reserved_n', 'consumed_n', 'issued_n'].map(indexOf);

const sha256 = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();

/** The text of one movement with the hold that it closed, as `billing.digest_stretch` has it. */
function lineOf(values: RecordValues): string {
  const hold = ENTRY.length + HOLD.length;
  const charge =
    values[KIND] === 'expire_hold'
      ? ''
      : rowText(CHARGE, values.slice(hold, LEDGER_COLUMNS.length));
  return `${rowText(ENTRY, values)}${rowText(HOLD, values.slice(ENTRY.length, hold))}${charge}`;
}

/** A stretch while its rows come. */
interface Adding {
  seal: LedgerSeal;
  hash: Hash;
  entries: number;
  holds: number;
  sums: bigint[];
}

const begin = (seal: LedgerSeal): Adding => ({
  seal,
  hash: createHash('sha256'),
  entries: 0,
  holds: 0,
  sums: SUMS.map(() => 0n),
});

/** Compares the rows of a day with its seals as they come. */
export interface SealDigest {
  /** @throws OperatorError for a row that is in none of the stretches, or not in its turn */
  add(values: RecordValues): void;
  /**
   * @returns how many rows came, and SHA-256 over the digests of all stretches
   * @throws OperatorError that names the first stretch whose rows are not what was sealed
   */
  end(): { rows: number; sha256: string };
}

/**
 * Starts the comparison of the rows of a day, in the order of their ids, with its seals.
 * @param what is compared, for messages
 */
export function startSealDigest(seals: readonly LedgerSeal[], what: string): SealDigest {
  const stretches = seals.map(begin);
  let at = 0;
  let last = '';
  let rows = 0;
  return {
    add(values) {
      const id = values[ID] ?? '';
      while (at < stretches.length && id >= (stretches[at]?.seal.nextId ?? '')) at += 1;
      const stretch = stretches[at];
      if (stretch === undefined || id < stretch.seal.firstId || id <= last)
        throw new OperatorError(`${what} has the movement ${id}, which is not of its seals.`);
      last = id;
      rows += 1;
      addTo(stretch, values);
    },
    end() {
      const whole = createHash('sha256');
      for (const stretch of stretches) whole.update(checked(stretch, what));
      return { rows, sha256: whole.digest('hex') };
    },
  };
}

function addTo(stretch: Adding, values: RecordValues): void {
  stretch.hash.update(sha256(lineOf(values)));
  stretch.entries += 1;
  if (values[CLOSED] !== null) stretch.holds += 1;
  stretch.sums = stretch.sums.map((sum, index) => sum + BigInt(values[SUMS[index] ?? 0] ?? 0));
}

/** Gives the digest of a stretch that is as it was sealed. */
function checked({ seal, hash, entries, holds, sums }: Adding, what: string): Buffer {
  const digest = hash.digest();
  const found = [entries, holds, ...sums].map(String);
  const { availableN, reservedN, consumedN, issuedN } = seal;
  const sealed = [seal.entries, seal.holds, availableN, reservedN, consumedN, issuedN];
  if (digest.toString('hex') === seal.digest && found.join() === sealed.join()) return digest;
  throw new OperatorError(
    `${what} has ${entries} movements for seal ${seal.no} that are not the ${seal.entries} which were sealed.`,
  );
}

const LINK: readonly RecordColumn[] = [
  { name: 'no', type: 'integer' },
  { name: 'first_id', type: 'uuid' },
  { name: 'next_id', type: 'uuid' },
  ...['entries', 'holds', 'available_n', 'reserved_n', 'consumed_n', 'issued_n'].map((name) => ({
    name,
    type: 'numeric',
  })),
  { name: 'digest', type: 'bytea' },
  { name: 'sealed_at', type: 'timestamp with time zone' },
  { name: 'before', type: 'bytea' },
];

const byteaText = (hex: string | null): string | null => (hex === null ? null : `\\x${hex}`);

/**
 * Finds the first seal that does not follow the one before: in its number, its first id or its link
 * of the chain, as `billing.chain_of` makes it.
 * @param before the chain before the first of them; null where that is the first of all
 * @returns null where all follow
 */
export function findBrokenLink(
  seals: readonly LedgerSeal[],
  before: string | null,
): LedgerSeal | null {
  let chain = before;
  let last: LedgerSeal | null = null;
  for (const seal of seals) {
    const { no, firstId, nextId, entries, holds, availableN, reservedN, consumedN, issuedN } = seal;
    const sums = [entries, holds, availableN, reservedN, consumedN, issuedN];
    const ends = [byteaText(seal.digest), seal.sealedAt, byteaText(chain)];
    const link = sha256(rowText(LINK, [String(no), firstId, nextId, ...sums, ...ends]));
    const follows = last === null || (no === last.no + 1 && firstId === last.nextId);
    if (!follows || link.toString('hex') !== seal.chain) return seal;
    chain = seal.chain;
    last = seal;
  }
  return null;
}
