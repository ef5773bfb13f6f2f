import type { BackupStore } from '@tollgate/db/backup/store';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import { findManifest, noManifest } from './manifest-file.ts';

const FORMAT = 1;
const KIND = 'tollgate.request_records';

const Count = Type.Integer({ minimum: 0 });
const Sha = Type.String({ pattern: '^[0-9a-f]{64}$' });
const Id = Type.Union([Type.String(), Type.Null()]);

const DayManifestSchema = Type.Object({
  format: Type.Literal(FORMAT),
  kind: Type.Literal(KIND),
  day: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' }),
  columns: Type.Array(Type.Object({ name: Type.String(), type: Type.String() })),
  rows: Count,
  chargedN: Type.String({ pattern: '^\\d+$' }),
  sha256: Sha,
  firstId: Id,
  lastId: Id,
  files: Type.Array(
    Type.Object({
      file: Type.String({ pattern: '^records-\\d{4}\\.parquet$' }),
      rows: Count,
      bytes: Count,
      sha256: Sha,
    }),
  ),
});

/**
 * The contents of an archived day: its columns with their types in PostgreSQL, how many rows, what
 * they were charged in nano-credits, SHA-256 over their lines (`line-digest.ts`), the ids of the
 * first and the last one, and its files in their order, each with its checksum.
 */
export type DayManifest = Static<typeof DayManifestSchema>;

/** The name of a day in the archive. Backups, which may lie beside it, have other names. */
export const nameOfDay = (day: string): string => `records-${day}`;

/** Gives what a manifest has by itself. */
export const newDayManifest = (known: Omit<DayManifest, 'format' | 'kind'>): DayManifest => ({
  format: FORMAT,
  kind: KIND,
  ...known,
});

/**
 * Gives the manifest of a day; null where the archive has none, so that the day is not whole.
 * @throws OperatorError when it is not as it was written, or of a form that this version does not
 *   know
 */
export function findDayManifest(store: BackupStore, day: string): Promise<DayManifest | null> {
  return findManifest(
    store,
    nameOfDay(day),
    (manifest): manifest is DayManifest =>
      Value.Check(DayManifestSchema, manifest) && manifest.day === day,
  );
}

/** Gives the manifest of a day. @throws OperatorError also where there is none */
export async function readDayManifest(store: BackupStore, day: string): Promise<DayManifest> {
  const manifest = await findDayManifest(store, day);
  if (manifest === null) throw noManifest(store, nameOfDay(day));
  return manifest;
}
