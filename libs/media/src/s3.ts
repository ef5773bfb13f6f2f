import { createHash, randomUUID } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { ListMultipartUploadsCommandOutput, MultipartUpload } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { HEAD_BYTES, MediaTooLarge, MediaTorn, pathOf } from './media-store.ts';
import type {
  MediaName,
  MediaReader,
  MediaStore,
  MediaWriter,
  StoredMedia,
} from './media-store.ts';

/** A bucket, and how it is reached. */
export interface S3Place {
  bucket: string;
  region: string;
  /** Of a server that is not AWS: its address. Empty: AWS in that region. */
  endpoint: string;
  /** Stands before the names of files, so that several installations can share a bucket. */
  prefix: string;
  /** Null: as the SDK finds them (role of the pod, of the machine, environment). */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

/** Bytes of one part: two of them are in memory for each film that is written. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 2;
const CONNECT_MS = 5_000;
/** From the first byte of a request to the head of its answer: a part has to go through in that time. */
const ANSWER_MS = 60_000;
const TRIES = 3;
const NOT_FOUND = 404;
const BEYOND_THE_END = 416;
const WHOLE_LENGTH = /\/(\d{1,15})$/u;
const CONTENT_TYPE = 'video/mp4';

/**
 * Files in a bucket of S3, or of a server that speaks its interface. A file is sent in parts and seen once the last has arrived, so that two writers
 * never meet. What was sent is what lies there: parts are signed with their hash, or go through TLS.
 */
export function createS3Store(place: S3Place): MediaStore {
  const client = clientOf(place);
  const { bucket: Bucket, prefix } = place;
  const objectOf = (name: MediaName): { Bucket: string; Key: string } => ({
    Bucket,
    Key: prefix + pathOf(name).join('/'),
  });
  return {
    async write(name, bytesMax) {
      return new UploadWriter(client, { ...objectOf(name), bytesMax });
    },
    read: (name, range) => read(client, objectOf(name), range),
    async remove(name) {
      await client.send(new DeleteObjectCommand(objectOf(name)));
    },
    removeLeft: (idleMs) => removeLeft(client, { Bucket, Prefix: prefix }, idleMs),
  };
}

function clientOf({ region, endpoint, credentials }: S3Place): S3Client {
  // Readers of films are bounded elsewhere, and one of them must not wait for another.
  const agent = { keepAlive: true, maxSockets: Infinity };
  return new S3Client({
    region,
    ...(endpoint === '' ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials === null ? {} : { credentials }),
    maxAttempts: TRIES,
    // Many servers that are not AWS know no checksums in trailers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}

async function read(
  client: S3Client,
  object: { Bucket: string; Key: string },
  { start, end }: { start: number; end: number },
): Promise<MediaReader | null> {
  try {
    const Range = `bytes=${start}-${end}`;
    const { Body, ContentRange } = await client.send(new GetObjectCommand({ ...object, Range }));
    if (!(Body instanceof Readable)) throw new TypeError('the answer has no body');
    const bytes = Number(WHOLE_LENGTH.exec(ContentRange ?? '')?.[1]);
    if (bytes > end) return Body;
    Body.destroy();
    throw new MediaTorn(bytes);
  } catch (error) {
    if (statusOf(error) === NOT_FOUND) return null;
    if (statusOf(error) !== BEYOND_THE_END) throw error;
    const { ContentLength } = await client.send(new HeadObjectCommand(object));
    throw new MediaTorn(ContentLength ?? 0);
  }
}

type Listed = { Bucket: string; Prefix: string };

async function removeLeft(client: S3Client, place: Listed, idleMs: number): Promise<number> {
  let removed = 0;
  let beforeMs: number | null = null;
  for await (const upload of uploadsIn(client, place)) {
    beforeMs ??= (await clockOf(client, place)) - idleMs;
    if (!(await isLeft(client, place, { upload, beforeMs }))) continue;
    const { Key, UploadId } = upload;
    const command = new AbortMultipartUploadCommand({ Bucket: place.Bucket, Key, UploadId });
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

async function* uploadsIn(client: S3Client, place: Listed): AsyncGenerator<MultipartUpload> {
  let from: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | null = {};
  while (from !== null) {
    const page: ListMultipartUploadsCommandOutput = await client.send(
      new ListMultipartUploadsCommand({ ...place, ...from }),
    );
    yield* page.Uploads ?? [];
    const { IsTruncated, NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
    from = IsTruncated === true ? { KeyMarker, UploadIdMarker } : null;
  }
}

/** By the last part that has arrived: a film that comes slowly is not left. */
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

/** One upload that runs: bytes go in at one end while parts leave at the other. */
interface Sending {
  body: PassThrough;
  upload: Upload;
  done: Promise<unknown>;
}

class UploadWriter implements MediaWriter {
  readonly #client: S3Client;
  readonly #file: { Bucket: string; Key: string; bytesMax: number };
  #sending: Sending;
  #hash: Hash = createHash('sha256');
  #head = Buffer.alloc(0);
  #bytes = 0;
  #isOpen = true;

  constructor(client: S3Client, file: { Bucket: string; Key: string; bytesMax: number }) {
    this.#client = client;
    this.#file = file;
    this.#sending = this.#begin();
  }

  get bytes(): number {
    return this.#bytes;
  }

  get head(): Buffer {
    return this.#head;
  }

  async write(piece: Uint8Array): Promise<void> {
    const { bytesMax } = this.#file;
    if (this.#bytes + piece.length > bytesMax) throw new MediaTooLarge(bytesMax);
    const { body, done } = this.#sending;
    if (body.destroyed) await done;
    const isTaken = body.write(piece);
    this.#hash.update(piece);
    if (this.#head.length < HEAD_BYTES) {
      this.#head = Buffer.concat([this.#head, piece]).subarray(0, HEAD_BYTES);
    }
    this.#bytes += piece.length;
    if (!isTaken) await once(body, 'drain');
  }

  async restart(): Promise<void> {
    await this.#cancel();
    this.#hash = createHash('sha256');
    this.#head = Buffer.alloc(0);
    this.#bytes = 0;
    this.#sending = this.#begin();
  }

  async finish(): Promise<StoredMedia> {
    const { body, done } = this.#sending;
    body.end();
    await done;
    this.#isOpen = false;
    const { Bucket, Key } = this.#file;
    const { ContentLength } = await this.#client.send(new HeadObjectCommand({ Bucket, Key }));
    if (ContentLength !== this.#bytes) throw new MediaTorn(ContentLength ?? 0);
    return { bytes: this.#bytes, sha256: this.#hash.digest() };
  }

  async abort(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await this.#cancel();
  }

  #begin(): Sending {
    const { Bucket, Key } = this.#file;
    const body = new PassThrough({ highWaterMark: PART_BYTES });
    const upload = new Upload({
      client: this.#client,
      params: { Bucket, Key, Body: body, ContentType: CONTENT_TYPE },
      partSize: PART_BYTES,
      queueSize: PARTS_AT_ONCE,
    });
    const done = upload.done();
    // Whoever waits for room in the body learns of a failure by the body's own error.
    body.on('error', () => undefined);
    done.catch((error: unknown) => body.destroy(error as Error));
    return { body, upload, done };
  }

  async #cancel(): Promise<void> {
    const { body, upload, done } = this.#sending;
    await upload.abort();
    body.destroy();
    await done.catch(() => undefined);
  }
}
