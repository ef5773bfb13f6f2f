import { GatewayError } from '@tollgate/contract/error-codes';
import { listFilesRoute } from '@tollgate/contract/routes/inference/files';
import { sayWhenAway } from '@tollgate/db/away';
import type { Knex } from '@tollgate/db/connect';
import type { MountedRoute } from '@tollgate/http/route';
import { fileOut } from '@tollgate/requests/batches/batch-out';
import { listFiles } from '@tollgate/requests/batches/file.queries';
import { decodeId } from '@tollgate/runtime/ids';
import { keyRoute } from '../../key-route.ts';
import { ownerOf } from './owner.ts';

/**
 * `GET /v1/files`. A cursor is compared and not looked up, so that a file which is deleted between
 * two pages ends no listing.
 */
export const handleListFiles = ({ db }: { db: Knex }): MountedRoute =>
  keyRoute(listFilesRoute, async ({ query }, { caller }) => {
    const { limit, order, purpose = null } = query;
    const after = query.after === undefined ? null : cursorOf(query.after);
    const page = { ...ownerOf(caller), purpose, after, isAscending: order === 'asc' };
    const found = await sayWhenAway(listFiles)(db, { ...page, limit: limit + 1 });
    const data = found.slice(0, limit).map(fileOut);
    return {
      object: 'list' as const,
      data,
      first_id: data[0]?.id ?? null,
      last_id: data.at(-1)?.id ?? null,
      has_more: found.length > limit,
    };
  });

function cursorOf(text: string): string {
  const id = decodeId('file', text);
  if (id !== null) return id;
  throw new GatewayError('invalid_request', 'after is not the id of a file.', { param: 'after' });
}
