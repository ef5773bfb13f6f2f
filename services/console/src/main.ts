import { createHealth } from '@tollgate/http/health';
import { listen } from '@tollgate/http/listen';
import { serveUntilStopped, startProcess } from '@tollgate/http/process';
import { createServiceTokenVerifier } from '@tollgate/http/service-token';
import { loadConfig } from '@tollgate/runtime/config';
import { createConsoleApp } from './app.ts';
import { readBuilds } from './builds.ts';
import { configSchema } from './config.ts';

const config = loadConfig(configSchema, process.env);
const self = await startProcess('console', config);
const { logger } = self;
const health = createHealth([]);

const app = createConsoleApp({
  builds: await readBuilds(),
  verifier: createServiceTokenVerifier(config.SERVICE_TRUST_KEYS, 'console'),
  health,
  logger,
});

const listening = await listen(app, { port: config.PORT, host: config.HOST, logger });
serveUntilStopped(self, {
  health,
  listening,
  steps: [{ name: 'finish requests', run: () => listening.close() }],
});
