import { createBillingClient } from '@tollgate/billing-client/billing-client';
import type { Billing } from '@tollgate/billing-client/billing-client';
import { createServiceTokenSigner } from '@tollgate/http/service-token';
import { scaleTimers } from '@tollgate/runtime/timers';
import { testCluster } from '../../../support/cluster.ts';
import { aServiceEnvironment } from '../../../support/service-environment.ts';
import { startService } from '../../../support/service-process.ts';
import type { TestDatabase } from '../../../support/database.ts';
import { anAccount } from './account.ts';
import type { RunningAccount } from './account.ts';

/** The real billing service on a database, with a client for each of its callers. */
export interface RunningBilling {
  url: string;
  /** Calls as another service: grants come from `admin`, holds from `inference`. */
  as(service: string): Promise<Billing>;
  drop(): Promise<void>;
}

/** An account service with the real billing behind it. */
export const anAccountWithBilling = async (): Promise<{
  account: RunningAccount;
  billing: RunningBilling;
  drop(): Promise<void>;
}> => {
  let started: RunningBilling | undefined;
  const account = await anAccount({
    billing: async (database) => {
      started = await aBilling(database);
      return started.url;
    },
  });
  const billing = started;
  if (billing === undefined) throw new Error('billing was not started');
  const drop = async (): Promise<void> => {
    await billing.drop();
    await account.drop();
  };
  return { account, billing, drop };
};

/** Starts one. */
export const aBilling = async (database: TestDatabase): Promise<RunningBilling> => {
  const { keys, redisUrl } = await testCluster();
  const redis = { url: redisUrl, drop: () => Promise.resolve() };
  const running = await startService(
    'billing',
    await aServiceEnvironment('billing', { database, redis }),
  );
  return {
    url: running.url,
    as: async (service) =>
      createBillingClient({
        baseUrl: running.url,
        signer: await createServiceTokenSigner(JSON.stringify(keys.signing[service])),
        timers: scaleTimers(1),
      }),
    drop: () => running.drop(),
  };
};
