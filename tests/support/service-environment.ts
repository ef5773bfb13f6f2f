import { serviceEnvironment, SERVICES, type ServiceSpec } from '@tollgate/deploy/local/services';
import { testCluster } from './cluster.ts';
import type { TestDatabase } from './database.ts';
import type { TestRedis } from './redis.ts';

/** What a service under test is connected to. */
export interface ServiceSurroundings {
  database: TestDatabase;
  redis: TestRedis;
  /** Ports of other services by name, such as `{ billing: 12345 }`. */
  ports?: Record<string, number>;
}

/** The service's row in the table of the local stack. */
export const findService = (name: string): ServiceSpec => {
  const service = SERVICES.find((one) => one.name === name);
  if (service === undefined) throw new Error(`There is no service ${name}.`);
  return service;
};

/**
 * The environment a service has in the local stack, for `startService` or a config loader: the test
 * run's secrets, the role of the service on the test's database, short timers.
 */
export const aServiceEnvironment = async (
  name: string,
  surroundings: ServiceSurroundings,
): Promise<Record<string, string>> => {
  const { keys, stateDir } = await testCluster();
  const {
    PORT: _port,
    METRICS_PORT: _metricsPort,
    ...environment
  } = serviceEnvironment({
    service: findService(name),
    replica: 1,
    context: {
      keys,
      stateDir,
      ports: surroundings.ports ?? {},
      databaseUrl: surroundings.database.url,
      redisServiceUrl: surroundings.redis.url,
    },
    timerScale: 0.05,
    env: { NODE_ENV: 'test' },
  });
  return environment;
};
