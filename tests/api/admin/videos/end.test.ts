import type { PlatformVideoOut } from '@tollgate/contract/platform/videos';
import { finishVideo, keepFile } from '@tollgate/requests/videos/video-work.queries';
import { encodeId, newPublicId } from '@tollgate/runtime/ids';
import { endPlatformVideo } from '@tollgate/contract/routes/admin/videos';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { testVideos } from '../support/videos.ts';
import type { TestVideos } from '../support/videos.ts';
import { eventsOf } from '../support/trail.ts';

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

const end = (id: string, body: object = {}) =>
  admin.send(endPlatformVideo, { params: { video_id: encodeId('vid', id) }, body });

describe('POST /api/platform/videos/{video_id}/end answers 202', () => {
  test('the life of the video is over, the worker gets it at once, and the trail says who wanted that and why', async () => {
    const id = await videos.unknown();
    const answer = await end(id, { reason: 'lost by its provider' });
    expect(answer.status).toBe(202);
    const video = answer.body as PlatformVideoOut;
    expect(video).toMatchObject({ video_id: encodeId('vid', id), state: 'indeterminate' });
    expect(Date.parse(video.gives_up_at)).toBeLessThanOrEqual(Date.now());
    expect(video.held_credits).toBe('0.400000000');
    expect(await videos.claimed()).toMatchObject({ id });
    expect(await eventsOf(admin, 'video.end')).toMatchObject([
      {
        target: { kind: 'video', id: encodeId('vid', id) },
        details: { state: 'indeterminate', job: 'operations/7', reason: 'lost by its provider' },
      },
    ]);
  });

  test('a second time changes nothing', async () => {
    const id = await videos.unknown();
    const first = (await end(id)).body as PlatformVideoOut;
    const second = (await end(id)).body as PlatformVideoOut;
    expect(second).toEqual(first);
  });
});

describe('POST /api/platform/videos/{video_id}/end answers 409', () => {
  test('a video that has ended', async () => {
    const id = await videos.accepted();
    let fence = await videos.claimed();
    while (fence.id !== id) fence = await videos.claimed();
    const error = { code: 'upstream_error', message: 'x' };
    await finishVideo(videos.worker, {
      ...fence,
      error,
      usage: null,
      chargedNano: null,
      lifeMs: 1,
    });
    expect((await end(id)).status).toBe(409);
  });

  test('a video whose file has come', async () => {
    const id = await videos.accepted();
    let fence = await videos.claimed();
    while (fence.id !== id) fence = await videos.claimed();
    await keepFile(videos.worker, { ...fence, bytes: 7, sha256: Buffer.alloc(32), facts: null });
    expect((await end(id)).status).toBe(409);
  });
});

describe('POST /api/platform/videos/{video_id}/end answers 404', () => {
  test('a video that is not there', async () => {
    const params = { video_id: newPublicId('vid') };
    expect((await admin.send(endPlatformVideo, { params })).status).toBe(404);
  });
});

describe('POST /api/platform/videos/{video_id}/end answers 422', () => {
  test('a reason that is no text', async () => {
    expect((await end(await videos.accepted(), { reason: 7 })).status).toBe(422);
  });
});
