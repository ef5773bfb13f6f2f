import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { MANIFEST } from '@tollgate/db/backup/manifest';
import type { BackupStore } from '@tollgate/db/backup/store';
import { OperatorError } from '@tollgate/db/command';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';

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
/** One file of an archived day. */
export type DayFile = DayManifest['files'][number];

/** The name of a day in the archive. Backups, which may lie beside it, have other names. */
export const nameOfDay = (day: string): string => `records-${day}`;

/** Gives what a manifest has by itself. */
export const newDayManifest = (known: Omit<DayManifest, 'format' | 'kind'>): DayManifest => ({
  format: FORMAT,
  kind: KIND,
  ...known,
});

const checksumOf = (manifest: unknown): string =>
  createHash('sha256').update(JSON.stringify(manifest)).digest('hex');

/** Gives the text of the file, which carries the checksum of everything else in it. */
export const writeDayManifest = (manifest: DayManifest): string =>
  `${JSON.stringify({ ...manifest, checksum: checksumOf(manifest) }, null, 2)}\n`;

/**
 * Gives the manifest of a day; null where the archive has none, so that the day is not whole.
 * @throws OperatorError when it is not as it was written, or of a form that this version does not
 *   know
 */
export async function findDayManifest(
  store: BackupStore,
  day: string,
): Promise<DayManifest | null> {
  const name = nameOfDay(day);
  const stream = await store.read(name, MANIFEST);
  if (stream === null) return null;
  const { checksum, ...manifest } = parse(await text(stream));
  const at = store.addressOf(name);
  if (checksum !== checksumOf(manifest))
    throw new OperatorError(`${MANIFEST} of ${at} is damaged: it is not as it was written.`);
  if (!Value.Check(DayManifestSchema, manifest) || manifest.day !== day)
    throw new OperatorError(`${MANIFEST} of ${at} is of a form that this version does not read.`);
  return manifest;
}

/** Gives the manifest of a day. @throws OperatorError also where there is none */
export async function readDayManifest(store: BackupStore, day: string): Promise<DayManifest> {
  const manifest = await findDayManifest(store, day);
  if (manifest !== null) return manifest;
  const at = store.addressOf(nameOfDay(day));
  throw new OperatorError(`There is no archived day in ${at}: it has no ${MANIFEST}.`);
}

function parse(content: string): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(content);
    return typeof found === 'object' && found !== null ? { ...found } : {};
  } catch {
    return {};
  }
}
