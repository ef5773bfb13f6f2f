/**
 * Videos in a bucket: a real server of S3, which is built with Go; without Go the list of skipped
 * tests says so.
 */
import { createHash, randomUUID } from 'node:crypto';
import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3';
import type { Video } from '@tollgate/contract/video';
import { MediaTooLarge, MediaTorn } from '@tollgate/media/media-store';
import type { MediaStore } from '@tollgate/media/media-store';
import { connectDatabase, rows } from '@tollgate/db/connect';
import { createS3Store } from '@tollgate/media/s3';
import { decodeId } from '@tollgate/runtime/ids';
import got from 'got';
import { begin, chatLine, clientOf, ended as endedBatch } from '../support/a-batch.ts';
import { aDemo } from '../support/demo.ts';
import type { Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import { GOOGLE, setUpFamily } from '../support/family-set-up.ts';
import { expectLedgerHolds } from '../support/ledger.ts';
import { anS3Server, hasGo } from '../support/s3-server.ts';
import type { S3Server } from '../support/s3-server.ts';
import { aTcpProxy } from '../support/tcp-proxy.ts';
import type { TcpProxy } from '../support/tcp-proxy.ts';
import { aTroubledStore } from '../support/troubled-store.ts';
import type { StoreTrouble, TroubledStore } from '../support/troubled-store.ts';

const START_MS = 480_000;
const TEST_MS = 180_000;
const MOST = 100_000_000;
const PREFIX = 'here/';
const MIB = 1_048_576;
const MODEL = 'google/veo-3.1-generate-preview';
const whenThere = hasGo ? describe : describe.skip;

const aName = () => ({ userId: randomUUID(), id: randomUUID() });
const bytesOf = (length: number): Buffer => {
  const numbers = Buffer.alloc(length);
  for (let at = 0; at < length; at += 1) numbers[at] = (at * 31 + (at >> 8)) % 251;
  return numbers;
};

async function readAll(
  store: MediaStore,
  name: ReturnType<typeof aName>,
  range: { start: number; end: number },
): Promise<Buffer | null> {
  const reader = await store.read(name, range);
  if (reader === null) return null;
  const pieces: Uint8Array[] = [];
  for await (const piece of reader) pieces.push(piece);
  return Buffer.concat(pieces);
}

whenThere('a bucket', () => {
  let server: S3Server;
  let store: MediaStore;
  beforeAll(async () => {
    server = await anS3Server();
    store = createS3Store({ ...settingsOf(server), prefix: PREFIX });
  }, START_MS);
  afterAll(() => server?.drop());

  const settingsOf = ({ bucket, endpoint, credentials }: S3Server) => ({
    bucket,
    endpoint,
    credentials,
    region: 'us-east-1',
  });
  const uploads = async (): Promise<number> =>
    (await server.client.send(new ListMultipartUploadsCommand({ Bucket: server.bucket }))).Uploads
      ?.length ?? 0;

  test.each([1, 5 * MIB, 8 * MIB, 20 * MIB + 7])(
    'a file of %i bytes is seen once it is whole, with its length and hash',
    async (length) => {
      const name = aName();
      const video = bytesOf(length);
      const writer = await store.write(name, MOST);
      for (let at = 0; at < length; at += MIB) {
        await writer.write(video.subarray(at, at + MIB));
        if (at === 0) expect(await readAll(store, name, { start: 0, end: 0 })).toBeNull();
      }
      expect([writer.bytes, writer.head]).toEqual([length, video.subarray(0, 64)]);
      const sha256 = createHash('sha256').update(video).digest();
      expect(await writer.finish()).toEqual({ bytes: length, sha256 });
      await writer.abort();
      const read = await readAll(store, name, { start: 0, end: length - 1 });
      expect(read?.equals(video)).toBe(true);
      const middle = Math.floor(length / 2);
      const part = await readAll(store, name, { start: middle, end: length - 1 });
      expect(part?.equals(video.subarray(middle))).toBe(true);
      const Key = `${PREFIX}${name.userId}/${name.id}`;
      const head = await server.client.send(new HeadObjectCommand({ Bucket: server.bucket, Key }));
      expect([head.ContentLength, head.ContentType]).toEqual([length, 'video/mp4']);
      await store.remove(name);
      await store.remove(name);
      expect(await readAll(store, name, { start: 0, end: 0 })).toBeNull();
    },
    TEST_MS,
  );

  test('a file begins anew without what was written before', async () => {
    const name = aName();
    const writer = await store.write(name, MOST);
    await writer.write(bytesOf(17 * MIB));
    await writer.restart();
    await writer.write(Buffer.from('anew'));
    expect(await writer.finish()).toMatchObject({ bytes: 4 });
    expect((await readAll(store, name, { start: 0, end: 3 }))?.toString()).toBe('anew');
    await eventually(async () => (await uploads()) === 0);
  });

  test('a file that is given up leaves nothing, whether small or in parts', async () => {
    for (const length of [10, 17 * MIB]) {
      const name = aName();
      const writer = await store.write(name, MOST);
      await writer.write(bytesOf(length));
      await writer.abort();
      await writer.abort();
      expect(await readAll(store, name, { start: 0, end: 0 })).toBeNull();
    }
    await eventually(async () => (await uploads()) === 0);
  });

  test('a file has no more bytes than it may', async () => {
    const writer = await store.write(aName(), 10);
    await expect(writer.write(bytesOf(11))).rejects.toThrow(MediaTooLarge);
    await writer.abort();
  });

  test('a file that has lost its end is read as far as it goes, and not beyond', async () => {
    const name = aName();
    const writer = await store.write(name, MOST);
    await writer.write(bytesOf(100));
    await writer.finish();
    await truncate(join(server.folder, PREFIX, name.userId, name.id), 10);
    expect((await readAll(store, name, { start: 0, end: 9 }))?.length).toBe(10);
    for (const start of [0, 10, 50]) {
      await expect(store.read(name, { start, end: 99 })).rejects.toThrow(MediaTorn);
    }
  });

  test('what writers that died have left is removed once nothing comes any more, and no other', async () => {
    const name = aName();
    const left = await store.write(name, MOST);
    await left.write(bytesOf(17 * MIB));
    await eventually(async () => (await uploads()) === 1);
    expect(await store.removeLeft(60_000)).toBe(0);
    const elsewhere = createS3Store({ ...settingsOf(server), prefix: 'other/' });
    expect(await elsewhere.removeLeft(0)).toBe(0);
    // A bucket tells whole seconds, and a part may still be on its way.
    await eventually(async () => (await store.removeLeft(1_000)) === 1);
    expect(await uploads()).toBe(0);
    await left.abort();
  });

  test('a server that is away, and a key that is wrong, are errors and no missing file', async () => {
    const proxy = await aTcpProxy(server.port);
    const settings = { ...settingsOf(server), prefix: '' };
    const away = createS3Store({ ...settings, endpoint: `http://127.0.0.1:${proxy.port}` });
    await proxy.close();
    await expect(away.read(aName(), { start: 0, end: 0 })).rejects.toThrow('ECONNREFUSED');
    const writer = await away.write(aName(), MOST);
    await expect(writer.write(bytesOf(10)).then(() => writer.finish())).rejects.toThrow(
      'ECONNREFUSED',
    );
    await writer.abort();
    const credentials = { ...server.credentials, secretAccessKey: 'another-0123456789' };
    const foreign = createS3Store({ ...settings, credentials });
    await expect(foreign.read(aName(), { start: 0, end: 0 })).rejects.toThrow(/signature/iu);
  });
});

whenThere('videos in a bucket', () => {
  let server: S3Server;
  let proxy: TcpProxy;
  let troubled: TroubledStore;
  let demo: Demo;
  beforeAll(async () => {
    server = await anS3Server();
    troubled = await aTroubledStore(server.port);
    proxy = await aTcpProxy(troubled.port);
    demo = await aDemo({
      timerScale: 0.05,
      env: {
        MEDIA_DIR: '',
        MEDIA_S3_BUCKET: server.bucket,
        MEDIA_S3_ENDPOINT: `http://127.0.0.1:${proxy.port}`,
        MEDIA_S3_ACCESS_KEY_ID: server.credentials.accessKeyId,
        MEDIA_S3_SECRET_ACCESS_KEY: server.credentials.secretAccessKey,
      },
    });
    await setUpFamily(demo, { ...GOOGLE, models: [MODEL] });
  }, START_MS);
  afterAll(async () => {
    if (demo !== undefined) await expectLedgerHolds(demo);
    await demo?.stack.drop();
    await proxy?.close();
    await troubled?.close();
    await server?.drop();
  }, START_MS);

  afterEach(() => {
    troubled.trouble = 'well';
  });

  const make = async (): Promise<string> =>
    (await demo.v1<Video>('/videos', { model: MODEL, prompt: 'a calm sea', seconds: 4 })).body.id;
  const get = async (id: string): Promise<Video> => (await demo.v1<Video>(`/videos/${id}`)).body;
  const ended = async (id: string): Promise<Video> => {
    await eventually(async () => ['completed', 'failed'].includes((await get(id)).status));
    return get(id);
  };
  const file = (path: string, method: 'DELETE' | 'GET' = 'GET', range = 'bytes=4-7') =>
    got(`${demo.env.TOLLGATE_BASE_URL}${path}`, {
      method,
      headers: { authorization: `Bearer ${demo.env.TOLLGATE_API_KEY}`, range },
      throwHttpErrors: false,
      retry: { limit: 0 },
    });
  const keys = async (): Promise<string[]> =>
    (
      (await server.client.send(new ListObjectsV2Command({ Bucket: server.bucket }))).Contents ?? []
    ).map(({ Key = '' }) => Key);

  test(
    'are written, read in parts, and deleted by either id',
    async () => {
      const [one, other] = [await ended(await make()), await ended(await make())];
      expect([one, other]).toMatchObject([
        { status: 'completed', cost: '0.400000000' },
        { status: 'completed', cost: '0.400000000' },
      ]);
      const part = await file(`/videos/${one.id}/content`);
      expect([part.statusCode, part.body]).toEqual([206, 'ftyp']);
      expect((await file(`/media/${one.media_id}`)).body).toBe('ftyp');
      expect((await keys()).length).toBe(2);
      await file(`/videos/${one.id}`, 'DELETE');
      await file(`/media/${other.media_id}`, 'DELETE');
      const gone = await file(`/media/${other.media_id}`);
      expect(JSON.parse(gone.body)).toMatchObject({ error: { code: 'result_expired' } });
      expect(await get(other.id)).toMatchObject({ status: 'expired' });
      await eventually(async () => (await keys()).length === 0);
    },
    TEST_MS,
  );

  test(
    'FG09 wait for a bucket that is away, are held meanwhile and charged once; readers are told to come again',
    async () => {
      const kept = await ended(await make());
      const before = (await demo.creditsNow<{ consumed: string }>()).body.consumed;
      const { port } = troubled;
      proxy.target = 1;
      const id = await make();
      await pause(3_000);
      expect((await get(id)).status).toBe('in_progress');
      const credits = await demo.creditsNow<{ consumed: string; reserved: string }>();
      expect(credits.body).toMatchObject({ consumed: before, reserved: '0.400000000' });
      const away = await file(`/videos/${kept.id}/content`);
      expect([away.statusCode, JSON.parse(away.body)]).toMatchObject([
        503,
        { error: { code: 'service_unavailable' } },
      ]);
      proxy.target = port;
      expect(await ended(id)).toMatchObject({ status: 'completed', cost: '0.400000000' });
      expect((await file(`/videos/${kept.id}/content`)).body).toBe('ftyp');
      const name = decodeId('vid', id) ?? '';
      expect((await keys()).filter((key) => key.endsWith(name))).toHaveLength(1);
    },
    TEST_MS,
  );

  const credits = async () =>
    (await demo.creditsNow<{ consumed: string; reserved: string }>()).body;
  const fetches = async (): Promise<number> =>
    (await got(`${demo.stack.urls['provider']}/__invoice`).json<{ path: string }[]>()).filter(
      ({ path }) => path.startsWith('/download/'),
    ).length;
  /** Charged once, with nothing held: the video of four seconds costs 0.4 credits. */
  async function expectChargedOnce(id: string, before: { consumed: string }): Promise<void> {
    expect(await ended(id)).toMatchObject({ status: 'completed', cost: '0.400000000' });
    const { consumed, reserved } = await credits();
    expect(Number(consumed) - Number(before.consumed)).toBeCloseTo(0.4, 9);
    expect(reserved).toBe('0.000000000');
    expect((await file(`/videos/${id}/content`)).body).toBe('ftyp');
  }

  async function expectWaiting(trouble: StoreTrouble): Promise<void> {
    const before = await credits();
    Object.assign(troubled, { trouble, met: 0 });
    const id = await make();
    await eventually(() => troubled.met > 2, 'the store was not tried');
    expect((await get(id)).status).toBe('in_progress');
    const { consumed, reserved } = await credits();
    expect([consumed, reserved]).toEqual([before.consumed, '0.400000000']);
    troubled.trouble = 'well';
    await expectChargedOnce(id, before);
  }

  test(
    'FG13 a bucket that is full keeps videos waiting, held, and charged once there is room',
    () => expectWaiting('full'),
    TEST_MS,
  );

  test(
    'FI13 results that a full bucket does not take are kept: the batch says why, ends without them in the end, and its files come once there is room',
    async () => {
      const client = clientOf(demo);
      const { consumed } = await credits();
      const { databaseUrl: url } = demo.stack.connections;
      const owner = connectDatabase({ url, applicationName: 'media-s3', poolMax: 1 });
      const said = ['a', 'b'].map((name) =>
        chatLine(demo, name, '[[provider: delay=1000]] Say it'),
      );
      const { id } = await begin(client, said);
      Object.assign(troubled, { trouble: 'full', met: 0 });
      const hurry = (more = ''): Promise<unknown> =>
        rows(owner, `update requests.batch set turn_at = now() ${more} where id = :id`, {
          id: decodeId('batch', id),
        });
      const errors = async (): Promise<string[]> =>
        ((await client.batches.retrieve(id)).errors?.data ?? []).map(({ code = '' }) => code);
      await eventually(
        async () => (await errors()).includes('results_delayed'),
        'no delay is noted',
      );
      const waiting = await client.batches.retrieve(id);
      expect(waiting).toMatchObject({ status: 'finalizing', request_counts: { completed: 2 } });
      expect(waiting.errors?.data?.[0]?.message).toContain('full');
      expect((await credits()).reserved).toBe('0.000000000');
      await hurry(`, moved_at = now() - interval '25 hours'`);
      const failed = await endedBatch(client, id);
      expect(failed.batch).toMatchObject({ status: 'failed', output_file_id: null });
      expect(await errors()).toEqual(['results_not_written']);
      troubled.trouble = 'well';
      await hurry();
      await eventually(async () => (await errors())[0] === 'results_late', 'no file comes');
      const { batch, output } = await endedBatch(client, id);
      expect([batch.status, output.map((one) => one.custom_id)]).toEqual(['failed', ['a', 'b']]);
      const charged = Number((await credits()).consumed) - Number(consumed);
      expect(charged).toBeCloseTo(Number(batch.cost), 9);
      await owner.destroy();
    },
    TEST_MS,
  );

  test(
    'FG15 a file that has lost its end in the bucket is no video: another one is fetched',
    () => expectWaiting('short'),
    TEST_MS,
  );

  test(
    'FG14 a bucket that takes its time is waited for by one worker: the video is fetched once',
    async () => {
      const before = await credits();
      await demo.clearInvoice();
      Object.assign(troubled, { trouble: 'slow', met: 0 });
      const id = await make();
      await eventually(() => troubled.met > 0, 'the store was not asked');
      await expectChargedOnce(id, before);
      expect(await fetches()).toBe(1);
    },
    TEST_MS,
  );

  test('FG10 a file that lost its end later is read as far as it goes', async () => {
    const id = await ended(await make());
    const folder = (await keys()).find((key) => key.endsWith(decodeId('vid', id.id) ?? '')) ?? '';
    await truncate(join(server.folder, folder), 10);
    expect((await file(`/videos/${id.id}/content`)).body).toBe('ftyp');
    expect((await file(`/videos/${id.id}/content`, 'GET', 'bytes=4-99')).statusCode).toBe(500);
  });
});
