import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import { OperatorError } from '../command.ts';
import type { BackupStore } from './store.ts';

/** The file that says what a backup is made of; without it nothing is a backup. */
export const MANIFEST = 'manifest.json';

/**
 * The form that is written; a restore reads this one and the one before, which has no checksum of
 * itself.
 */
const BACKUP_FORMAT = 2;
const FORMATS: readonly unknown[] = [1, BACKUP_FORMAT];

const Count = Type.Integer({ minimum: 0 });
const Days = Type.Integer({ minimum: 0, maximum: 100_000 });

const TableFileSchema = Type.Object({
  table: Type.String(),
  columns: Type.Array(Type.String()),
  file: Type.String({ pattern: '^[a-z0-9_]+\\.[a-z0-9_]+\\.copy\\.gz$' }),
  rows: Count,
  bytes: Type.Optional(Count),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});

const ManifestSchema = Type.Object({
  format: Type.Integer(),
  takenAt: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z$' }),
  serverVersion: Type.String(),
  migrations: Type.Array(Type.String()),
  partitionDays: Days,
  yearDays: Type.Optional(Days),
  sequences: Type.Array(
    Type.Object({ name: Type.String(), last: Type.Union([Type.String(), Type.Null()]) }),
  ),
  tables: Type.Array(TableFileSchema),
});

/**
 * The rows of one table: the file, its length in bytes and its checksum as it lies in the store.
 */
export type TableFile = Static<typeof TableFileSchema>;

/**
 * The contents of a backup: the moment that it shows by the clock of the database, the migrations
 * of its schema, how many days of partitions lie before that day (`yearDays`: of tables whose
 * partitions are years), the last value of each sequence, and the tables.
 */
export type Manifest = Static<typeof ManifestSchema>;

/** A manifest without tables, of the form that is written. */
export const newManifest = (known: Omit<Manifest, 'format' | 'tables'>): Manifest => ({
  format: BACKUP_FORMAT,
  ...known,
  tables: [],
});

const checksumOf = (manifest: unknown): string =>
  createHash('sha256').update(JSON.stringify(manifest)).digest('hex');

/** Gives the text of the file, which carries the checksum of everything else in it. */
export const writeManifest = (manifest: Manifest): string =>
  `${JSON.stringify({ ...manifest, sha256: checksumOf(manifest) }, null, 2)}\n`;

/**
 * @throws OperatorError when there is no backup of a form that is known, or when its manifest was
 *   changed
 */
export async function readManifest(store: BackupStore, name: string): Promise<Manifest> {
  const address = store.addressOf(name);
  const stream = await store.read(name, MANIFEST);
  if (stream === null)
    throw new OperatorError(`There is no backup in ${address}: it has no ${MANIFEST}.`);
  const found = parse(await text(stream));
  if (found === null) throw new OperatorError(`${MANIFEST} of ${address} is damaged.`);
  const { sha256, ...manifest } = found;
  if (!FORMATS.includes(manifest['format']))
    throw new OperatorError(
      `The backup in ${address} is of form ${String(manifest['format'])}; this version reads ${FORMATS.join(' and ')}.`,
    );
  const isChanged = manifest['format'] !== 1 && sha256 !== checksumOf(manifest);
  if (isChanged || !Value.Check(ManifestSchema, manifest))
    throw new OperatorError(`${MANIFEST} of ${address} is damaged: it is not as it was written.`);
  return manifest;
}

function parse(content: string): Record<string, unknown> | null {
  try {
    const found: unknown = JSON.parse(content);
    return typeof found === 'object' ? (found as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}
