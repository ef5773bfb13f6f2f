import { counter, sampledGauge } from '@tollgate/telemetry/metrics';
import type { Connections } from './connections.ts';
import type { Plane, TargetName } from './routes.ts';

const failures = counter({
  name: 'edge_service_failures_total',
  help: 'Requests that broke between the edge and a service, by what the client got.',
  labels: ['target', 'reported'],
});

const connections = sampledGauge({
  name: 'edge_connections',
  help: 'Open client connections.',
  labels: ['plane'],
});

/** @param code the error code that the client got; null when its answer was cut */
export function countServiceFailure(target: TargetName, code: string | null): void {
  failures.add([target, code ?? 'answer_cut']);
}

/** Shows the open client connections of each listener; gives what ends it. */
export function showConnections(planes: Readonly<Record<Plane, Connections>>): () => void {
  return connections.show(() =>
    Object.entries(planes).map(([plane, open]) => ({ values: [plane], value: open.count() })),
  );
}
