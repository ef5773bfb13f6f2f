import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { connectDatabase, transaction } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { encodeId, newUuid } from '@tollgate/runtime/ids';
import { createLogger } from '@tollgate/runtime/logger';
import { scaleTimers } from '@tollgate/runtime/timers';
import { createEndpoint } from '@tollgate/webhooks/endpoints';
import { createReceivers } from '@tollgate/webhooks/receivers';
import { parseWebhookKey } from '@tollgate/webhooks/secret';
import { startWebhookProcessor } from '../../../../services/worker/src/webhook-processor.ts';
import { aDatabase } from '../../../support/database.ts';
import type { TestDatabase } from '../../../support/database.ts';
import { aRedis } from '../../../support/redis.ts';
import type { TestRedis } from '../../../support/redis.ts';

/** Timers so short that a whole schedule of attempts takes seconds. */
const SCALE = 0.002;
const KEY_BYTES = 32;

/** An endpoint that was made, with what verifies its messages. */
export interface MadeEndpoint {
  id: string;
  /** `whk_…`. */
  publicId: string;
  ownerId: string;
  secret: string;
}

/** A database with the role of a worker and of a plane, and what brings messages. */
export interface WebhookBench {
  db: Knex;
  /** As the owner of the database. */
  owner: Knex;
  database: TestDatabase;
  redis: TestRedis;
  key: ReturnType<typeof parseWebhookKey>;
  keyJson: string;
  /** Makes an endpoint, which may go anywhere. */
  endpoint(given: { ownerId?: string; url: string; events: string[] }): Promise<MadeEndpoint>;
  /** Starts what brings messages. @param allowed `host:port` list for both kinds of owners */
  start(
    allowed: string,
    timers?: Partial<ReturnType<typeof scaleTimers>>,
  ): { close(): Promise<void> };
  drop(): Promise<void>;
}

/** Makes one. */
export const aWebhookBench = async (): Promise<WebhookBench> => {
  const [database, redis] = await Promise.all([aDatabase(), aRedis()]);
  const connect = (url: string): Knex => connectDatabase({ url, applicationName: 'test-webhooks' });
  const db = connect(database.urlOf('tollgate_worker'));
  const plane = connect(database.urlOf('tollgate_account'));
  const owner = connect(database.url);
  const keyJson = JSON.stringify({
    current: 'v1',
    keys: { v1: randomBytes(KEY_BYTES).toString('base64') },
  });
  const key = parseWebhookKey(keyJson);
  const running = new Set<() => Promise<void>>();
  return {
    db,
    owner,
    database,
    redis,
    key,
    keyJson,
    async endpoint({ ownerId = newUuid(), url, events }) {
      const made = await transaction(plane, (trx) =>
        createEndpoint(trx, key, { ownerId, url, events, description: '' }),
      );
      const { id } = made.endpoint;
      return { id, publicId: encodeId('whk', id), ownerId, secret: made.secret };
    },
    start(allowed, timers = {}) {
      const connection = new Redis(redis.url, { maxRetriesPerRequest: null });
      connection.on('error', () => undefined);
      const processor = startWebhookProcessor(
        {
          db,
          key,
          receivers: createReceivers({ users: allowed, operators: allowed }),
          workerId: newUuid(),
          timers: { ...scaleTimers(SCALE), lease: 2_000, webhookAttempt: 1_000, ...timers },
          logger: createLogger('worker', 'silent'),
        },
        connection,
      );
      const close = async (): Promise<void> => {
        running.delete(close);
        await processor.close();
        connection.disconnect();
      };
      running.add(close);
      return { close };
    },
    async drop() {
      await Promise.all([...running].map((close) => close()));
      await Promise.all([db.destroy(), plane.destroy(), owner.destroy()]);
      await redis.drop();
      await database.drop();
    },
  };
};
