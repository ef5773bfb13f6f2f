import { createBillingClient } from '@tollgate/billing-client/billing-client';
import type { Billing } from '@tollgate/billing-client/billing-client';
import { createHealth } from '@tollgate/http/health';
import { listen } from '@tollgate/http/listen';
import { createServiceTokenSigner, createServiceTokenVerifier } from '@tollgate/http/service-token';
import type { ServiceTokenSigner } from '@tollgate/http/service-token';
import type { Logger } from '@tollgate/runtime/logger';
import { scaleTimers } from '@tollgate/runtime/timers';
import type { Timers } from '@tollgate/runtime/timers';
import got from 'got';
import type { Method } from 'got';
import { createBillingApp } from '../../../services/billing/src/app.ts';
import { createContinuity } from '../../../services/billing/src/continuity.ts';
import { createSweeper } from '../../../services/billing/src/sweeper.ts';
import { createVerifier } from '../../../services/billing/src/verifier.ts';
import { aLedger, quiet } from '../../ledger/a-ledger.ts';
import type { TestLedger } from '../../ledger/a-ledger.ts';
import { testCluster } from '../../support/cluster.ts';

/** An answer as it came over the wire. */
export interface WireAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: unknown;
}

/**
 * What a raw request consists of; `token` absent means one of `caller` (inference) bound to the
 * path.
 */
export interface WireRequest {
  method: Method;
  path: string;
  body?: unknown;
  caller?: string;
  token?: string | null;
}

/** A billing service in this process, on a port and a database of its own. */
export interface TestBilling {
  url: string;
  ledger: TestLedger;
  timers: Timers;
  /** The client of a service, as that service would make it. */
  clientOf(service: string): Promise<Billing>;
  signerOf(service: string): Promise<ServiceTokenSigner>;
  /** Sends a request without the client's care. */
  send(request: WireRequest): Promise<WireAnswer>;
  /** Entries in the whole book. */
  entryCount(): Promise<bigint>;
  drop(): Promise<void>;
}

const TIMER_SCALE = 0.05;

/** Starts billing; sweeps come only when asked for, except that owners are judged after a lease. */
export async function aBilling(options: { logger?: Logger } = {}): Promise<TestBilling> {
  const ledger = await aLedger();
  const { keys } = await testCluster();
  const [db, reports] = ledger.replicas;
  const timers = { ...scaleTimers(TIMER_SCALE), billingCall: 1_500 };
  const continuity = createContinuity({ ping: () => db.raw('select 1'), leaseMs: timers.lease });
  continuity.start();
  const app = createBillingApp({
    db,
    ledger: ledger.ledgers[0],
    sweeper: createSweeper({ db, timers, continuity, logger: quiet }),
    verifier: createVerifier({ db: reports, timers: scaleTimers(1), logger: quiet }),
    tokens: createServiceTokenVerifier(JSON.stringify(keys.trust), 'billing'),
    health: createHealth([]),
    logger: options.logger ?? quiet,
  });
  const listening = await listen(app, { port: 0, host: '127.0.0.1', logger: quiet });
  const url = `http://127.0.0.1:${listening.port}`;
  const signerOf = (service: string): Promise<ServiceTokenSigner> =>
    createServiceTokenSigner(JSON.stringify(keys.signing[service]));
  return {
    url,
    ledger,
    timers,
    signerOf,
    clientOf: async (service) =>
      createBillingClient({ baseUrl: url, signer: await signerOf(service), timers }),
    async send(request) {
      const token = request.token === undefined ? await tokenFor(signerOf, request) : request.token;
      return sendOnce(url, request, token);
    },
    async entryCount() {
      const result = await ledger.owner.raw('select count(*) as count from billing.entry');
      return (result as { rows: { count: bigint }[] }).rows[0]?.count ?? 0n;
    },
    async drop() {
      continuity.stop();
      listening.server.closeAllConnections();
      await listening.close();
      await ledger.drop();
    },
  };
}

async function tokenFor(
  signerOf: TestBilling['signerOf'],
  { caller, path }: WireRequest,
): Promise<string> {
  const signer = await signerOf(caller ?? 'inference');
  return signer.sign('billing', { path: path.split('?')[0] ?? path });
}

async function sendOnce(
  url: string,
  { method, path, body }: WireRequest,
  token: string | null,
): Promise<WireAnswer> {
  const response = await got(url + path, {
    method,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { json: body }),
    throwHttpErrors: false,
    retry: { limit: 0 },
    responseType: 'text',
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    body: response.body === '' ? undefined : (JSON.parse(response.body) as unknown),
  };
}
