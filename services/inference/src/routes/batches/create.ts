import { BATCHES_OPEN_MAX } from '@tollgate/contract/batches';
import { GatewayError } from '@tollgate/contract/error-codes';
import { FILE_BYTES_PER_OWNER_MAX, FILES_PER_OWNER_MAX } from '@tollgate/contract/files';
import { HEADER } from '@tollgate/contract/headers';
import { createBatchRoute } from '@tollgate/contract/routes/inference/batches';
import { sayWhenAway } from '@tollgate/db/away';
import type { Knex } from '@tollgate/db/connect';
import { idempotencyKeyOf } from '@tollgate/http/optional-key';
import type { MountedRoute } from '@tollgate/http/route';
import type { MediaStore } from '@tollgate/media/media-store';
import { batchOut } from '@tollgate/requests/batches/batch-out';
import { findBatchByKey, insertBatch } from '@tollgate/requests/batches/batch.queries';
import type { BatchRow, NewBatch } from '@tollgate/requests/batches/batch.queries';
import { findFile } from '@tollgate/requests/batches/file.queries';
import type { FileOwner } from '@tollgate/requests/batches/file.queries';
import { decodeId, newUuid } from '@tollgate/runtime/ids';
import type { Timers } from '@tollgate/runtime/timers';
import { keyRoute } from '../../key-route.ts';
import { ownerOf, storeOf } from '../files/owner.ts';

const ROOM = {
  openMax: BATCHES_OPEN_MAX,
  filesMax: FILES_PER_OWNER_MAX,
  bytesMax: FILE_BYTES_PER_OWNER_MAX,
};
const RETRY_AFTER_SECONDS = 60;

/** What batches are created with. */
export interface CreateBatchDeps {
  db: Knex;
  media: MediaStore | null;
  timers: Timers;
}

/**
 * `POST /v1/batches`: a worker checks the file and runs its lines. Sent again under one
 * `Idempotency-Key` it begins one batch.
 */
export const handleCreateBatch = (deps: CreateBatchDeps): MountedRoute =>
  keyRoute(createBatchRoute, async ({ body }, { caller, request, requestId, response }) => {
    storeOf(deps);
    const owner = ownerOf(caller);
    const onceKey = idempotencyKeyOf({ request });
    const known = onceKey === null ? null : await findAgain(deps, { ...owner, onceKey }, body);
    if (known !== null) {
      response.setHeader(HEADER.idempotentReplay, 'true');
      return batchOut(known);
    }
    const batch = {
      ...owner,
      id: newUuid(),
      apiKeyId: caller.key.id,
      endpoint: body.endpoint,
      inputFileId: await findInput(deps, owner, body.input_file_id),
      requestId,
      onceKey,
      metadata: body.metadata ?? null,
      outputLifeSeconds: body.output_expires_after?.seconds ?? null,
      windowMs: deps.timers.batchWindow,
    };
    return batchOut(await insert(deps, batch, body));
  });

/** What a call says that two calls under one key have to say alike. */
interface Said {
  endpoint: string;
  input_file_id: string;
}

/** @throws GatewayError 409 where another batch was created under the key */
async function findAgain(
  { db }: CreateBatchDeps,
  name: FileOwner & { onceKey: string },
  said: Said,
): Promise<BatchRow | null> {
  const known = await sayWhenAway(findBatchByKey)(db, name);
  if (known === null) return null;
  const isSame = known.inputFileId === decodeId('file', said.input_file_id);
  if (isSame && known.endpoint === said.endpoint) return known;
  throw new GatewayError(
    'idempotency_key_mismatch',
    'Another batch was created under this Idempotency-Key. Use a new key for each batch.',
    { param: 'Idempotency-Key' },
  );
}

/** @throws GatewayError 400 where the file cannot be the input of a batch */
async function findInput(
  { db }: CreateBatchDeps,
  owner: FileOwner,
  publicId: string,
): Promise<string> {
  const id = decodeId('file', publicId);
  const file = id === null ? null : await sayWhenAway(findFile)(db, { ...owner, id });
  if (file?.purpose === 'batch') return file.id;
  const what = file === null ? 'There is no such file.' : 'The file holds results.';
  throw new GatewayError('invalid_request', `${what} Upload one with purpose batch.`, {
    param: 'input_file_id',
  });
}

/** @throws GatewayError 429 where the account has as much as it may */
async function insert(deps: CreateBatchDeps, batch: NewBatch, said: Said): Promise<BatchRow> {
  const { onceKey } = batch;
  const inserted = await sayWhenAway(insertBatch)(deps.db, batch, ROOM);
  if (inserted !== null) return inserted;
  const known = onceKey === null ? null : await findAgain(deps, { ...batch, onceKey }, said);
  if (known !== null) return known;
  throw new GatewayError(
    'rate_limit_exceeded',
    `An account has ${ROOM.openMax} batches that have not ended, ${ROOM.filesMax} files and ${ROOM.bytesMax} bytes of files at most, results included. Wait until a batch has ended, or delete files.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
