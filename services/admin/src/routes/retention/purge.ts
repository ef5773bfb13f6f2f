import { Type } from 'typebox';
import { HEADER } from '@tollgate/contract/headers';
import { NEEDED_KEY_PATTERN } from '@tollgate/contract/idempotency-key';
import { RetentionPurgeOut, RetentionPurgeRequest } from '@tollgate/contract/platform/retention';
import { defineRoute } from '@tollgate/contract/route';
import { acceptPurge } from '@tollgate/retention/purges';
import { decodeId } from '@tollgate/runtime/ids';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { neededKeyOf } from '../../needed-key.ts';
import { assertPurgeMakesSense } from '../../purge-request.ts';
import { change } from '../../trail.ts';

export const createRetentionPurge = defineRoute({
  method: 'post',
  path: '/api/platform/retention-purge',
  auth: 'platform',
  needs: 'retention',
  summary: 'Purge what the policies have outlived; once for each Idempotency-Key',
  body: RetentionPurgeRequest,
  status: 202,
  requestHeaders: {
    [HEADER.idempotencyKey]: {
      description: 'Names this purge: sent again with the same key, it is the same purge.',
      required: true,
      schema: Type.String({ pattern: NEEDED_KEY_PATTERN, examples: ['purge-2026-12'] }),
    },
  },
  errors: ['idempotency_key_mismatch', 'conflict'],
  response: RetentionPurgeOut,
});

export const handleCreateRetentionPurge =
  (deps: AdminDeps): AdminHandler<typeof createRetentionPurge> =>
  async ({ body }, context) => {
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
  };
