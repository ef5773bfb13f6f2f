import type { OpenOperations } from '@tollgate/requests/operations/operation-open.queries';
import { sampledGauge } from '@tollgate/telemetry/metrics';
import { showLatest } from '@tollgate/telemetry/sampler';
import type { Sampler } from '@tollgate/telemetry/sampler';

const operations = sampledGauge({
  name: 'operations_open',
  help: 'Accepted operations that have not ended.',
  labels: ['state'],
});
const operationAge = sampledGauge({
  name: 'operations_oldest_seconds',
  help: 'Age of the oldest accepted operation that has not ended.',
  labels: [],
});

/** Shows accepted operations; all workers show the same. */
export function showOperations(sampler: Sampler<OpenOperations>): void {
  showLatest(operations, sampler, ({ queued, running }) => [
    { values: ['queued'], value: queued },
    { values: ['running'], value: running },
  ]);
  showLatest(operationAge, sampler, ({ oldestSeconds }) => [{ values: [], value: oldestSeconds }]);
}
