import { BATCHES_OPEN_MAX } from '@tollgate/contract/batches';
import { GatewayError } from '@tollgate/contract/error-codes';
import { createBatchRoute } from '@tollgate/contract/routes/inference/batches';
import { sayWhenAway } from '@tollgate/db/away';
import type { Knex } from '@tollgate/db/connect';
import type { MountedRoute } from '@tollgate/http/route';
import type { MediaStore } from '@tollgate/media/media-store';
import { batchOut } from '@tollgate/requests/batches/batch-out';
import { insertBatch } from '@tollgate/requests/batches/batch.queries';
import { findFile } from '@tollgate/requests/batches/file.queries';
import { decodeId, newUuid } from '@tollgate/runtime/ids';
import type { Timers } from '@tollgate/runtime/timers';
import { keyRoute } from '../../key-route.ts';
import { ownerOf, storeOf } from '../files/owner.ts';

const RETRY_AFTER_SECONDS = 60;

/** `POST /v1/batches`: a worker checks the file and runs its lines. */
export const handleCreateBatch = (deps: {
  db: Knex;
  media: MediaStore | null;
  timers: Timers;
}): MountedRoute =>
  keyRoute(createBatchRoute, async ({ body }, { caller }) => {
    storeOf(deps);
    const owner = ownerOf(caller);
    const fileId = decodeId('file', body.input_file_id);
    const file =
      fileId === null ? null : await sayWhenAway(findFile)(deps.db, { ...owner, id: fileId });
    if (file === null || file.purpose !== 'batch') {
      const what = file === null ? 'There is no such file.' : 'The file holds results.';
      throw new GatewayError('invalid_request', `${what} Upload one with purpose batch.`, {
        param: 'input_file_id',
      });
    }
    const batch = await sayWhenAway(insertBatch)(deps.db, {
      ...owner,
      id: newUuid(),
      apiKeyId: caller.key.id,
      endpoint: body.endpoint,
      inputFileId: file.id,
      metadata: body.metadata ?? null,
      outputLifeSeconds: body.output_expires_after?.seconds ?? null,
      windowMs: deps.timers.batchWindow,
      openMax: BATCHES_OPEN_MAX,
    });
    if (batch !== null) return batchOut(batch);
    throw new GatewayError(
      'rate_limit_exceeded',
      `${BATCHES_OPEN_MAX} batches of this account have not ended yet. Wait until one has, or cancel one.`,
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  });
