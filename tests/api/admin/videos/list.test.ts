import type { PlatformVideoOut } from '@tollgate/contract/platform/videos';
import { finishVideo } from '@tollgate/requests/videos/video-work.queries';
import { encodeId } from '@tollgate/runtime/ids';
import { listPlatformVideos } from '@tollgate/contract/routes/admin/videos';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { testVideos } from '../support/videos.ts';
import type { TestVideos } from '../support/videos.ts';

let admin: RunningAdmin;
let videos: TestVideos;

beforeAll(async () => {
  admin = await anAdmin();
  videos = testVideos(admin);
});
afterAll(async () => {
  await videos.close();
  await admin.drop();
});

/** A video whose provider does not answer, and one that has ended. */
async function unknownAndEnded(): Promise<string> {
  const unknown = await videos.unknown();
  await videos.accepted();
  const error = { code: 'upstream_error', message: 'x' };
  const end = { ...(await videos.claimed()), error, usage: null, chargedNano: null, lifeMs: 1 };
  expect(await finishVideo(videos.worker, end)).toBe(true);
  return unknown;
}

const listed = ({ body }: { body: unknown }): PlatformVideoOut[] => body as PlatformVideoOut[];

describe('GET /api/platform/videos answers 200', () => {
  test('videos that have not ended, by how they stand', async () => {
    expect((await admin.send(listPlatformVideos)).body).toEqual([]);
    const unknown = await unknownAndEnded();
    const waiting = await videos.accepted();
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
