import { GatewayError } from '@tollgate/contract/error-codes';
import { listBatchesRoute } from '@tollgate/contract/routes/inference/batches';
import { sayWhenAway } from '@tollgate/db/away';
import type { Knex } from '@tollgate/db/connect';
import type { MountedRoute } from '@tollgate/http/route';
import { batchOut } from '@tollgate/requests/batches/batch-out';
import { listBatches } from '@tollgate/requests/batches/batch.queries';
import { decodeId } from '@tollgate/runtime/ids';
import { keyRoute } from '../../key-route.ts';
import { ownerOf } from '../files/owner.ts';

/** `GET /v1/batches`. */
export const handleListBatches = ({ db }: { db: Knex }): MountedRoute =>
  keyRoute(listBatchesRoute, async ({ query }, { caller }) => {
    const { limit } = query;
    const after = query.after === undefined ? null : cursorOf(query.after);
    const page = { ...ownerOf(caller), isOpen: null, after, limit: limit + 1 };
    const found = await sayWhenAway(listBatches)(db, page);
    const data = found.slice(0, limit).map(batchOut);
    return {
      object: 'list' as const,
      data,
      first_id: data[0]?.id ?? null,
      last_id: data.at(-1)?.id ?? null,
      has_more: found.length > limit,
    };
  });

function cursorOf(text: string): string {
  const id = decodeId('batch', text);
  if (id !== null) return id;
  throw new GatewayError('invalid_request', 'after is not the id of a batch.', { param: 'after' });
}
