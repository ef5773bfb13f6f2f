import { BATCHES_OPEN_MAX, linesWithin, roomOfResults } from '@tollgate/contract/batches';
import { GatewayError } from '@tollgate/contract/error-codes';
import { HEADER } from '@tollgate/contract/headers';
import { createBatchRoute } from '@tollgate/contract/routes/inference/batches';
import { sayWhenAway } from '@tollgate/db/away';
import { transaction } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { idempotencyKeyOf } from '@tollgate/http/optional-key';
import type { MountedRoute } from '@tollgate/http/route';
import type { MediaStore } from '@tollgate/media/media-store';
import { batchOut } from '@tollgate/requests/batches/batch-out';
import { findBatchByKey, insertBatch } from '@tollgate/requests/batches/batch.queries';
import type { BatchRow, NewBatch } from '@tollgate/requests/batches/batch.queries';
import { findFile, lockRoom } from '@tollgate/requests/batches/file.queries';
import type { FileOwner, FileRow } from '@tollgate/requests/batches/file.queries';
import { decodeId, newUuid } from '@tollgate/runtime/ids';
import type { Timers } from '@tollgate/runtime/timers';
import { keyRoute } from '../../key-route.ts';
import { ownerOf, storeOf } from '../files/owner.ts';
import { noRoom, ROOM } from '../files/room.ts';

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
    const input = await findInput(deps, owner, body.input_file_id);
    const batch = {
      ...owner,
      id: newUuid(),
      apiKeyId: caller.key.id,
      endpoint: body.endpoint,
      inputFileId: input.id,
      roomBytes: roomOfResults(linesWithin(input.bytes)),
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
): Promise<FileRow> {
  const id = decodeId('file', publicId);
  const file = id === null ? null : await sayWhenAway(findFile)(db, { ...owner, id });
  if (file?.purpose === 'batch') return file;
  const what = file === null ? 'There is no such file.' : 'The file holds results.';
  throw new GatewayError('invalid_request', `${what} Upload one with purpose batch.`, {
    param: 'input_file_id',
  });
}

/** @throws GatewayError 429 where the account has as much as it may */
async function insert(deps: CreateBatchDeps, batch: NewBatch, said: Said): Promise<BatchRow> {
  const { onceKey, userId, roomBytes: bytes } = batch;
  const inserted = await sayWhenAway(insertWithin)(deps.db, batch);
  if (inserted !== null) return inserted;
  const known = onceKey === null ? null : await findAgain(deps, { ...batch, onceKey }, said);
  if (known !== null) return known;
  throw await noRoom(deps.db, { userId, bytes, param: 'input_file_id', isBatch: true });
}

function insertWithin(db: Knex, batch: NewBatch): Promise<BatchRow | null> {
  return transaction(db, async (trx) => {
    await lockRoom(trx, batch.userId);
    return insertBatch(trx, batch, { ...ROOM, openMax: BATCHES_OPEN_MAX });
  });
}
