import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SequenceState } from './layout.ts';

/** The file that says what a backup is made of; without it a folder is no backup. */
export const MANIFEST = 'manifest.json';

/** The form of the folder; a restore reads this one and no other. */
export const BACKUP_FORMAT = 1;

/** The rows of one table. */
export interface TableFile {
  table: string;
  columns: string[];
  file: string;
  rows: number;
  /** Of the file on the disk. */
  sha256: string;
}

/** What a backup is made of. */
export interface Manifest {
  format: number;
  /** The moment that the backup shows, by the clock of the database. */
  takenAt: string;
  serverVersion: string;
  migrations: string[];
  /** Days of partitions before the day on which it was taken. */
  partitionDays: number;
  /** The same of tables whose partitions are years; not in backups from before there were any. */
  yearDays?: number;
  sequences: SequenceState[];
  tables: TableFile[];
}

/** @throws Error when the folder holds no backup of a form that is known */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new Error(`There is no backup in ${folder}: it has no ${MANIFEST}.`);
  });
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.format === BACKUP_FORMAT) return manifest;
  throw new Error(`The backup is of form ${manifest.format}; this version reads ${BACKUP_FORMAT}.`);
}
