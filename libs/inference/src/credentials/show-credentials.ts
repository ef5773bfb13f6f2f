import { sampledGauge } from '@tollgate/telemetry/metrics';
import type { CredentialPool } from './credential-pool.ts';

const credentials = sampledGauge({
  name: 'upstream_credentials',
  help: 'Credentials that this process leaves alone: pausing after a failure, or shut after several in a row.',
  labels: ['state'],
});

/** Shows what this process has seen of credentials. */
export function showCredentials(pool: CredentialPool): void {
  credentials.show(() => {
    const { paused, shut } = pool.standing();
    return [
      { values: ['paused'], value: paused },
      { values: ['shut'], value: shut },
    ];
  });
}
