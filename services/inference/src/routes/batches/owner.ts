import { GatewayError } from '@tollgate/contract/error-codes';
import { sayWhenAway } from '@tollgate/db/away';
import type { Knex } from '@tollgate/db/connect';
import type { Caller } from '@tollgate/inference/caller/caller';
import { findBatch } from '@tollgate/requests/batches/batch.queries';
import type { BatchRow } from '@tollgate/requests/batches/batch.queries';
import { decodeId } from '@tollgate/runtime/ids';
import { ownerOf } from '../files/owner.ts';

/**
 * @throws GatewayError `not_found`, the same for what is malformed, unknown or another account's
 */
export async function getBatch(
  deps: { db: Knex },
  { caller, publicId }: { caller: Caller; publicId: string },
): Promise<BatchRow> {
  const id = decodeId('batch', publicId);
  const row =
    id === null ? null : await sayWhenAway(findBatch)(deps.db, { ...ownerOf(caller), id });
  if (row === null) throw new GatewayError('not_found', 'There is no such batch.');
  return row;
}
