import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { MANIFEST } from '@tollgate/db/backup/manifest';
import type { BackupWriter } from '@tollgate/db/backup/store';
import { OperatorError } from '@tollgate/db/command';
import { createS3Client, statusOf } from '@tollgate/media/s3-client';
import type { S3Location } from '@tollgate/media/s3-client';
import { removeLeft } from '@tollgate/media/s3-left';
import { reportedOf } from './s3-faults.ts';
import { MOMENT } from './backup-store.ts';
import type { ListableStore, FoundBackup } from './backup-store.ts';

/** How the server is asked to encrypt objects. */
export interface S3Encryption {
  /** Empty: what the bucket says. */
  algorithm: '' | 'AES256' | 'aws:kms';
  /** Empty: the key of the account. */
  kmsKey: string;
}

/** Bytes of one part: a table may have 10,000 of them, 320 GB, and two are in memory. */
const PART_BYTES = 32 * 1024 * 1024;
const PARTS_AT_ONCE = 2;
const NOT_FOUND = 404;
/** Parts that nobody has added to for so long belong to a run that has died. */
const LEFT_MS = 86_400_000;

/**
 * Backups as objects of a bucket, each under a prefix with its name. Files are sent as they are
 * read, so that no copy lies on a disk; an object is there once its last part has arrived.
 */
export function createBucketStore(location: S3Location, encryption: S3Encryption): ListableStore {
  const client = createS3Client(location);
  const { bucket: Bucket, prefix } = location;
  const addressOf = (name?: string): string =>
    name === undefined ? `s3://${Bucket}/${prefix}` : `s3://${Bucket}/${prefix}${name}`;
  const objectOf = (name: string, file: string) => ({ Bucket, Key: `${prefix}${name}/${file}` });
  const reported = <Result>(name: string | undefined, work: () => Promise<Result>) =>
    reportedOf(addressOf(name), work);
  const removeAll = async (name: string): Promise<void> => {
    await client.send(new DeleteObjectCommand(objectOf(name, MANIFEST)));
    for (const Key of await keysUnder(client, Bucket, `${prefix}${name}/`)) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
    }
  };
  return {
    addressOf,
    begin: (name) =>
      reported(name, async () => {
        const [found] = await keysUnder(client, Bucket, `${prefix}${name}/`);
        if (found !== undefined)
          throw new OperatorError(
            `${addressOf(name)} exists and is left as it is: name another prefix.`,
          );
        return writerOf({
          send: (file, content) =>
            reported(name, () =>
              send(client, { ...objectOf(name, file), ...headers(encryption) }, content),
            ),
          fetch: (file) => reported(name, () => read(client, objectOf(name, file))),
          finish: (text) =>
            reported(name, () =>
              client.send(
                new PutObjectCommand({
                  ...objectOf(name, MANIFEST),
                  ...headers(encryption),
                  Body: text,
                }),
              ),
            ),
          abandon: () => removeAll(name),
        });
      }),
    read: (name, file) => reported(name, () => read(client, objectOf(name, file))),
    list: () =>
      reported(undefined, async () => {
        const names = await namesUnder(client, Bucket, prefix);
        return Promise.all(
          names.map(async (name): Promise<FoundBackup> => {
            return { name, isWhole: await exists(client, objectOf(name, MANIFEST)) };
          }),
        );
      }),
    remove: ({ name }) =>
      reported(name, async () => {
        await removeLeft(client, { Bucket, Prefix: `${prefix}${name}/` }, LEFT_MS);
        await removeAll(name);
      }),
  };
}

interface Steps {
  readonly send: (file: string, content: Readable) => Promise<void>;
  readonly fetch: (file: string) => Promise<Readable | null>;
  readonly finish: (text: string) => Promise<unknown>;
  readonly abandon: () => Promise<void>;
}

const writerOf = ({ send: write, fetch: readBack, finish, abandon }: Steps): BackupWriter => ({
  write,
  read: readBack,
  async finish(manifest) {
    await finish(manifest);
  },
  abandon,
});

interface S3Object {
  Bucket: string;
  Key: string;
}

const headers = ({ algorithm, kmsKey }: S3Encryption) => ({
  ...(algorithm !== '' && { ServerSideEncryption: algorithm }),
  ...(algorithm === 'aws:kms' && kmsKey !== '' && { SSEKMSKeyId: kmsKey }),
});

const contentTypeOf = (key: string): string =>
  key.endsWith('.parquet') ? 'application/vnd.apache.parquet' : 'application/gzip';

async function send(
  client: S3Client,
  object: S3Object & ReturnType<typeof headers>,
  content: Readable,
): Promise<void> {
  const upload = new Upload({
    client,
    params: { ...object, Body: content, ContentType: contentTypeOf(object.Key) },
    partSize: PART_BYTES,
    queueSize: PARTS_AT_ONCE,
  });
  await upload.done();
}

async function read(client: S3Client, object: S3Object): Promise<Readable | null> {
  try {
    const { Body } = await client.send(new GetObjectCommand(object));
    if (!(Body instanceof Readable)) throw new TypeError('the answer has no body');
    return Body;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function exists(client: S3Client, object: S3Object): Promise<boolean> {
  try {
    await client.send(new HeadObjectCommand(object));
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** A bucket that is not there is no missing object. */
const isMissing = (error: unknown): boolean =>
  statusOf(error) === NOT_FOUND && (error as Error).name !== 'NoSuchBucket';

async function keysUnder(client: S3Client, Bucket: string, Prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix })) {
    keys.push(...Contents.flatMap(({ Key }) => Key ?? []));
  }
  return keys;
}

/** Names directly under the prefix that are moments. */
async function namesUnder(client: S3Client, Bucket: string, Prefix: string): Promise<string[]> {
  const names: string[] = [];
  const pages = paginateListObjectsV2({ client }, { Bucket, Prefix, Delimiter: '/' });
  for await (const { CommonPrefixes = [] } of pages) {
    names.push(
      ...CommonPrefixes.map(({ Prefix: found = '' }) => found.slice(Prefix.length, -1)).filter(
        (name) => MOMENT.test(name),
      ),
    );
  }
  return names;
}
