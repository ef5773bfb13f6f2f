import { KEY_EXPIRY_NOTICE_DAYS } from '@tollgate/contract/webhook-events';
import { transaction } from '@tollgate/db/connect';
import { takeExpiringKeys } from '@tollgate/keys/key-expiry.queries';
import type { ExpiringKey } from '@tollgate/keys/key-expiry.queries';
import { encodeId } from '@tollgate/runtime/ids';
import { publish } from '@tollgate/webhooks/publish';
import type { WebhookEvent } from '@tollgate/webhooks/publish';
import type { RepeatedJob } from '../job.ts';

/** Keys that one turn reports; further keys wait for the next. */
const BATCH = 500;

/** Reports keys that expire soon, once for each expiry. */
export const reportExpiringKeysJob: RepeatedJob = {
  name: 'report-expiring-keys',
  everyMs: (timers) => timers.expirySweep,
  run: async ({ db }) => ({
    keys: await transaction(db, async (trx) => {
      const keys = await takeExpiringKeys(trx, { days: KEY_EXPIRY_NOTICE_DAYS, limit: BATCH });
      const at = new Date();
      await publish(
        trx,
        keys.map((key) => eventOf(key, at)),
      );
      return keys.length;
    }),
  }),
};

function eventOf({ id, ownerId, name, expiresAt }: ExpiringKey, at: Date): WebhookEvent {
  const data = { id: encodeId('key', id), name, expires_at: expiresAt.toISOString() };
  return { ownerId, type: 'key.expiring', at, data };
}
