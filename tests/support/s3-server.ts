import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { DEFAULT_STATE_DIR, findOnPath, isExecutable } from '@tollgate/deploy/local/paths';
import { execa } from 'execa';
import { freePort } from '@tollgate/deploy/local/ports';

const MODULE = 'github.com/versity/versitygw/cmd/versitygw';
const VERSION = 'v1.8.0';
/**
 * Builds in half of the processor time: nothing is made faster or smaller, no C is built, and
 * compilers collect no garbage.
 */
const QUICKLY = {
  args: ['-gcflags=all=-N -l', '-ldflags=-s -w'],
  env: { CGO_ENABLED: '0', GOGC: 'off' },
};
const BUCKET = 'videos';
const START_MS = 30_000;
const CREDENTIALS = { accessKeyId: 'the-videos', secretAccessKey: 'of-a-test-0123456789' };

/** A bucket on a real server of S3, with a disk of its own. */
export interface S3Server {
  port: number;
  endpoint: string;
  bucket: string;
  credentials: typeof CREDENTIALS;
  /** Where the server keeps the bucket. */
  folder: string;
  client: S3Client;
  drop(): Promise<void>;
}

/**
 * Whether the server can be made here: it is built with Go, which takes minutes on a new machine.
 */
export const hasGo = (await findOnPath('go')) !== undefined;
// Built while the file is loaded, when no test waits.
if (hasGo) await program();

/** Versity's gateway, which checks signatures as AWS does; built once for each work tree. */
async function program(): Promise<string> {
  const folder = join(DEFAULT_STATE_DIR, 'tools', `versitygw-${VERSION}`);
  const path = join(folder, 'versitygw');
  if (await isExecutable(path)) return path;
  await mkdir(folder, { recursive: true });
  await execa('go', ['install', ...QUICKLY.args, `${MODULE}@${VERSION}`], {
    env: { ...QUICKLY.env, GOBIN: folder },
  });
  return path;
}

/** Starts a server with an empty bucket. */
export async function anS3Server(): Promise<S3Server> {
  const command = await program();
  const root = await mkdtemp(join(tmpdir(), 'tollgate-s3-'));
  const port = await freePort();
  const [data, sidecar] = [join(root, 'data'), join(root, 'sidecar')];
  await Promise.all([data, sidecar].map((folder) => mkdir(folder)));
  const { accessKeyId, secretAccessKey } = CREDENTIALS;
  const server = execa(
    command,
    ['--port', `127.0.0.1:${port}`, '--quiet', 'posix', '--sidecar', sidecar, data],
    {
      env: { ROOT_ACCESS_KEY: accessKeyId, ROOT_SECRET_KEY: secretAccessKey },
      stdio: 'ignore',
      reject: false,
    },
  );
  const endpoint = `http://127.0.0.1:${port}`;
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    credentials: CREDENTIALS,
    forcePathStyle: true,
    maxAttempts: 1,
  });
  await untilMade(client);
  return {
    port,
    endpoint,
    bucket: BUCKET,
    credentials: CREDENTIALS,
    folder: join(data, BUCKET),
    client,
    async drop() {
      client.destroy();
      server.kill();
      await server;
      await rm(root, { recursive: true, force: true });
    },
  };
}

async function untilMade(client: S3Client): Promise<void> {
  const until = performance.now() + START_MS;
  for (;;) {
    try {
      await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
      return;
    } catch (error) {
      if (performance.now() > until) throw error;
      await pause(50);
    }
  }
}
