import { connectDatabase } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { insertVideo } from '@tollgate/requests/videos/video.queries';
import {
  claimVideo,
  keepJob,
  markSubmitting,
  postponeVideo,
} from '@tollgate/requests/videos/video-work.queries';
import type { VideoFence } from '@tollgate/requests/videos/video-work.queries';
import { encodeId, newUuid } from '@tollgate/runtime/ids';
import type { RunningAdmin } from './admin.ts';

/** Videos of nobody in the database of a test, made as inference and the worker make them. */
export interface TestVideos {
  /** The role of the worker. */
  worker: Knex;
  /** A video that waits. @param owner absent: nobody */
  accepted(owner?: { userId: string; apiKeyId: string }): Promise<string>;
  /** The claim of the video that is due longest. */
  claimed(): Promise<VideoFence>;
  /** A video whose provider does not say how the video stands. */
  unknown(): Promise<string>;
  close(): Promise<void>;
}

/** Opens the database as inference and as the worker. */
export function testVideos(admin: RunningAdmin): TestVideos {
  const open = (role: string): Knex =>
    connectDatabase({ url: admin.database.urlOf(role), applicationName: 'test' });
  const [inference, worker] = [open('tollgate_inference'), open('tollgate_worker')];
  const nobody = () => ({ userId: newUuid(), apiKeyId: newUuid() });
  const accepted = async (owner = nobody()): Promise<string> => {
    const id = newUuid();
    await insertVideo(inference, {
      id,
      ...owner,
      mode: 'live',
      requestId: encodeId('req', id),
      model: 'google/veo',
      terms: { seconds: 4, resolution: '720p', aspectRatio: null, sound: true, input: 'text' },
      catalogRevision: 'x',
      masterVersion: '1',
      wrappedKey: Buffer.from('key'),
      box: Buffer.from('box'),
      heldNano: '400000000',
      lifeMs: 60_000,
    });
    return id;
  };
  const claimed = async (): Promise<VideoFence> => {
    const video = await claimVideo(worker, { worker: newUuid(), leaseMs: 60_000 });
    if (video === null) throw new Error('no video is due');
    return { id: video.id, claims: video.claims };
  };
  const unknown = async (): Promise<string> => {
    const id = await accepted();
    const fence = await claimed();
    const target = { modelId: newUuid(), credentialId: null, attempt: 1 };
    await markSubmitting(worker, { ...fence, target });
    await keepJob(worker, { ...fence, job: 'operations/7', pauseMs: 0 });
    const said = { percent: null, tries: 1, triesKind: 'nothing', pauseMs: 60_000 } as const;
    await postponeVideo(worker, { ...fence, ...said, state: 'indeterminate' });
    return id;
  };
  const close = async (): Promise<void> => {
    await Promise.all([inference, worker].map((db) => db.destroy()));
  };
  return { worker, accepted, claimed, unknown, close };
}
