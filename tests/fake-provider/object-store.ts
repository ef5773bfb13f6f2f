import { request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import type { S3Client } from '@aws-sdk/client-s3';

/** A bucket on a server of S3, and the keys of the account that owns it. */
export interface Store {
  endpoint: string;
  bucket: string;
  access_key_id: string;
  secret_access_key: string;
}

const REGION = 'us-east-1';
const LOCATION = /^s3:\/\/(?<bucket>[^/]+)\/(?<key>.+)$/u;
const MISSING: ReadonlySet<unknown> = new Set(['NoSuchKey', 'NoSuchBucket']);

let store: Store | null = null;
let client: Promise<S3Client> | null = null;

/** Whether a body names a store. */
export function isStore(body: unknown): body is Store {
  const given = (body ?? {}) as Partial<Record<keyof Store, unknown>>;
  const { endpoint, bucket, access_key_id: id, secret_access_key: secret } = given;
  const members = [endpoint, bucket, id, secret];
  return members.every((member) => typeof member === 'string');
}

/**
 * Makes a bucket the store in which jobs find and put their files. Calls for the bucket that come
 * to this process go on to its server.
 */
export function useStore(given: Store): void {
  store = given;
  client = null;
}

/** The client is loaded by those alone who use it. */
function opened(): Promise<S3Client> {
  if (store === null) throw new Error('no store was named');
  const { endpoint, access_key_id: accessKeyId, secret_access_key: secretAccessKey } = store;
  client ??= import('@aws-sdk/client-s3').then(
    ({ S3Client: Client }) =>
      new Client({
        endpoint,
        region: REGION,
        credentials: { accessKeyId, secretAccessKey },
        forcePathStyle: true,
      }),
  );
  return client;
}

function located(location: string): { Bucket: string; Key: string } {
  const { bucket = '', key = '' } = LOCATION.exec(location)?.groups ?? {};
  return { Bucket: bucket, Key: key };
}

/** Whether a call is for the bucket. */
export function isForStore(path: string): boolean {
  return store !== null && path.startsWith(`/${store.bucket}/`);
}

/** Hands a call on as it came, its signature included, which names the host that was called. */
export function forward(
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): void {
  const { hostname, port } = new URL(store?.endpoint ?? '');
  const onward = send({ hostname, port, method, path: url, headers, setHost: false });
  onward.once('error', (error) => response.destroy(error));
  onward.once('response', (reply) => {
    response.writeHead(reply.statusCode ?? 0, reply.headers);
    reply.pipe(response);
  });
  onward.end(body);
}

/** The text of a file; null where there is no such file, or no store. */
export async function fileText(location: string): Promise<string | null> {
  if (store === null) return null;
  const [{ GetObjectCommand }, s3] = [await import('@aws-sdk/client-s3'), await opened()];
  try {
    const { Body } = await s3.send(new GetObjectCommand(located(location)));
    return (await Body?.transformToString()) ?? null;
  } catch (error) {
    if (MISSING.has((error as Error).name)) return null;
    throw error;
  }
}

/** Puts files into the store. */
export async function putFiles(files: ReadonlyMap<string, string>): Promise<void> {
  const [{ PutObjectCommand }, s3] = [await import('@aws-sdk/client-s3'), await opened()];
  for (const [location, Body] of files) {
    await s3.send(new PutObjectCommand({ ...located(location), Body }));
  }
}
