import { createServer } from 'node:http';
import { connectDatabase } from '@tollgate/db/connect';
import { createHealth } from '@tollgate/http/health';
import { createServiceTokenVerifier } from '@tollgate/http/service-token';
import { createLogger } from '@tollgate/runtime/logger';
import { scaleTimers } from '@tollgate/runtime/timers';
import { createBillingApp } from '../../../../services/billing/src/app.ts';
import { createContinuity } from '../../../../services/billing/src/continuity.ts';
import { createLedger } from '../../../../services/billing/src/ledger.ts';
import { createSweeper } from '../../../../services/billing/src/sweeper.ts';
import { createVerifier } from '../../../../services/billing/src/verifier.ts';
import { testCluster } from '../../../support/cluster.ts';
import type { TestDatabase } from '../../../support/database.ts';
import { listenOnAnyPort } from './admin.ts';

/** The billing service in this process. */
export const aBilling = async (
  database: TestDatabase,
): Promise<{ url: string; drop(): Promise<void> }> => {
  const { keys } = await testCluster();
  const db = connectDatabase({
    url: database.urlOf('tollgate_billing'),
    applicationName: 'test-billing',
  });
  const logger = createLogger('billing', 'silent');
  const timers = scaleTimers(1);
  const continuity = createContinuity({ ping: () => Promise.resolve(), leaseMs: timers.lease });
  const health = createHealth([]);
  health.markStarted();
  const app = createBillingApp({
    db,
    ledger: createLedger(db),
    sweeper: createSweeper({ db, timers, continuity, logger }),
    verifier: createVerifier({ db, timers, logger }),
    tokens: createServiceTokenVerifier(JSON.stringify(keys.trust), 'billing'),
    health,
    logger,
  });
  const server = createServer(app);
  const url = await listenOnAnyPort(server);
  return {
    url,
    async drop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await db.destroy();
    },
  };
};
