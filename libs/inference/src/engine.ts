import type { Billing } from '@tollgate/billing-client/billing-client';
import { parseMasterKey } from '@tollgate/catalog/sealing';
import type { MasterKey } from '@tollgate/catalog/sealing';
import type { Knex } from '@tollgate/db/connect';
import { createMediaFetcher } from '@tollgate/providers/engine/media-fetcher';
import type { MediaFetcher } from '@tollgate/providers/engine/media-fetcher';
import { parseAllowedUpstreams } from '@tollgate/providers/engine/address-guard';
import { readOutboundProxy } from '@tollgate/providers/engine/outbound-proxy';
import { createProviderCaller } from '@tollgate/providers/engine/provider-caller';
import type { Logger } from '@tollgate/runtime/logger';
import type { Timers } from '@tollgate/runtime/timers';
import type { EngineConfig } from './config.ts';
import { createProviders } from './dispatch/create-providers.ts';
import { createCredentialPool } from './credentials/credential-pool.ts';
import type { CredentialPool } from './credentials/credential-pool.ts';
import { showCredentials } from './credentials/show-credentials.ts';
import { deliverTo } from './spool/deliver.ts';
import { openDirectory } from './caller/directory.ts';
import type { Directory } from './caller/directory.ts';
import { createDrainSlots, showDrains } from './dispatch/drain.ts';
import { createCredentialTally, createGoneTargets } from './credentials/note-tries.ts';
import { createIdentifierScopes } from './seals/identifier-scopes.ts';
import { createLossBook } from './money/losses.ts';
import { createOverruns } from './money/overruns.ts';
import { createReasoningSeals, parseReasoningKey } from './seals/reasoning-seal.ts';
import type { ServeDeps } from './dispatch/served.ts';
import { mirrorQuarantine } from './watch/quarantine-mirror.ts';
import { createJournal } from './spool/journal.ts';
import type { Journal } from './spool/journal.ts';
import { openSpool } from './spool/spool.ts';
import type { Spool } from './spool/spool.ts';
import { reportHealth } from './watch/report-credentials.ts';
import { watchTroubles } from './watch/trouble-watch.ts';
import { createBatchInterface } from './jobs/provider-batches.ts';
import type { BatchInterface } from './jobs/provider-batches.ts';
import { createVideos } from './jobs/provider-videos.ts';
import type { Videos } from './jobs/provider-videos.ts';

export interface EngineOptions {
  config: EngineConfig;
  db: Knex;
  /** Where the change log is read: a connection of its own where requests take those of `db`. */
  changes: Knex;
  billing: Billing;
  /** The name of the service, for notifications of operators. */
  service: string;
  /** The process that the spool belongs to. */
  processId: string;
  /**
   * Answers of one user that are read to their end although their callers have left; the default of
   * drain slots unless given.
   */
  drainsPerOwnerMax?: number;
  /** Whether pictures and documents are fetched from addresses that callers name; absent: no. */
  fetchesAddresses?: boolean;
  /**
   * Whether settlements are durable on the disk of this process before billing hears of them, see
   * {@link Journal}; absent: billing hears of each first.
   */
  journals?: boolean;
  timers: Timers;
  logger: Logger;
  /** Called each time that a credential cannot be opened. */
  onUnopened(): void;
}

/** What both kinds of processes that run paid calls work with. */
export interface Engine {
  parts: Pick<ServeDeps, 'drains' | 'losses' | 'overruns' | 'providers' | 'seals'> & {
    db: Knex;
    directory: Directory;
    videos: Videos;
    batchInterface: BatchInterface;
    logger: Logger;
    masterKey: MasterKey;
    mediaFetcher: MediaFetcher;
    pool: CredentialPool;
    spool: Spool;
    timers: Timers;
    journal: Journal | undefined;
  };
  /**
   * Ends the reading of the change log and the connections to providers, and writes the last report
   * about credentials; for the end of the process.
   */
  close(): Promise<void>;
}

/** The credentials as this process finds them, with what is counted and what is noted of them. */
function openPool(deps: Pick<EngineOptions, 'db' | 'logger' | 'timers'>) {
  const tally = createCredentialTally(() => performance.now());
  const gone = createGoneTargets(deps);
  const pool = gone.over(tally.over(createCredentialPool(() => performance.now())));
  showCredentials(pool);
  return { gone, pool, tally };
}

function openJournal(options: EngineOptions, spool: Spool): Journal | undefined {
  const { billing, config, journals = false, logger, processId, timers } = options;
  if (!journals) return undefined;
  const directory = config.SPOOL_DIR;
  return createJournal({ billing, directory, processId, spool, leaseMs: timers.lease, logger });
}

/**
 * Assembles what runs paid calls in a process: the spool and the losses for billing, the directory
 * of keys and models, the credentials and the callers of providers. Inference runs calls with it as
 * they come, a worker runs accepted operations. Resolves once the catalogue is loaded.
 */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { billing, changes, config, db, logger, processId, timers } = options;
  const deliver = deliverTo(billing, logger);
  const spool = await openSpool({ directory: config.SPOOL_DIR, processId, logger, deliver });
  const journal = openJournal(options, spool);
  const directory = await openDirectory({ db, changes, timers, logger });
  const masterKey = parseMasterKey(config.CREDENTIAL_MASTER_KEY);
  const reasoningKey = parseReasoningKey(config.REASONING_KEY);
  const identifiers = createIdentifierScopes(reasoningKey);
  const proxy = readOutboundProxy(config);
  const caller = createProviderCaller({
    proxy,
    allowed: parseAllowedUpstreams(config.ALLOWED_PRIVATE_UPSTREAMS),
  });
  const mediaFetcher = createMediaFetcher({ isOn: options.fetchesAddresses === true, proxy });
  const drains = createDrainSlots(options.drainsPerOwnerMax);
  const { gone, pool, tally } = openPool({ db, logger, timers });
  showDrains(drains);
  const onUnopened = (): void => options.onUnopened();
  const { service } = options;
  const stopWatch = watchTroubles({ db, pool, spool, service, timers, logger });
  const stopTelling = reportHealth({ db, pool, tally, processId, service, timers, logger });
  const stopMirror = mirrorQuarantine({
    db,
    directory: config.SPOOL_DIR,
    spool,
    service,
    timers,
    logger,
  });
  return {
    parts: {
      db,
      directory,
      drains,
      journal,
      logger,
      videos: createVideos({ caller, masterKey, timers }),
      batchInterface: createBatchInterface({ caller, masterKey, identifiers, timers }),
      losses: createLossBook({ billing, spool, logger }),
      masterKey,
      mediaFetcher,
      overruns: createOverruns({ db, logger, timers }),
      pool,
      providers: createProviders({ caller, masterKey, identifiers, timers, onUnopened }),
      seals: createReasoningSeals(reasoningKey, Date.now),
      spool,
      timers,
    },
    async close() {
      gone.stop();
      stopWatch();
      stopMirror();
      directory.stop();
      caller.close();
      mediaFetcher.close();
      await stopTelling();
    },
  };
}
