import { listDeliveries } from '@tollgate/webhooks/deliveries';
import { OPERATORS } from '@tollgate/webhooks/owner';
import { connectDatabase } from '@tollgate/db/connect';
import { createLogger } from '@tollgate/runtime/logger';
import { scaleTimers } from '@tollgate/runtime/timers';
import { lookAtTroubles } from '../../../libs/inference/src/watch/trouble-watch.ts';
import { aWebhookBench } from './support/bench.ts';

test('a spool that waits, holds refusals or cannot be written is told once each by a process that may read nothing of webhooks', async () => {
  const bench = await aWebhookBench();
  const db = connectDatabase({
    url: bench.database.urlOf('tollgate_inference'),
    applicationName: 'test-troubles',
  });
  try {
    const endpoint = await bench.endpoint({
      ownerId: OPERATORS,
      url: 'https://example.com/',
      events: ['spool.alarm'],
    });
    const watch = {
      db,
      pool: { troubled: () => [] },
      spool: { isHealthy: () => false, quarantined: () => 1, oldestSeconds: () => 301 },
      service: 'inference',
      timers: scaleTimers(1),
      logger: createLogger('inference', 'silent'),
    };
    await lookAtTroubles(watch);
    await lookAtTroubles(watch);
    const page = { limit: 10, before: null };
    expect((await listDeliveries(bench.db, endpoint, page)).data).toHaveLength(3);
    await expect(db.raw('select box from webhooks.endpoint')).rejects.toThrow('permission denied');
  } finally {
    await db.destroy();
    await bench.drop();
  }
});
