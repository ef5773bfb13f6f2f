import { counter, sampledGauge } from '@tollgate/telemetry/metrics';
import { showLatest } from '@tollgate/telemetry/sampler';
import type { Sampler } from '@tollgate/telemetry/sampler';
import type { OpenDeliveries } from './delivery-work.queries.ts';

const attempts = counter({
  name: 'webhook_attempts_total',
  help: 'Attempts to bring a message to the endpoint of a webhook, by how they ended.',
  labels: ['outcome'],
  words: { outcome: ['delivered', 'failed'] },
});
const paused = counter({
  name: 'webhooks_paused_total',
  help: 'Webhooks that were paused because nothing arrives there any more.',
  labels: ['reason'],
  words: { reason: ['failures', 'gone'] },
});
const open = sampledGauge({
  name: 'webhook_deliveries_open',
  help: 'Messages that have not arrived and have attempts left, counted up to 100,000.',
  labels: [],
});
const overdue = sampledGauge({
  name: 'webhook_deliveries_overdue_seconds',
  help: 'How long the message that is due longest has waited for its attempt.',
  labels: [],
});

/** Counts an attempt. */
export function countAttempt(outcome: 'delivered' | 'failed'): void {
  attempts.add([outcome]);
}

/** Counts an endpoint that was paused. */
export function countPaused(reason: 'failures' | 'gone'): void {
  paused.add([reason]);
}

/** Shows what waits; all workers show the same. */
export function showDeliveries(sampler: Sampler<OpenDeliveries>): void {
  showLatest(open, sampler, (sample) => [{ values: [], value: sample.open }]);
  showLatest(overdue, sampler, ({ overdueSeconds }) => [{ values: [], value: overdueSeconds }]);
}
