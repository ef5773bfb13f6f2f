import { freePort } from '@tollgate/deploy/local/ports';
import type { ManagedProcess } from '@tollgate/deploy/local/managed-process';
import { openProcessRecord } from '@tollgate/deploy/local/process-record';
import { removeStateDir } from '@tollgate/deploy/local/paths';
import { bundledProgram, type Program } from '@tollgate/deploy/local/programs';
import { serviceProcess } from '@tollgate/deploy/local/service-process';
import { bundleOfRun } from './cluster.ts';
import { endWithFile } from './left-running.ts';
import { findService } from './service-environment.ts';
import { aStateDir } from './state-dir.ts';

/** A service running as a process of its own; it stays down when it dies, until `start`. */
export interface RunningService extends ManagedProcess {
  /** Base URL (of the edge: that of the public listener). */
  url: string;
  /** Ports by name; one, called as the service, except for the edge (`public`, `internal`). */
  ports: Record<string, number>;
  /** Stops it and deletes its log. */
  drop(): Promise<void>;
}

const portVariable = (service: string, port: string): string => {
  if (port === `${service}-metrics`) return 'METRICS_PORT';
  return service === 'edge' ? `${port.toUpperCase()}_PORT` : 'PORT';
};

/** Services run bundled where the run has bundled them. */
const programOf = (entry: string): Program => {
  const folder = bundleOfRun();
  return folder === undefined ? { entry } : bundledProgram(folder, entry);
};

/**
 * Starts a service (`aServiceEnvironment` makes its environment) on free ports and waits until it
 * is ready; throws with the end of its log when it is not.
 * @param healthPath what has to answer 200; default `/health/ready`
 */
export const startService = async (
  name: string,
  env: Record<string, string>,
  healthPath?: string,
): Promise<RunningService> => {
  const service = findService(name);
  const stateDir = await aStateDir();
  const ports: Record<string, number> = {};
  const variables: Record<string, string> = {};
  for (const port of Object.keys(service.ports)) {
    ports[port] = await freePort();
    variables[portVariable(name, port)] = String(ports[port]);
  }
  const [main = 0] = Object.values(ports);
  const running = serviceProcess({
    name,
    ...programOf(service.entry),
    env: { ...env, ...variables },
    port: main,
    ...(healthPath === undefined ? {} : { healthPath }),
    logDir: `${stateDir}/logs`,
    supervise: false,
    record: openProcessRecord(stateDir),
    log: () => undefined,
  });
  const drop = endWithFile(async () => {
    await running.stop();
    await removeStateDir(stateDir);
  });
  await running.start().catch(async (error: unknown) => {
    await drop();
    throw error;
  });
  return { ...running, url: `http://127.0.0.1:${main}`, ports, drop };
};
