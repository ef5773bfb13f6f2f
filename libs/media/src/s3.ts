import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { HEAD_BYTES, MediaTooLarge, MediaTorn, pathOf } from './media-store.ts';
import type {
  MediaName,
  MediaReader,
  MediaStore,
  MediaWriter,
  StoredMedia,
} from './media-store.ts';
import { createS3Client, statusOf } from './s3-client.ts';
import type { S3Location } from './s3-client.ts';
import { removeLeft } from './s3-left.ts';

/** Bytes of one part: two of them are in memory for each video that is written. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 2;
const NOT_FOUND = 404;
const RANGE_NOT_SATISFIABLE = 416;
const WHOLE_LENGTH = /\/(\d{1,15})$/u;
const CONTENT_TYPE = 'video/mp4';

/**
 * Files in a bucket of S3, or of a server that speaks its interface. A file is sent in parts and
 * seen once the last has arrived, so that two writers never meet. What was sent is what lies there:
 * parts are signed with their hash, or go through TLS.
 */
export function createS3Store(location: S3Location): MediaStore {
  const client = createS3Client(location);
  const { bucket: Bucket, prefix } = location;
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
    if (statusOf(error) !== RANGE_NOT_SATISFIABLE) throw error;
    const { ContentLength } = await client.send(new HeadObjectCommand(object));
    throw new MediaTorn(ContentLength ?? 0);
  }
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
