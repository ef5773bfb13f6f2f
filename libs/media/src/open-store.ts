import type { Static, TSchema } from 'typebox';
import type { mediaVariables } from './config.ts';
import { createDirectoryStore } from './directory.ts';
import type { MediaStore } from './media-store.ts';
import { createS3Store } from './s3.ts';
import { ConfigError } from '@tollgate/runtime/config';

/** What {@link mediaVariables} say. */
export type MediaConfig = {
  [Name in keyof typeof mediaVariables]: Static<(typeof mediaVariables)[Name] & TSchema>;
};

/**
 * The store that an installation has: a folder or a bucket; null where it keeps no files.
 * @throws ConfigError for both at once, and for half of a key
 */
export function openMediaStore(config: MediaConfig): MediaStore | null {
  const { MEDIA_DIR: folder, MEDIA_S3_BUCKET: bucket } = config;
  if (bucket === '') return folder === '' ? null : createDirectoryStore(folder);
  if (folder !== '')
    throw new ConfigError(['MEDIA_DIR must be empty where MEDIA_S3_BUCKET is set']);
  return createS3Store({
    bucket,
    region: config.MEDIA_S3_REGION,
    endpoint: config.MEDIA_S3_ENDPOINT,
    prefix: config.MEDIA_S3_PREFIX,
    credentials: credentialsOf(config),
  });
}

function credentialsOf(config: MediaConfig): {
  accessKeyId: string;
  secretAccessKey: string;
} | null {
  const { MEDIA_S3_ACCESS_KEY_ID: accessKeyId, MEDIA_S3_SECRET_ACCESS_KEY: secretAccessKey } =
    config;
  if ((accessKeyId === '') !== (secretAccessKey === '')) {
    throw new ConfigError([
      'MEDIA_S3_ACCESS_KEY_ID and MEDIA_S3_SECRET_ACCESS_KEY belong together: set both or neither',
    ]);
  }
  return accessKeyId === '' ? null : { accessKeyId, secretAccessKey };
}
