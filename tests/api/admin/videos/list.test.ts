import type { PlatformVideoOut } from '@tollgate/contract/platform/videos';
import { connectDatabase } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { insertVideo } from '@tollgate/requests/videos/video-queries';
import {
  claimVideo,
  finishVideo,
  keepJob,
  markSubmitting,
  postponeVideo,
} from '@tollgate/requests/videos/video-work-queries';
import { encodeId, newUuid } from '@tollgate/runtime/ids';
import { listPlatformVideos } from '../../../../services/admin/src/routes/videos/list.ts';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';

let admin: RunningAdmin;
let inference: Knex;
let worker: Knex;

beforeAll(async () => {
  admin = await anAdmin();
  const open = (role: string): Knex =>
    connectDatabase({ url: admin.database.urlOf(role), applicationName: 'test' });
  inference = open('tollgate_inference');
  worker = open('tollgate_worker');
});
afterAll(async () => {
  await Promise.all([inference, worker].map((db) => db.destroy()));
  await admin.drop();
});

async function accepted(): Promise<string> {
  const id = newUuid();
  await insertVideo(inference, {
    id,
    userId: newUuid(),
    apiKeyId: newUuid(),
    mode: 'live',
    requestId: encodeId('req', id),
    model: 'google/veo',
    terms: { seconds: 4, resolution: '720p', aspectRatio: null, sound: true, input: 'text' },
    catalogRevision: 'x',
    masterVersion: '1',
    wrappedKey: Buffer.from('key'),
    box: Buffer.from('box'),
    lifeMs: 60_000,
  });
  return id;
}

const claimed = async () => {
  const film = await claimVideo(worker, { worker: newUuid(), leaseMs: 60_000 });
  if (film === null) throw new Error('no film is due');
  return { id: film.id, claims: film.claims };
};

/** A film whose provider does not answer, and one that has ended. */
async function unknownAndEnded(): Promise<string> {
  const unknown = await accepted();
  const fence = await claimed();
  const way = { modelId: newUuid(), credentialId: null, attempt: 1 };
  await markSubmitting(worker, { ...fence, way });
  await keepJob(worker, { ...fence, job: 'operations/7', pauseMs: 0 });
  const given = { state: 'indeterminate', percent: null, failed: true, pauseMs: 60_000 } as const;
  await postponeVideo(worker, { ...fence, ...given });
  await accepted();
  const error = { code: 'upstream_error', message: 'x' };
  const end = { ...(await claimed()), error, usage: null, chargedNano: null, lifeMs: 1 };
  expect(await finishVideo(worker, end)).toBe(true);
  return unknown;
}

const listed = ({ body }: { body: unknown }): PlatformVideoOut[] => body as PlatformVideoOut[];

describe('GET /api/platform/videos answers 200', () => {
  test('films that have not ended, by how they stand', async () => {
    expect((await admin.send(listPlatformVideos)).body).toEqual([]);
    const unknown = await unknownAndEnded();
    const waiting = await accepted();
    const idsOf = async (query: Record<string, string>): Promise<string[]> =>
      listed(await admin.send(listPlatformVideos, { query })).map(({ video_id: id }) => id);
    const [first, second] = [encodeId('vid', unknown), encodeId('vid', waiting)];
    expect(await idsOf({})).toEqual([first, second]);
    expect(await idsOf({ limit: '1' })).toEqual([first]);
    expect(await idsOf({ state: 'queued' })).toEqual([second]);
    const { body } = await admin.send(listPlatformVideos, { query: { state: 'indeterminate' } });
    expect(body).toMatchObject([
      { video_id: first, state: 'indeterminate', tries: 1, job: 'operations/7', mode: 'live' },
    ]);
  });
});

describe('GET /api/platform/videos answers 422', () => {
  test.each([{ state: 'completed' }, { limit: '0' }])('%j', async (query) => {
    expect((await admin.send(listPlatformVideos, { query })).status).toBe(422);
  });
});
