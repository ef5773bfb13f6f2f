import { BILLING_BATCH_MAX } from '@tollgate/contract/billing';
import type {
  Entry,
  Judging,
  VIDEO_HOLDER,
  MovedBy,
  RefusedItem,
  ReleaseItem,
  ReleaseResult,
  Reservation,
  ReserveItem,
  ReserveResult,
  SettleItem,
  SettleResult,
  Wallet,
} from '@tollgate/contract/billing';
import type { OpenHold } from '@tollgate/contract/open-holds';
import type { LossItem, LossResult, OwnerLosses } from '@tollgate/contract/losses';
import type { Standing } from '@tollgate/contract/standing';
import type { RouteInput, RouteOutput } from '@tollgate/contract/route';
import { createServiceClient } from '@tollgate/http/call';
import type { ServiceClient } from '@tollgate/http/call';
import { followReplicas } from '@tollgate/http/replica-choice';
import type { ServiceTokenSigner } from '@tollgate/http/service-token';
import { newUuid } from '@tollgate/runtime/ids';
import type { Logger } from '@tollgate/runtime/logger';
import { poll } from '@tollgate/runtime/timers';
import { LEDGER_VERIFY_SECONDS_DEFAULT } from '@tollgate/runtime/variables';
import type { Timers } from '@tollgate/runtime/timers';
import { createGrantRoute, revokeGrantRoute } from '@tollgate/contract/routes/billing/grants';
import { deregisterRoute, heartbeatRoute } from '@tollgate/contract/routes/billing/processes';
import {
  moveRoute,
  releaseRoute,
  reserveRoute,
  settleRoute,
} from '@tollgate/contract/routes/billing/reservations';
import { sweepRoute, verifyLedgerRoute } from '@tollgate/contract/routes/billing/ledger';
import type {
  listAllEntriesRoute,
  listEntriesRoute,
  listGrantsRoute,
} from '@tollgate/contract/routes/billing/wallets';
import { bookLossesRoute } from '@tollgate/contract/routes/billing/losses';
import { batchedCall } from './batched-call.ts';
import { movements } from './movement.ts';
import type { Listener, Move, Sending } from './movement.ts';
import { ask, readers } from './reads.ts';

/** Part of a list, newest first: rows after the one whose id is `before`. */
export interface BillingPage {
  limit: number;
  before?: string;
}

/**
 * The one door to money. Every function rejects with GatewayError `billing_unavailable` when
 * billing gives no good answer in time; what has been asked for may then have happened or not.
 */
export interface Billing {
  /**
   * Creates a hold; the same item again is harmless. Concurrent calls leave together, but for
   * wallets that are locked.
   */
  reserve(item: ReserveItem, listener?: Listener): Promise<ReserveResult>;
  /**
   * Turns a hold into a charge; the same item again is harmless. Rejects with `invalid_request`
   * or `operation_closed` where the item alone is refused, and will be whenever it comes.
   */
  settle(item: SettleItem): Promise<SettleResult>;
  /**
   * Does what {@link settle} does, for settlements that nobody waits for: in batches of their own,
   * which leave when they are full or have waited for company for some milliseconds.
   */
  settleBehind(item: SettleItem): Promise<SettleResult>;
  /**
   * Releases a hold; the same item again is harmless, and a hold that has not arrived yet is not
   * created any more.
   */
  release(item: ReleaseItem): Promise<ReleaseResult>;
  /**
   * Records what a provider bills and nobody is charged for; the same item again is harmless.
   * Concurrent calls leave together.
   */
  bookLoss(item: LossItem): Promise<LossResult>;
  /** What calls of each owner have cost the platform over the last days, the largest first. */
  losses(query: { days: number; limit: number }): Promise<OwnerLosses[]>;
  /** The oldest open hold, and what providers cost beyond charges since a moment. */
  standing(since: Date): Promise<Standing>;
  /** The holds of an operation, first attempt first. */
  reservations(opId: string): Promise<Reservation[]>;
  /**
   * Open holds without a process that are older than the given age, oldest first; not all when
   * there are many.
   * @param holder whose they are; absent: nobody's
   */
  unowned(olderThanMs: number, holder?: typeof VIDEO_HOLDER): Promise<Reservation[]>;
  /** Reports to billing that a process lives and answers for its holds. */
  heartbeat(processId: string): Promise<void>;
  /** Reports to billing that a process leaves; billing closes the holds of the process at once. */
  deregister(processId: string): Promise<void>;
  /** One wallet; zeros when nothing was ever granted. */
  wallet(userId: string): Promise<Wallet>;
  /** Wallets in the order of the users, 1,000 at most. */
  wallets(userIds: readonly string[]): Promise<Wallet[]>;
  /** Grants of a user, newest first, and when credit of the user ends next. */
  grants(userId: string, page: BillingPage): Promise<RouteOutput<typeof listGrantsRoute>>;
  /**
   * Movements of a wallet with the balance after each, newest first, and which years of it are in
   * the archive alone.
   * @param page.holds false: without holds and releases
   */
  entries(
    userId: string,
    page: BillingPage & { holds?: boolean },
  ): Promise<RouteOutput<typeof listEntriesRoute>>;
  /**
   * Transactions of all wallets, newest first, and which years are in the archive, except for what
   * grants moved.
   * @param page.moved_by absent: of either cause
   * @param page.holds false: without holds and releases
   */
  allEntries(
    page: BillingPage & { moved_by?: MovedBy; holds?: boolean },
  ): Promise<RouteOutput<typeof listAllEntriesRoute>>;
  /**
   * Holds of a user that are neither settled nor released, oldest first.
   * @param page.after the operation of the last hold of the page before
   */
  openHolds(userId: string, page: { limit: number; after?: string }): Promise<OpenHold[]>;
  /** Every movement of an operation, attempt by attempt, oldest first. */
  operationEntries(opId: string): Promise<Entry[]>;
  /** Grants credit; with an idempotency key once for each key of an actor. */
  createGrant(
    grant: RouteInput<typeof createGrantRoute>['body'],
  ): Promise<RouteOutput<typeof createGrantRoute>>;
  /**
   * Takes back what is neither spent nor held of a grant; with an idempotency key once for each key
   * of an actor.
   */
  revokeGrant(
    grantId: string,
    revocation: RouteInput<typeof revokeGrantRoute>['body'],
  ): Promise<RouteOutput<typeof revokeGrantRoute>>;
  /** Runs every invariant over the whole ledger; may take a minute. */
  verifyLedger(): Promise<RouteOutput<typeof verifyLedgerRoute>>;
  /** Sweeps now. */
  sweep(): Promise<RouteOutput<typeof sweepRoute>>;
}

export interface BillingClientOptions {
  /** One address or several, separated by commas: those that are ready take turns. */
  baseUrl: string;
  signer: ServiceTokenSigner;
  timers: Pick<Timers, 'billingCall' | 'replicaProbe' | 'replicaResolve'>;
  /** How long billing may look at the whole ledger, in seconds. */
  ledgerVerifySeconds?: number;
}

const AUDIENCE = 'billing';
/** Sweeps go over the whole ledger. */
const REPORT_TIMEOUT_MS = 60_000;
/** People wait longer for a page than a paid call may wait for its hold. */
const PAGE_TIMEOUT_MS = 10_000;
/** Billing ends a look at the ledger by itself; its answer is waited for this much longer. */
const VERIFY_GRACE_MS = 30_000;
const MS_PER_SECOND = 1_000;
/**
 * Billing answers a call that waits for a locked wallet when billing gives up, which is later than
 * for other calls.
 */
const LOCKED_TIMEOUTS = 2;

/** Settlements behind answers: so many leave at once, or those that came within 25 milliseconds. */
const BEHIND = { itemsMax: 256, ms: 25 };
/** Losses that may wait for the call under way. */
const WAITING_LOSSES_MAX = 20_000;

/** A client of billing over kept-alive connections. */
export function createBillingClient(options: BillingClientOptions): Billing {
  const { baseUrl, signer, timers } = options;
  const timeoutMs = timers.billingCall;
  const replicas = followReplicas(baseUrl.split(','), {
    probeEveryMs: timers.replicaProbe,
    resolveEveryMs: timers.replicaResolve,
  });
  const base = { replicas, audience: AUDIENCE, signer };
  const once = createServiceClient({ ...base, timeoutMs });
  const keyed = createServiceClient({ ...base, timeoutMs, retryOnce: true });
  const pages = createServiceClient({ ...base, timeoutMs: PAGE_TIMEOUT_MS, retryOnce: true });
  const reports = createServiceClient({ ...base, timeoutMs: REPORT_TIMEOUT_MS });
  const { ledgerVerifySeconds = LEDGER_VERIFY_SECONDS_DEFAULT } = options;
  const verifyMs = ledgerVerifySeconds * MS_PER_SECOND + VERIFY_GRACE_MS;
  const verifying = createServiceClient({ ...base, timeoutMs: verifyMs });
  const patience = createServiceClient({ ...base, timeoutMs: LOCKED_TIMEOUTS * timeoutMs });
  const clientFor = ({ judge, patient }: Sending): ServiceClient =>
    judge === 'alone' ? patience : patient ? keyed : once;
  const report = movements<AnyItem, AnyResult>({
    send: (moves, how) => sendMoves(clientFor(how), moves, how.judge),
    staleMs: timeoutMs,
  });
  const behind = movements<AnyItem, AnyResult>({
    send: (moves, how) => sendMoves(clientFor(how), moves, how.judge),
    staleMs: timeoutMs,
    linger: BEHIND,
  });
  const staleMs = timeoutMs;
  return {
    reserve: report('reserve') as Billing['reserve'],
    settle: report('settle') as Billing['settle'],
    settleBehind: behind('settle') as Billing['settleBehind'],
    release: report('release') as Billing['release'],
    bookLoss: batchedCall<LossItem, LossResult>({
      send: async (items, patient) => {
        const client = patient ? keyed : once;
        return (await client.call(bookLossesRoute, { body: { items: [...items] } })).results;
      },
      itemsMax: BILLING_BATCH_MAX,
      waitingMax: WAITING_LOSSES_MAX,
      staleMs,
    }),
    ...readers(keyed, pages),
    ...writers(keyed),
    verifyLedger: () => ask(verifying, verifyLedgerRoute, {}),
    sweep: () => ask(reports, sweepRoute, {}),
  };
}

type AnyItem = ReserveItem | SettleItem | ReleaseItem;
type AnyResult = ReserveResult | SettleResult | ReleaseResult;

const MOVEMENT_ROUTES = { reserve: reserveRoute, settle: settleRoute, release: releaseRoute };
/** Items of one movement go to the route of that movement, others to the route that takes all. */
async function sendMoves(
  client: ServiceClient,
  moves: readonly Move<AnyItem>[],
  judge: Judging,
): Promise<readonly (AnyResult | RefusedItem)[]> {
  const query = { judge };
  const first = moves[0]?.movement;
  if (first !== undefined && moves.every(({ movement }) => movement === first)) {
    const body = { items: moves.map(({ item }) => item) };
    return (await client.call(MOVEMENT_ROUTES[first], { query, body })).results;
  }
  const body = { items: moves.map(({ movement, item }) => ({ movement, ...item })) };
  return (await client.call(moveRoute, { query, body })).results;
}

type Writers = 'heartbeat' | 'deregister' | 'createGrant' | 'revokeGrant';

function writers(keyed: ServiceClient): Pick<Billing, Writers> {
  return {
    heartbeat: (processId) => ask(keyed, heartbeatRoute, { body: { process_id: processId } }),
    deregister: (processId) => ask(keyed, deregisterRoute, { body: { process_id: processId } }),
    createGrant: (grant) => ask(keyed, createGrantRoute, { body: onceOnly(grant) }),
    revokeGrant: (grantId, body) =>
      ask(keyed, revokeGrantRoute, { params: { grant_id: grantId }, body: onceOnly(body) }),
  };
}

/** A key of our own makes the second try after a lost answer harmless. */
const onceOnly = <Body extends { idempotency_key?: string | null }>(body: Body) => ({
  ...body,
  idempotency_key: body.idempotency_key ?? newUuid(),
});

export interface HeartbeatOptions {
  billing: Pick<Billing, 'heartbeat'>;
  processId: string;
  timers: Pick<Timers, 'heartbeat'>;
  logger: Pick<Logger, 'warn'>;
  /**
   * Called for each heartbeat that billing has answered.
   * @param sentMs when it left, by `performance.now()`
   */
  heard?: ((sentMs: number) => void) | undefined;
}

/**
 * Says now and then each interval that this process lives. A beat that is not heard is logged, and
 * the next one follows. Resolves with the function that ends it, once the first beat has been
 * answered or has failed.
 */
export async function startHeartbeat(options: HeartbeatOptions): Promise<() => Promise<void>> {
  const { billing, processId, timers, logger, heard } = options;
  const beats = poll({
    everyMs: timers.heartbeat,
    async look() {
      const sentMs = performance.now();
      await billing.heartbeat(processId);
      heard?.(sentMs);
    },
    failed: (error) => logger.warn({ error }, 'a heartbeat was not heard'),
    keepsAlive: true,
  });
  await beats.now();
  return async () => {
    beats.stop();
    await beats.idle();
  };
}
