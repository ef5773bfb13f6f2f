import { serveUntilStopped, startProcess } from '@tollgate/http/process';
import { createServiceTokenSigner } from '@tollgate/http/service-token';
import { loadConfig } from '@tollgate/runtime/config';
import { EdgeConfig } from './config.ts';
import { createEdge } from './edge.ts';
import { CONNECTION_LIMITS } from './bounds.ts';
import { listenOn } from './listener.ts';
import { createRoutes } from './routes.ts';

const config = loadConfig(EdgeConfig, process.env);
const self = await startProcess('edge', config);
const { logger, timers } = self;

const edge = await createEdge({
  routes: createRoutes(timers, config.TIMER_SCALE),
  targets: {
    inference: config.INFERENCE_URL.split(','),
    account: config.ACCOUNT_URL.split(','),
    admin: config.ADMIN_URL.split(','),
    docs: config.DOCS_URL.split(','),
    console: config.CONSOLE_URL.split(','),
  },
  follow: { probeEveryMs: timers.replicaProbe, resolveEveryMs: timers.replicaResolve },
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
logger.info({ port: open.port, internalPort: internal.port }, 'listening');

serveUntilStopped(self, {
  health: edge.health,
  listening: edge,
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
  ],
});
