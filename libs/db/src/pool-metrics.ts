import type { Knex } from 'knex';
import { sampledGauge } from '@tollgate/telemetry/metrics';

const connections = sampledGauge({
  name: 'database_connections',
  help: 'Connections of each pool to PostgreSQL that are in use or idle, and queries that wait for one.',
  labels: ['pool', 'state'],
});

/** The connection pool of knex, as far as it is read here. */
interface Pool {
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

/** Shows a pool until it is destroyed. @param name fixed in the code, one for each purpose */
export function showPool(name: string, db: Knex): void {
  const hide = connections.show(() => {
    // Knex drops the pool of a client that is destroyed.
    const { pool } = db.client as { pool?: Pool | null };
    if (!pool) {
      hide();
      return [];
    }
    return [
      { values: [name, 'used'], value: pool.numUsed() },
      { values: [name, 'idle'], value: pool.numFree() },
      { values: [name, 'waiting'], value: pool.numPendingAcquires() },
    ];
  });
}
