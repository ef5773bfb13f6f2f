import { createServiceTokenSigner } from '@tollgate/http/service-token';
import { loadConfig } from '@tollgate/runtime/config';
import { createLogger } from '@tollgate/runtime/logger';
import { installShutdown } from '@tollgate/runtime/shutdown';
import { scaleTimers } from '@tollgate/runtime/timers';
import { startTelemetry } from '@tollgate/telemetry/telemetry';
import { EdgeConfig } from './config.ts';
import { createEdge } from './edge.ts';
import { CONNECTION_LIMITS } from './limits.ts';
import { listenOn } from './listener.ts';
import { createRoutes } from './routes.ts';

const config = loadConfig(EdgeConfig, process.env);
const logger = createLogger('edge', config.LOG_LEVEL);
const timers = scaleTimers(config.TIMER_SCALE);
const telemetry = await startTelemetry({ component: 'edge', config, logger });

const edge = await createEdge({
  routes: createRoutes(timers, config.TIMER_SCALE),
  targets: {
    inference: config.INFERENCE_URL.split(','),
    account: config.ACCOUNT_URL.split(','),
    admin: config.ADMIN_URL.split(','),
    docs: config.DOCS_URL.split(','),
  },
  probeEveryMs: timers.replicaProbe,
  signer: await createServiceTokenSigner(config.SERVICE_SIGNING_KEY),
  trustedProxies: config.TRUSTED_PROXIES,
  corsOrigins: config.CORS_ORIGINS,
  limits: { ...CONNECTION_LIMITS, connectionsMax: config.CONNECTIONS_MAX },
  serviceCallsMax: config.SERVICE_CALLS_MAX,
  serviceCallsStart: config.SERVICE_CALLS_START,
  lagMsMax: config.LOOP_LAG_MS_MAX,
  waitMsMax: config.SERVICE_WAIT_MS_MAX,
  authFailuresPerMinute: config.AUTH_FAILURES_PER_MINUTE,
  https: config.PUBLIC_BASE_URL.startsWith('https:'),
  logger,
});
const internal = await listenOn(edge.servers.internal, config.INTERNAL_PORT, config.HOST);
const open = await listenOn(edge.servers.public, config.PUBLIC_PORT, config.HOST);
edge.health.markStarted();
logger.info({ port: open.port, internalPort: internal.port }, 'listening');

installShutdown({
  logger,
  timers,
  onSignal: () => edge.drain(),
  steps: [
    {
      name: 'drain',
      async run() {
        const cut = setTimeout(() => {
          open.destroy();
          internal.destroy();
        }, timers.shutdownDrain);
        await Promise.all([open.close(), internal.close()]);
        clearTimeout(cut);
      },
    },
    { name: 'services', run: () => edge.close() },
    { name: 'telemetry', run: () => telemetry.stop() },
  ],
});
