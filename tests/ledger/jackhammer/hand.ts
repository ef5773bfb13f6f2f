/**
 * One process of the jackhammer: plays its part of a round against two replicas of billing and
 * tells what they answered. A request that gets no answer is sent again, to the other replica
 * first, until it gets one.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createBillingClient } from '@tollgate/billing-client/billing-client';
import type { Billing } from '@tollgate/billing-client/billing-client';
import { GatewayError } from '@tollgate/contract/error-codes';
import { createServiceTokenSigner } from '@tollgate/http/service-token';
import { scaleTimers } from '@tollgate/runtime/timers';
import { aHold, releaseOf, settlementOf } from '../items.ts';
import { idOf, planOf, processOf, userOf } from './plan.ts';
import type { Request, Terms } from './plan.ts';

/** What a hand is told before its first round. */
export interface HandSetUp {
  terms: Terms;
  hand: number;
  /** Base URLs of the two replicas. */
  urls: [string, string];
  /** Private keys of the services whose part a hand plays, as JSON. */
  signing: Record<'inference' | 'admin' | 'worker', string>;
  priceVersionId: string;
}

/** A request and what billing has answered in the end. */
export interface Outcome {
  request: Request;
  /** `unanswered` for what may not be sent twice. */
  outcome: string;
  /** Nano-credits that were charged, or revoked. */
  nano: number;
  /** Times that no answer came. */
  lost: number;
}

/** Messages of the runner to a hand, and the other way. */
export type ToHand = { setUp: HandSetUp } | { round: number };
export type FromHand =
  | { ready: true }
  | { round: number; reported: Outcome[] }
  | { failed: string };

type Answer = Pick<Outcome, 'outcome' | 'nano'>;
type Clients = Record<'inference' | 'admin' | 'worker', [Billing, Billing]>;

const BILLING_CALL_MS = 2_000;
const PAUSE_MS = 50;
const PATIENCE_MS = 60_000;

let setUp: HandSetUp | undefined;
let clients: Clients | undefined;
/** Ends and ids of the grants of this hand, by name. */
const grantEnds = new Map<string, string | null>();
const grantIds = new Map<string, string>();

async function connect({ urls, signing }: HandSetUp): Promise<Clients> {
  const pair = async (service: keyof Clients): Promise<[Billing, Billing]> => {
    const signer = await createServiceTokenSigner(signing[service]);
    const timers = { ...scaleTimers(1), billingCall: BILLING_CALL_MS };
    const [first, second] = urls.map((baseUrl) =>
      createBillingClient({ baseUrl, signer, timers }),
    ) as [Billing, Billing];
    return [first, second];
  };
  return {
    inference: await pair('inference'),
    admin: await pair('admin'),
    worker: await pair('worker'),
  };
}

function endOf({ name, livesMs }: Extract<Request, { kind: 'grant' }>): string | null {
  const known = grantEnds.get(name);
  if (known !== undefined) return known;
  const end = livesMs === null ? null : new Date(Date.now() + livesMs).toISOString();
  grantEnds.set(name, end);
  return end;
}

async function ask(request: Request, replica: 0 | 1, given: HandSetUp): Promise<Answer> {
  const { terms, priceVersionId } = given;
  if (clients === undefined) throw new Error('the hand is not set up');
  const inference = clients.inference[replica];
  const admin = clients.admin[replica];
  switch (request.kind) {
    case 'grant': {
      const { outcome, grant } = await admin.createGrant({
        user_id: userOf(terms, request.wallet),
        amount_nano: request.amount.toString(),
        reason: null,
        expires_at: endOf(request),
        actor: 'jackhammer',
        idempotency_key: request.name,
      });
      if (grant !== null) grantIds.set(request.name, grant.id);
      return { outcome, nano: 0 };
    }
    case 'revoke': {
      const grantId = grantIds.get(request.name);
      if (grantId === undefined) return { outcome: 'not_made', nano: 0 };
      const { outcome, revoked_nano: nano } = await admin.revokeGrant(grantId, {
        ...(request.amount === null ? {} : { amount_nano: request.amount.toString() }),
        reason: null,
        actor: 'jackhammer',
      });
      return { outcome, nano: Number(nano) };
    }
    case 'reserve': {
      const { op, attempt, wallet, amount, supersedes } = request;
      const owner = op.owner === null ? null : processOf(terms, op.owner);
      const names = { op_id: op.opId, attempt, api_key_id: idOf(terms, 'key') };
      const more = { ...names, ttl_ms: op.ttlMs, owner };
      const hold = aHold({ priceVersionId, userId: userOf(terms, wallet), amount }, more);
      const { outcome } = await inference.reserve({
        ...hold,
        ...(supersedes === null ? {} : { supersedes }),
      });
      return { outcome, nano: 0 };
    }
    case 'settle': {
      const { op, attempt, wallet, cost } = request;
      const hold = { op_id: op.opId, attempt, user_id: userOf(terms, wallet) };
      const { outcome, charged_nano: nano } = await inference.settle(settlementOf(hold, cost));
      return { outcome, nano: Number(nano) };
    }
    case 'release': {
      const { op, attempt, wallet } = request;
      const hold = { op_id: op.opId, attempt, user_id: userOf(terms, wallet) };
      return { outcome: (await inference.release(releaseOf(hold))).outcome, nano: 0 };
    }
    case 'sweep':
      await clients.worker[replica].sweep();
      return { outcome: 'done', nano: 0 };
    case 'heartbeat':
      await inference.heartbeat(processOf(terms, request.hand));
      return { outcome: 'done', nano: 0 };
    case 'deregister':
      await inference.deregister(processOf(terms, request.hand));
      return { outcome: 'done', nano: 0 };
  }
}

async function report(request: Request, given: HandSetUp): Promise<Outcome> {
  const until = performance.now() + PATIENCE_MS;
  for (let lost = 0; ; lost += 1) {
    const replica = lost % 2 === 0 ? request.replica : ((1 - request.replica) as 0 | 1);
    try {
      return { request, ...(await ask(request, replica, given)), lost };
    } catch (error) {
      const isAway = error instanceof GatewayError && error.code === 'billing_unavailable';
      if (!isAway || performance.now() > until) {
        const named = `${JSON.stringify(request)} gets no answer: ${String(error)}`;
        throw new Error(named, { cause: error });
      }
      if (request.kind === 'revoke') {
        return { request, outcome: 'unanswered', nano: 0, lost: lost + 1 };
      }
      await sleep(PAUSE_MS);
    }
  }
}

async function play(round: number, given: HandSetUp): Promise<Outcome[]> {
  const reported: Outcome[] = [];
  for (const burst of planOf(given.terms, round, given.hand)) {
    reported.push(...(await Promise.all(burst.map((request) => report(request, given)))));
  }
  return reported;
}

async function hear(message: ToHand): Promise<FromHand> {
  if ('setUp' in message) {
    setUp = message.setUp;
    clients = await connect(setUp);
    return { ready: true };
  }
  if (setUp === undefined) throw new Error('the hand is not set up');
  return { round: message.round, reported: await play(message.round, setUp) };
}

const say = (message: FromHand): void => void process.send?.(message);

process.on('message', (message: ToHand) => {
  hear(message).then(say, (error: unknown) => say({ failed: String(error) }));
});
process.on('disconnect', () => process.exit(0));
