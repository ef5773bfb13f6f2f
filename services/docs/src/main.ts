import { createHealth } from '@tollgate/http/health';
import { listen } from '@tollgate/http/listen';
import { serveUntilStopped, startProcess } from '@tollgate/http/process';
import { createServiceTokenVerifier } from '@tollgate/http/service-token';
import { loadConfig } from '@tollgate/runtime/config';
import { createDocsApp } from './app.ts';
import { createCallLimit } from './call-limit.ts';
import { configSchema } from './config.ts';
import { openEditions } from './editions.ts';
import { readOpenApi } from './open-api.ts';
import { openPages } from './pages.ts';

const config = loadConfig(configSchema, process.env);
const self = await startProcess('docs', config);
const { logger } = self;
const health = createHealth([]);

const app = createDocsApp({
  editions: await openEditions(config.OPERATOR_PAGES === 'everywhere'),
  openApi: { public: await readOpenApi('public'), internal: await readOpenApi('internal') },
  pages: await openPages(),
  editUrl: config.EDIT_URL,
  addresses: {
    publicOrigin:
      config.PUBLIC_BASE_URL === undefined ? undefined : new URL(config.PUBLIC_BASE_URL).origin,
    hosts: new Set(config.HOSTS.toLowerCase().split(',').filter(Boolean)),
  },
  callLimit: createCallLimit(config.CALLS_PER_MINUTE),
  verifier: createServiceTokenVerifier(config.SERVICE_TRUST_KEYS, 'docs'),
  health,
  logger,
});

const listening = await listen(app, { port: config.PORT, host: config.HOST, logger });
serveUntilStopped(self, {
  health,
  listening,
  steps: [{ name: 'finish requests', run: () => listening.close() }],
});
