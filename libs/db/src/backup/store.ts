import type { Readable } from 'node:stream';

/** Where backups lie, each under a name of its own: a folder, or a bucket. */
export interface BackupStore {
  /** Gives the address of a backup as operators write it, or that of the store itself. */
  addressOf(name?: string): string;
  /** Takes the name of a new backup. @throws OperatorError when something lies under that name */
  begin(name: string): Promise<BackupWriter>;
  /** Gives the bytes of one file of a backup; null where the backup has no such file. */
  read(name: string, file: string): Promise<Readable | null>;
}

/** Writes one backup. Nobody takes it for one before `finish`. */
export interface BackupWriter {
  /** Resolves when the whole content is durable under that name. */
  write(file: string, content: Readable): Promise<void>;
  /** Gives the bytes of a file that was written; null where there is none. */
  read(file: string): Promise<Readable | null>;
  /** Writes the manifest, the last file, which makes the rest a backup. */
  finish(manifest: string): Promise<void>;
  /** Removes what was written. */
  abandon(): Promise<void>;
}
