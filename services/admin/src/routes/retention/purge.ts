import { HEADER } from '@tollgate/contract/headers';
import { createRetentionPurge } from '@tollgate/contract/routes/admin/retention';
import type { MountedRoute } from '@tollgate/http/route';
import { acceptPurge } from '@tollgate/retention/purges';
import { decodeId } from '@tollgate/runtime/ids';
import type { AdminDeps } from '../../deps.ts';
import { neededKeyOf } from '../../needed-key.ts';
import { platformRoute } from '../../platform-route.ts';
import { assertPurgeMakesSense } from '../../purge-request.ts';
import { change } from '../../trail.ts';

export const handleCreateRetentionPurge = (deps: AdminDeps): MountedRoute =>
  platformRoute(createRetentionPurge, async ({ body }, context) => {
    const idempotencyKey = neededKeyOf(context.request);
    assertPurgeMakesSense(deps, body);
    const administratorId = context.caller.administrator.id;
    const { purge, isNew } = await change(deps, context, async (trx, note) => {
      const accepted = await acceptPurge(trx, { request: body, idempotencyKey, administratorId });
      if (accepted.isNew) {
        await note({
          action: 'retention.purge',
          target: { kind: 'retention_purge', id: decodeId('prg', accepted.purge.id) },
          details: { categories: body.categories, as_of: accepted.purge.as_of },
        });
      }
      return accepted;
    });
    if (!isNew) context.response.setHeader(HEADER.idempotentReplay, 'true');
    return purge;
  });
