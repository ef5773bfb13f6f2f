import type { Knex } from '@tollgate/db/connect';
import { insertVideo } from '@tollgate/requests/videos/video.queries';
import { newUuid } from '@tollgate/runtime/ids';

/** A video of a user, and how far it came. */
export interface VideoGiven {
  userId: string;
  mode?: 'live' | 'test';
  /** Absent: it waits. */
  ended?: 'completed' | 'failed' | 'over' | 'deleted';
}

const ENDS = {
  completed: `state = 'completed', charged_n = 300000000, media_bytes = 1234,
    media_sha256 = decode('00', 'hex'), expires_at = now() + interval '1 day',
    media_facts = '{"seconds": 4.02, "width": 1280, "height": 720}'`,
  over: `state = 'completed', charged_n = 300000000, media_bytes = 1234,
    media_sha256 = decode('00', 'hex'), expires_at = now() - interval '1 second'`,
  failed: `state = 'failed', error_code = 'upstream_unavailable', error_message = 'It broke.',
    charged_n = 0`,
  deleted: `state = 'failed', error_code = 'upstream_unavailable', charged_n = 0,
    deleted_at = now()`,
};

/**
 * Writes a video as inference and a worker would.
 * @param owner the owner of the schema
 * @returns its id
 */
export async function keepVideo(owner: Knex, given: VideoGiven): Promise<string> {
  const id = newUuid();
  await insertVideo(owner, {
    id,
    userId: given.userId,
    apiKeyId: newUuid(),
    mode: given.mode ?? 'live',
    requestId: `asked-${id}`,
    model: 'acme/video',
    terms: { seconds: 4, resolution: '720p', aspectRatio: '16:9', sound: true, input: 'text' },
    catalogRevision: 'x',
    masterVersion: 'v1',
    wrappedKey: Buffer.from('k'),
    box: Buffer.from('b'),
    heldNano: '400000000',
    lifeMs: 3_600_000,
  });
  if (given.ended === undefined) return id;
  await owner.raw(
    `update requests.video set ${ENDS[given.ended]}, finished_at = now(), master_version = null,
       wrapped_key = null, box = null where id = :id`,
    { id },
  );
  return id;
}
