import { connectService, pingDatabase } from '@tollgate/db/connect';
import { databaseChecks } from '@tollgate/db/readiness';
import { createHealth } from '@tollgate/http/health';
import { listen } from '@tollgate/http/listen';
import { serveUntilStopped, startProcess } from '@tollgate/http/process';
import { createServiceTokenVerifier } from '@tollgate/http/service-token';
import { loadConfig } from '@tollgate/runtime/config';
import { startSampler } from '@tollgate/telemetry/sampler';
import { createBillingApp } from './app.ts';
import { BillingConfig, namesIn } from './config.ts';
import { createContinuity } from './continuity.ts';
import { createLedger } from './ledger.ts';
import { showHolds, showLookAges } from './metrics.ts';
import { countOpenHolds } from './open-holds.ts';
import { connectReports } from './reports.ts';
import { findLookAges } from './seal.queries.ts';
import { createSealer } from './sealer.ts';
import { createSweeper } from './sweeper.ts';
import { createVerifier } from './verifier.ts';

const SERVICE = 'billing';
const MS_PER_SECOND = 1_000;

const config = loadConfig(BillingConfig, process.env);
const self = await startProcess(SERVICE, config);
const { logger, timers } = self;
const db = connectService(self);
const reports = connectReports(config.DATABASE_URL);
const ping = (): Promise<void> => pingDatabase(db);
const health = createHealth(databaseChecks(db), logger);
const continuity = createContinuity({ ping, leaseMs: timers.lease });
const sweeper = createSweeper({ db, timers, continuity, logger });
const wholeMs = config.LEDGER_VERIFY_SECONDS * MS_PER_SECOND;
// A connection of its own, so that a look of minutes keeps none from what looks each minute.
const wholeBook = connectReports(config.DATABASE_URL, wholeMs);
const trustedRoles = namesIn(config.DATABASE_ROLES_TRUSTED);
const verifier = createVerifier({
  db: reports,
  whole: { db: wholeBook, limitMs: wholeMs },
  timers,
  logger,
  trustedRoles,
});
const sealer = createSealer({ db: wholeBook, limitMs: wholeMs, timers, logger, trustedRoles });
const tokens = createServiceTokenVerifier(config.SERVICE_TRUST_KEYS, SERVICE);
const ledger = createLedger(db);
const openHolds = startSampler({
  name: 'holds_open',
  everyMs: timers.sampleOpen,
  ask: () => countOpenHolds(reports),
  logger,
});
showHolds(openHolds);
const lookAges = startSampler({
  name: 'ledger_unsealed_seconds',
  everyMs: timers.sampleOpen,
  ask: () => findLookAges(reports),
  logger,
});
showLookAges(lookAges);
const app = createBillingApp({ db, ledger, sweeper, verifier, tokens, health, logger });
const listening = await listen(app, { port: config.PORT, host: config.HOST, logger });
sweeper.start();
verifier.start();
sealer.start();

serveUntilStopped(self, {
  health,
  listening,
  steps: [
    {
      name: 'sweeps',
      run() {
        sweeper.stop();
        verifier.stop();
        sealer.stop();
        openHolds.stop();
        lookAges.stop();
      },
    },
    { name: 'requests', run: () => listening.close() },
    { name: 'database', run: () => db.destroy() },
    {
      name: 'reports',
      run: async () => void (await Promise.all([reports.destroy(), wholeBook.destroy()])),
    },
  ],
});
