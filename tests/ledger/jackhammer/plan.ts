import { createHash } from 'node:crypto';
import { createRandom } from '../../support/random.ts';
import type { Random } from '../../support/random.ts';

/** What a whole run is made from; the same terms give the same requests. */
export interface Terms {
  seed: number;
  /** Hands that work at the same time, each in a process of its own. */
  processes: number;
  wallets: number;
  /** When the run began, in milliseconds since 1970: the first digits of its ids. */
  begunMs: number;
}

/** One operation of a round, as any hand may name it. */
export interface Operation {
  opId: string;
  wallet: number;
  amount: number;
  ttlMs: number;
  /** The hand whose process answers for the hold; null for a hold that outlives processes. */
  owner: number | null;
}

/** One request to billing. `replica` is asked first. */
export type Request = { replica: 0 | 1 } & (
  | { kind: 'grant'; name: string; wallet: number; amount: number; livesMs: number | null }
  | { kind: 'revoke'; name: string; amount: number | null }
  | {
      kind: 'reserve';
      op: Operation;
      attempt: number;
      wallet: number;
      amount: number;
      supersedes: number | null;
    }
  | { kind: 'settle'; op: Operation; attempt: number; wallet: number; cost: number }
  | { kind: 'release'; op: Operation; attempt: number; wallet: number }
  | { kind: 'sweep' }
  | { kind: 'heartbeat'; hand: number }
  | { kind: 'deregister'; hand: number }
);

/** Holds that live no longer than this have passed their end when a round is looked at. */
export const SHORT_TTL_MS = 150;
/** Grants that end do so within this time. */
export const SHORT_GRANT_MS = 400;
/** Holds that live this long have not ended before the run has. */
export const LONG_TTL_MS = 3_600_000;
const BURSTS = 12;
const BURST_MAX = 14;
/** Operations of a round that come into reach with each burst of a hand. */
const OPERATIONS_PER_BURST = 1;
/** How far ahead of a burst, and behind it, a request reaches. */
const REACH = 4;
const AMOUNT_MAX = 60;
/** More than any wallet ever has. */
const AMOUNT_TOO_LARGE = 1_000_000_000;
const GRANT_MAX = 400;
const OVERRUN = 7;

const KINDS = {
  reserve: 40,
  settle: 24,
  release: 10,
  takeOver: 6,
  grant: 8,
  grantAgain: 4,
  revoke: 6,
  sweep: 5,
  heartbeat: 3,
  deregister: 1,
} as const;

/** An id that follows from its name alone, so that every hand knows it. */
export function idOf({ seed, begunMs }: Terms, name: string): string {
  const time = begunMs.toString(16).padStart(12, '0');
  const hash = createHash('sha256').update(`${seed} ${name}`).digest('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}

/** The user of a wallet. */
export const userOf = (terms: Terms, wallet: number): string => idOf(terms, `user ${wallet}`);

/** The process that a hand stands for. */
export const processOf = (terms: Terms, hand: number): string => idOf(terms, `process ${hand}`);

const chanceOf = ({ seed }: Terms, name: string): Random =>
  createRandom(createHash('sha256').update(`${seed} ${name}`).digest().readUInt32LE(0));

/** An operation of a round by its number. */
function operationOf(terms: Terms, round: number, number: number): Operation {
  const random = chanceOf(terms, `operation ${round} ${number}`);
  const isTooLarge = random.chance(0.03);
  const isFree = random.chance(0.03);
  const amount = random.between(1, AMOUNT_MAX);
  return {
    opId: idOf(terms, `operation ${round} ${number}`),
    wallet: random.between(0, terms.wallets - 1),
    amount: isTooLarge ? AMOUNT_TOO_LARGE : isFree ? 0 : amount,
    ttlMs: random.chance(0.3) ? random.between(1, SHORT_TTL_MS) : LONG_TTL_MS,
    owner: random.chance(0.4) ? random.between(0, terms.processes - 1) : null,
  };
}

/** What breaks in a round: a replica of billing is killed after a while, or nothing. */
export function killOf(terms: Terms, round: number): { replica: 0 | 1; afterMs: number } | null {
  const random = chanceOf(terms, `kill ${round}`);
  const kill = { replica: random.pick([0, 1] as const), afterMs: random.between(20, 300) };
  return random.chance(0.3) ? kill : null;
}

/**
 * The requests of a hand in a round: bursts, one after the other, of requests that are sent at
 * once. All hands draw from the same operations, and from those of the round before, so that they
 * get in each other's way.
 */
export function planOf(terms: Terms, round: number, hand: number): Request[][] {
  const random = chanceOf(terms, `hand ${round} ${hand}`);
  const grants: Extract<Request, { kind: 'grant' }>[] = [];
  const replica = (): 0 | 1 => random.pick([0, 1] as const);

  let burst = 0;

  /**
   * Mostly near where the others are just now; at times one of the round before, whose end has long
   * come.
   */
  function anOperation(): Operation {
    const perBurst = terms.processes * OPERATIONS_PER_BURST;
    if (round > 0 && random.chance(0.2)) {
      return operationOf(terms, round - 1, random.between(0, perBurst * BURSTS));
    }
    const here = burst * perBurst;
    const number = random.between(Math.max(0, here - 2 * REACH), here + REACH);
    return operationOf(terms, round, number);
  }

  const walletFor = (op: Operation): number =>
    random.chance(0.03) ? random.between(0, terms.wallets - 1) : op.wallet;

  function aGrant(): Request {
    const grant = {
      kind: 'grant',
      replica: replica(),
      name: `grant ${round} ${hand} ${grants.length}`,
      wallet: random.between(0, terms.wallets - 1),
      amount: random.between(1, GRANT_MAX),
      livesMs: random.chance(0.3) ? random.between(1, SHORT_GRANT_MS) : null,
    } as const;
    grants.push(grant);
    return grant;
  }

  function aRequest(): Request {
    switch (random.weighted(KINDS)) {
      case 'reserve': {
        const op = anOperation();
        const amount = op.amount + (random.chance(0.05) ? 1 : 0);
        const wallet = walletFor(op);
        return {
          kind: 'reserve',
          replica: replica(),
          op,
          attempt: 1,
          wallet,
          amount,
          supersedes: null,
        };
      }
      case 'takeOver': {
        const op = anOperation();
        const { wallet, amount } = op;
        return {
          kind: 'reserve',
          replica: replica(),
          op,
          attempt: 2,
          wallet,
          amount,
          supersedes: 1,
        };
      }
      case 'settle': {
        const op = anOperation();
        const { amount } = op;
        const cost = random.pick([amount, amount, Math.floor(amount / 2), 0, amount + OVERRUN]);
        const attempt = random.chance(0.08) ? 2 : 1;
        return { kind: 'settle', replica: replica(), op, attempt, wallet: walletFor(op), cost };
      }
      case 'release': {
        const op = anOperation();
        const attempt = random.chance(0.08) ? 2 : 1;
        return { kind: 'release', replica: replica(), op, attempt, wallet: walletFor(op) };
      }
      case 'grant':
        return aGrant();
      case 'grantAgain': {
        if (grants.length === 0) return aGrant();
        const grant = random.pick(grants);
        return {
          ...grant,
          replica: replica(),
          amount: grant.amount + (random.chance(0.3) ? 1 : 0),
        };
      }
      case 'revoke': {
        if (grants.length === 0) return aGrant();
        const { name } = random.pick(grants);
        const amount = random.chance(0.4) ? null : random.between(1, GRANT_MAX);
        return { kind: 'revoke', replica: replica(), name, amount };
      }
      case 'sweep':
        return { kind: 'sweep', replica: replica() };
      case 'heartbeat':
        return { kind: 'heartbeat', replica: replica(), hand };
      case 'deregister':
        return { kind: 'deregister', replica: replica(), hand };
    }
  }

  return Array.from({ length: BURSTS }, (_, index) => {
    burst = index;
    return Array.from({ length: random.between(1, BURST_MAX) }, aRequest);
  });
}
