import type { BackupStore } from '@tollgate/db/backup/store';
import { OperatorError } from '@tollgate/db/command';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import { findManifest, noManifest } from '../manifest-file.ts';
import { LEDGER_COLUMNS } from './ledger-columns.ts';
import { findBrokenLink } from './seal-digest.ts';

const FORMAT = 1;
const KIND = 'tollgate.ledger';

const Count = Type.Integer({ minimum: 0 });
const Sha = Type.String({ pattern: '^[0-9a-f]{64}$' });
const Uuid = Type.String({ pattern: '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$' });
const Number = Type.String({ pattern: '^-?\\d+$' });

const LedgerManifestSchema = Type.Object({
  format: Type.Literal(FORMAT),
  kind: Type.Literal(KIND),
  day: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' }),
  columns: Type.Array(Type.Object({ name: Type.String(), type: Type.String() })),
  rows: Count,
  chainBefore: Type.Union([Sha, Type.Null()]),
  seals: Type.Array(
    Type.Object({
      no: Type.Integer({ minimum: 1 }),
      firstId: Uuid,
      nextId: Uuid,
      entries: Number,
      holds: Number,
      availableN: Number,
      reservedN: Number,
      consumedN: Number,
      issuedN: Number,
      digest: Sha,
      sealedAt: Number,
      chain: Sha,
    }),
    { minItems: 1 },
  ),
  files: Type.Array(
    Type.Object({
      file: Type.String({ pattern: '^ledger-\\d{4}\\.parquet$' }),
      rows: Count,
      bytes: Count,
      sha256: Sha,
    }),
  ),
});

/**
 * The contents of an archived day of the ledger: the seals of the day with the link of the chain
 * before them, and its files in their order, each with its checksum.
 */
export type LedgerManifest = Static<typeof LedgerManifestSchema>;

/** The name of a day of the ledger in the archive. */
export const nameOfLedgerDay = (day: string): string => `ledger-${day}`;

/** Gives what a manifest has by itself. */
export const newLedgerManifest = (
  known: Pick<LedgerManifest, 'day' | 'rows' | 'chainBefore' | 'seals' | 'files'>,
): LedgerManifest => ({ format: FORMAT, kind: KIND, columns: [...LEDGER_COLUMNS], ...known });

const COLUMNS = JSON.stringify(LEDGER_COLUMNS);

/**
 * Gives the manifest of a day; null where the archive has none, so that the day is not whole.
 * @throws OperatorError when it is not as it was written, of a form that this version does not
 *   know, or has seals that do not follow each other
 */
export async function findLedgerManifest(
  store: BackupStore,
  day: string,
): Promise<LedgerManifest | null> {
  const manifest = await findManifest(
    store,
    nameOfLedgerDay(day),
    (found): found is LedgerManifest =>
      Value.Check(LedgerManifestSchema, found) &&
      found.day === day &&
      JSON.stringify(found.columns) === COLUMNS,
  );
  const broken = manifest && findBrokenLink(manifest.seals, manifest.chainBefore);
  if (broken !== null)
    throw new OperatorError(
      `Seal ${broken.no} of ${store.addressOf(nameOfLedgerDay(day))} is no link of the chain.`,
    );
  return manifest;
}

/** Gives the manifest of a day. @throws OperatorError also where there is none */
export async function readLedgerManifest(store: BackupStore, day: string): Promise<LedgerManifest> {
  const manifest = await findLedgerManifest(store, day);
  if (manifest === null) throw noManifest(store, nameOfLedgerDay(day));
  return manifest;
}
