import {
  BILLING_BATCH_MAX,
  createGrantRoute,
  farewellRoute,
  heartbeatRoute,
  moveRoute,
  releaseRoute,
  reserveRoute,
  revokeGrantRoute,
  settleRoute,
  sweepRoute,
  verifyLedgerRoute,
} from '@tollgate/contract/billing';
import type {
  Entry,
  VIDEO_HOLDER,
  listGrantsRoute,
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
import { bookLossesRoute } from '@tollgate/contract/losses';
import type { LossItem, LossResult, OwnerLosses } from '@tollgate/contract/losses';
import type { Standing } from '@tollgate/contract/standing';
import type { RouteInput, RouteOutput } from '@tollgate/contract/route';
import { CallError, createServiceClient } from '@tollgate/http/call';
import type { ServiceClient } from '@tollgate/http/call';
import { followReplicas } from '@tollgate/http/replicas';
import type { ServiceTokenSigner } from '@tollgate/http/service-token';
import { newUuid } from '@tollgate/runtime/ids';
import type { Logger } from '@tollgate/runtime/logger';
import { poll } from '@tollgate/runtime/timers';
import { LEDGER_VERIFY_SECONDS_DEFAULT } from '@tollgate/runtime/variables';
import type { Timers } from '@tollgate/runtime/timers';
import { batchedCall } from './batched-call.ts';
import { movements } from './movement.ts';
import type { Listener, Sending } from './movement.ts';
import { ask, readers } from './reads.ts';

/** Part of a list, newest first: rows after the one whose id is `before`. */
export interface BillingPage {
  limit: number;
  before?: string;
}

/**
 * The one door to money. Every function rejects with GatewayError `billing_unavailable` when billing gives no good answer in
 * time; what has been asked for may then have happened or not.
 */
export interface Billing {
  /** Places a hold; the same item again is harmless. Concurrent calls leave together, but for wallets that are locked. */
  reserve(item: ReserveItem, listener?: Listener): Promise<ReserveResult>;
  /**
   * Turns a hold into a charge; the same item again is harmless. Rejects with `invalid_request` where the item alone is refused, and will be
   * whenever it comes.
   */
  settle(item: SettleItem): Promise<SettleResult>;
  /** Gives a hold back; the same item again is harmless, and a hold still on its way is not placed any more. */
  release(item: ReleaseItem): Promise<ReleaseResult>;
  /** Books what a provider bills and nobody is charged for; the same item again is harmless. Concurrent calls leave together. */
  bookLoss(item: LossItem): Promise<LossResult>;
  /** What calls of each owner have cost the platform over the last days, the largest first. */
  losses(query: { days: number; limit: number }): Promise<OwnerLosses[]>;
  /** The oldest open hold, and what providers cost beyond charges since a moment. */
  standing(since: Date): Promise<Standing>;
  /** The holds of an operation, first attempt first. */
  reservations(opId: string): Promise<Reservation[]>;
  /**
   * Open holds without a process that are older than the given age, oldest first; not all when there are many.
   * @param holder whose they are; absent: nobody's
   */
  unowned(olderThanMs: number, holder?: typeof VIDEO_HOLDER): Promise<Reservation[]>;
  /** Tells billing that a process lives and answers for its holds. */
  heartbeat(processId: string): Promise<void>;
  /** Tells billing that a process leaves; billing closes the holds of the process at once. */
  farewell(processId: string): Promise<void>;
  /** One wallet; zeros when nothing was ever granted. */
  wallet(userId: string): Promise<Wallet>;
  /** Wallets in the order of the users, 1,000 at most. */
  wallets(userIds: readonly string[]): Promise<Wallet[]>;
  /** Grants of a user, newest first, and when credit of the user ends next. */
  grants(userId: string, page: BillingPage): Promise<RouteOutput<typeof listGrantsRoute>>;
  entries(userId: string, page: BillingPage): Promise<Entry[]>;
  /** Movements of all wallets, newest first. @param page.moved_by absent: of either cause */
  allEntries(page: BillingPage & { moved_by?: MovedBy }): Promise<Entry[]>;
  /** Holds of a user that are neither settled nor given back, oldest first. @param page.after the operation of the last hold of the page before */
  openHolds(userId: string, page: { limit: number; after?: string }): Promise<OpenHold[]>;
  /** Every movement of an operation, attempt by attempt, oldest first. */
  operationEntries(opId: string): Promise<Entry[]>;
  /** Grants credit; with an idempotency key once for each key of an actor. */
  createGrant(
    grant: RouteInput<typeof createGrantRoute>['body'],
  ): Promise<RouteOutput<typeof createGrantRoute>>;
  /** Takes back what is neither spent nor held of a grant; with an idempotency key once for each key of an actor. */
  revokeGrant(
    grantId: string,
    revocation: RouteInput<typeof revokeGrantRoute>['body'],
  ): Promise<RouteOutput<typeof revokeGrantRoute>>;
  /** Runs every invariant over the whole book; may take a minute. */
  verifyLedger(): Promise<RouteOutput<typeof verifyLedgerRoute>>;
  /** Sweeps now. */
  sweep(): Promise<RouteOutput<typeof sweepRoute>>;
}

export interface BillingClientOptions {
  /** One address or several, separated by commas: those that are ready take turns. */
  baseUrl: string;
  signer: ServiceTokenSigner;
  timers: Pick<Timers, 'billingCall' | 'replicaProbe'>;
  /** How long billing may look at the whole ledger, in seconds. */
  ledgerVerifySeconds?: number;
}

const AUDIENCE = 'billing';
/** Sweeps go over the whole book. */
const REPORT_TIMEOUT_MS = 60_000;
/** People wait longer for a page than a paid call may wait for its hold. */
const PAGE_TIMEOUT_MS = 10_000;
/** Billing ends a look at the ledger by itself; its answer is waited for this much longer. */
const VERIFY_GRACE_MS = 30_000;
const MS_PER_SECOND = 1_000;
/** Billing answers a call that waits for a locked wallet when billing gives up, which is later than for other calls. */
const LOCKED_TIMEOUTS = 2;

/** Losses that may wait for the call under way. */
const WAITING_LOSSES_MAX = 20_000;

/** A client of billing over kept-alive connections. */
export function createBillingClient(options: BillingClientOptions): Billing {
  const { baseUrl, signer, timers } = options;
  const timeoutMs = timers.billingCall;
  const replicas = followReplicas(baseUrl.split(','), timers.replicaProbe);
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
  const tell = movements<AnyItem, AnyResult>({
    send: async (movement, items, how) => {
      const input = { query: { judge: how.judge }, body: { items: [...items] } };
      const { results } = await clientFor(how).call(MOVEMENT_ROUTES[movement], input);
      return results as readonly (AnyResult | RefusedItem)[];
    },
    sendMixed: async (moves, how) => {
      const items = moves.map(({ movement, item }) => ({ movement, ...item }));
      try {
        const input = { query: { judge: how.judge }, body: { items } };
        return (await clientFor(how).call(moveRoute, input)).results;
      } catch (error) {
        if (error instanceof CallError && error.status === NOT_FOUND) return null;
        throw error;
      }
    },
    asBefore: (item) => ('cost_nano' in item ? withoutCeiling(item) : item),
    staleMs: timeoutMs,
  });
  const staleMs = timeoutMs;
  return {
    reserve: tell('reserve') as Billing['reserve'],
    settle: tell('settle') as Billing['settle'],
    release: tell('release') as Billing['release'],
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
const NOT_FOUND = 404;

/** A settlement as the release before knows it: without the part above the caller's ceiling. */
function withoutCeiling({ ceiling_nano: ceiling, ...item }: SettleItem): SettleItem {
  const isAbove = ceiling !== undefined && BigInt(item.cost_nano) > BigInt(ceiling);
  return isAbove ? { ...item, cost_nano: ceiling } : item;
}

type Writers = 'heartbeat' | 'farewell' | 'createGrant' | 'revokeGrant';

function writers(keyed: ServiceClient): Pick<Billing, Writers> {
  return {
    heartbeat: (processId) => ask(keyed, heartbeatRoute, { body: { process_id: processId } }),
    farewell: (processId) => ask(keyed, farewellRoute, { body: { process_id: processId } }),
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
}

/**
 * Says now and then each interval that this process lives. A beat that is not heard is logged, and the next one follows.
 * Resolves with the function that ends it, once the first beat has been answered or has failed.
 */
export async function startHeartbeat(options: HeartbeatOptions): Promise<() => Promise<void>> {
  const { billing, processId, timers, logger } = options;
  const beats = poll({
    everyMs: timers.heartbeat,
    look: () => billing.heartbeat(processId),
    failed: (error) => logger.warn({ error }, 'a heartbeat was not heard'),
    keepsAlive: true,
  });
  await beats.now();
  return async () => {
    beats.stop();
    await beats.idle();
  };
}
