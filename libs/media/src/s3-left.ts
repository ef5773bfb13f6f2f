import { randomUUID } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import type {
  ListMultipartUploadsCommandOutput,
  MultipartUpload,
  S3Client,
} from '@aws-sdk/client-s3';
import { statusOf } from './s3-client.ts';

const NOT_FOUND = 404;

/** A part of a bucket. */
type Listed = { Bucket: string; Prefix: string };

/**
 * Gives up the uploads of large objects that nobody has added a part to for so long, by the clock
 * of the server: they cost as much as objects do, and no list of objects shows them.
 * @returns how many they were
 */
export async function removeLeft(
  client: S3Client,
  location: Listed,
  idleMs: number,
): Promise<number> {
  let removed = 0;
  let beforeMs: number | null = null;
  for await (const upload of uploadsIn(client, location)) {
    beforeMs ??= (await clockOf(client, location)) - idleMs;
    if (!(await isLeft(client, location, { upload, beforeMs }))) continue;
    const { Key, UploadId } = upload;
    const command = new AbortMultipartUploadCommand({ Bucket: location.Bucket, Key, UploadId });
    await client.send(command).catch(nothingWhereAbsent);
    removed += 1;
  }
  return removed;
}

/** What time it is where the files lie: that of an object that is written now. */
async function clockOf(client: S3Client, { Bucket, Prefix }: Listed): Promise<number> {
  const object = { Bucket, Key: `${Prefix}.clock.${randomUUID()}` };
  await client.send(new PutObjectCommand({ ...object, Body: '', ContentLength: 0 }));
  try {
    const { LastModified } = await client.send(new HeadObjectCommand(object));
    if (LastModified === undefined) throw new TypeError('the bucket tells no time');
    return LastModified.getTime();
  } finally {
    await client.send(new DeleteObjectCommand(object));
  }
}

async function* uploadsIn(client: S3Client, location: Listed): AsyncGenerator<MultipartUpload> {
  let from: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | null = {};
  while (from !== null) {
    const page: ListMultipartUploadsCommandOutput = await client.send(
      new ListMultipartUploadsCommand({ ...location, ...from }),
    );
    yield* page.Uploads ?? [];
    const { IsTruncated, NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
    from = IsTruncated === true ? { KeyMarker, UploadIdMarker } : null;
  }
}

/** By the last part that has arrived: a video that comes slowly is not left. */
async function isLeft(
  client: S3Client,
  { Bucket }: Listed,
  { upload: { Key, UploadId, Initiated }, beforeMs }: { upload: MultipartUpload; beforeMs: number },
): Promise<boolean> {
  if (Initiated === undefined || Initiated.getTime() > beforeMs) return false;
  const listed = await client
    .send(new ListPartsCommand({ Bucket, Key, UploadId }))
    .catch(nothingWhereAbsent);
  if (listed === null) return false;
  const times = (listed.Parts ?? []).map(({ LastModified }) => LastModified?.getTime() ?? 0);
  return Math.max(Initiated.getTime(), ...times) < beforeMs;
}

function nothingWhereAbsent(error: unknown): null {
  if (statusOf(error) === NOT_FOUND) return null;
  throw error;
}
