import { basename, dirname, resolve } from 'node:path';
import type { StoredBackup } from '@tollgate/db/backup/check-backup';
import { OperatorError } from '@tollgate/db/command';
import type { Static } from 'typebox';
import { createBucketStore } from './bucket.ts';
import type { S3Encryption } from './bucket.ts';
import type { backupConfig } from './config.ts';
import { createFolderStore } from './folder.ts';
import type { ListableStore } from './backup-store.ts';

/** What `backupConfig` says. */
export type BackupConfig = Readonly<Static<typeof backupConfig>>;

const S3_ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/u;
const S3_KEY = /^(?:[A-Za-z0-9._-]+\/)*$/u;
const SCHEME = /^[a-z0-9+.-]+:\/\//iu;

/**
 * Opens the store at an address, a folder or `s3://bucket/prefix`, in which backups lie.
 * @param field what the operator calls the address, for the message
 * @throws OperatorError for what is no such address
 */
export function openBackupStore(
  address: string,
  config: BackupConfig,
  field: string,
): ListableStore {
  if (!SCHEME.test(address)) return createFolderStore(resolve(address));
  const [, bucket, rest = ''] = S3_ADDRESS.exec(address) ?? [];
  const prefix = rest === '' || rest.endsWith('/') ? rest : `${rest}/`;
  if (bucket === undefined || !S3_KEY.test(prefix))
    throw new OperatorError(`${field} is neither a folder nor s3://bucket/prefix: ${address}`);
  const location = {
    bucket,
    prefix,
    region: config.BACKUP_S3_REGION,
    endpoint: config.BACKUP_S3_ENDPOINT,
    credentials: credentialsOf(config),
  };
  return createBucketStore(location, {
    algorithm: config.BACKUP_S3_ENCRYPTION as S3Encryption['algorithm'],
    kmsKey: config.BACKUP_S3_KMS_KEY,
  });
}

/**
 * Opens one backup at its address: the last part is its name.
 * @throws OperatorError for what is no address of one
 */
export function openBackup(address: string, config: BackupConfig, field: string): StoredBackup {
  if (!SCHEME.test(address)) {
    const path = resolve(address);
    return { store: openBackupStore(dirname(path), config, field), name: basename(path) };
  }
  const trimmed = address.replace(/\/+$/u, '');
  const cut = trimmed.lastIndexOf('/');
  if (cut < 's3://'.length)
    throw new OperatorError(`${field} needs a prefix behind the bucket: ${trimmed}/<name>`);
  const store = openBackupStore(trimmed.slice(0, cut + 1), config, field);
  return { store, name: trimmed.slice(cut + 1) };
}

function credentialsOf({
  BACKUP_S3_ACCESS_KEY_ID: accessKeyId,
  BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey,
}: BackupConfig): { accessKeyId: string; secretAccessKey: string } | null {
  if ((accessKeyId === '') !== (secretAccessKey === ''))
    throw new OperatorError(
      'BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY belong together: set both or neither.',
    );
  return accessKeyId === '' ? null : { accessKeyId, secretAccessKey };
}
