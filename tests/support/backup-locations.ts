import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { createBucketStore } from '@tollgate/backup/bucket';
import { createFolderStore } from '@tollgate/backup/folder';
import type { ListableStore } from '@tollgate/backup/backup-store';
import { anS3Server, hasGo } from './s3-server.ts';
import type { S3Server } from './s3-server.ts';

/** A store of backups, and the hand that damages what lies in it. */
export interface BackupLocation {
  store: ListableStore;
  /** @param damage null: the file is removed */
  change(name: string, file: string, damage: (bytes: Buffer) => Buffer | null): Promise<void>;
  drop(): Promise<void>;
}

/** Whether a server of buckets can be made here. */
export const hasBuckets = hasGo;
const PREFIX = 'backups/';

export async function aFolderLocation(): Promise<BackupLocation> {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-backup-'));
  return {
    store: createFolderStore(folder),
    async change(name, file, damage) {
      const path = join(folder, name, file);
      const changed = damage(await readFile(path));
      await (changed === null ? rm(path) : writeFile(path, changed));
    },
    drop: () => rm(folder, { recursive: true, force: true }),
  };
}

export async function aBucketLocation(): Promise<BackupLocation & { server: S3Server }> {
  const server = await anS3Server();
  const { bucket: Bucket, endpoint, credentials, client } = server;
  const location = { bucket: Bucket, endpoint, credentials, region: 'us-east-1', prefix: PREFIX };
  return {
    server,
    store: createBucketStore(location, { algorithm: '', kmsKey: '' }),
    async change(name, file, damage) {
      const object = { Bucket, Key: `${PREFIX}${name}/${file}` };
      const { Body } = await client.send(new GetObjectCommand(object));
      const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
      const changed = damage(bytes);
      await client.send(
        changed === null
          ? new DeleteObjectCommand(object)
          : new PutObjectCommand({ ...object, Body: changed }),
      );
    },
    drop: () => server.drop(),
  };
}
