import { userOf } from './plan.ts';
import type { Operation, Request, Terms } from './plan.ts';
import { SHORT_TTL_MS } from './plan.ts';
import type { Outcome } from './hand.ts';

/** A wallet as the book has it, in nano-credits. */
export interface WalletRow {
  user_id: string;
  granted: number;
  available: number;
  reserved: number;
  consumed: number;
  revoked: number;
  expired: number;
}

/** A hold as the book has it. */
export interface HoldRow {
  op_id: string;
  attempt: number;
  user_id: string;
  amount: number;
  state: 'held' | 'settled' | 'released' | 'expired';
  /** What was charged, in time or late; null when nothing was. */
  charged: number | null;
}

/** What a round has left behind. */
export interface Book {
  wallets: readonly WalletRow[];
  holds: readonly HoldRow[];
}

/** Works out from billing's answers alone what the book must say, and compares. */
export interface Model {
  /** Takes the answers of a round. */
  hear(reported: readonly Outcome[]): void;
  /**
   * What the book says otherwise. To be asked when every hand rests, every process has left and
   * what ended was swept.
   */
  differences(book: Book): string[];
  /** How often each answer came, by the kind of request. */
  counts(): Readonly<Record<string, number>>;
}

interface Placed {
  wallet: number;
  amount: number;
}

/** What is known of one hold. */
interface Known {
  op: Operation;
  /** The wallet and the amount under which it was placed; null when no answer says that it was. */
  placed: Placed | null;
  /**
   * Under which it was asked for and refused: it was placed under one of these when the answer that
   * said so was lost.
   */
  refused: Placed[];
  charges: number[];
  settled: number;
  released: number;
  /**
   * Times that a release was answered as one that is known: by the release whose answer was lost,
   * or after an end.
   */
  releasedAgain: number;
}

type Reserved = Extract<Request, { kind: 'reserve' }>;
type Settled = Extract<Request, { kind: 'settle' }>;

/** A model of an empty book. */
export function createModel(terms: Terms): Model {
  const holds = new Map<string, Known>();
  const granted = new Map<string, Extract<Request, { kind: 'grant' }>>();
  const revoked = new Map<number, number>();
  /** What revocations that got no answer may have taken, by wallet. */
  const unsure = new Map<number, number>();
  const counts: Record<string, number> = {};
  const broken: string[] = [];

  function known(op: Operation, attempt: number): Known {
    const name = nameOf(op.opId, attempt);
    const found = holds.get(name) ?? {
      op,
      placed: null,
      refused: [],
      charges: [],
      settled: 0,
      released: 0,
      releasedAgain: 0,
    };
    holds.set(name, found);
    return found;
  }

  function hearReserve({ op, attempt, wallet, amount }: Reserved, outcome: string): void {
    if (outcome === 'conflict') known(op, attempt).refused.push({ wallet, amount });
    if (outcome !== 'held' && outcome !== 'repeated') return;
    const hold = known(op, attempt);
    const { placed } = hold;
    if (placed !== null && (placed.wallet !== wallet || placed.amount !== amount)) {
      broken.push(`${nameOf(op.opId, attempt)} was held under two terms`);
    }
    hold.placed = { wallet, amount };
  }

  function hearSettle({ op, attempt }: Settled, { outcome, nano }: Outcome): void {
    if (!['settled', 'late', 'repeated'].includes(outcome)) return;
    const hold = known(op, attempt);
    hold.charges.push(nano);
    if (outcome !== 'repeated') hold.settled += 1;
  }

  function hearOne(reported: Outcome): void {
    const { request, outcome, nano } = reported;
    const name = `${request.kind} ${outcome}`;
    counts[name] = (counts[name] ?? 0) + 1;
    if (reported.lost > 0) counts['no answer'] = (counts['no answer'] ?? 0) + reported.lost;
    switch (request.kind) {
      case 'grant':
        if (outcome === 'granted' || outcome === 'repeated') granted.set(request.name, request);
        return;
      case 'revoke': {
        const grant = granted.get(request.name);
        if (grant === undefined) return;
        const { wallet } = grant;
        const most = Math.min(grant.amount, request.amount ?? grant.amount);
        if (outcome === 'unanswered') unsure.set(wallet, (unsure.get(wallet) ?? 0) + most);
        revoked.set(wallet, (revoked.get(wallet) ?? 0) + nano);
        return;
      }
      case 'reserve':
        return hearReserve(request, outcome);
      case 'settle':
        return hearSettle(request, reported);
      case 'release':
        if (outcome === 'released') known(request.op, request.attempt).released += 1;
        if (outcome === 'repeated') known(request.op, request.attempt).releasedAgain += 1;
        return;
      case 'sweep':
      case 'heartbeat':
      case 'deregister':
    }
  }

  /**
   * Takes over what was placed by a request that asked again, for want of an answer, when the hold
   * had been closed already.
   */
  function adopt(rows: readonly HoldRow[]): void {
    for (const { op_id: opId, attempt, user_id: userId, amount } of rows) {
      const hold = holds.get(nameOf(opId, attempt));
      if (hold === undefined) continue;
      hold.placed ??=
        hold.refused.find(
          (asked) => asked.amount === amount && userOf(terms, asked.wallet) === userId,
        ) ?? null;
    }
  }

  /** Where a hold must stand now. */
  function statesOf(hold: Known, attempt: number): HoldRow['state'][] {
    if (hold.settled > 0 || hold.charges.length > 0) return ['settled', 'expired'];
    if (hold.released > 0) return ['released'];
    const next = holds.get(nameOf(hold.op.opId, attempt + 1))?.placed ?? null;
    const ends = hold.op.owner !== null || hold.op.ttlMs <= SHORT_TTL_MS;
    if (next !== null || hold.releasedAgain > 0) {
      return ends ? ['released', 'expired'] : ['released'];
    }
    return ends ? ['expired'] : ['held'];
  }

  function compareHolds(rows: readonly HoldRow[]): string[] {
    const found = new Map(rows.map((row) => [nameOf(row.op_id, row.attempt), row]));
    const differences: string[] = [];
    for (const [name, hold] of holds) {
      const row = found.get(name);
      found.delete(name);
      const say = (what: string): void =>
        void differences.push(`${name}: ${what}; ${JSON.stringify({ hold, row })}`);
      if (row === undefined || hold.placed === null) {
        if (row !== undefined || hold.placed !== null) say('held by one account only');
        else if (hold.settled + hold.released + hold.releasedAgain > 0)
          say('closed and never placed');
        continue;
      }
      const attempt = Number(name.split(' ')[1]);
      const { wallet, amount } = hold.placed;
      if (row.user_id !== userOf(terms, wallet) || row.amount !== amount) say('other terms');
      if (!statesOf(hold, attempt).includes(row.state)) say('another state');
      if (new Set(hold.charges).size > 1) say('two charges were told');
      if ((hold.charges[0] ?? null) !== row.charged) say('another charge');
      if (hold.settled > 1 || hold.released > 1) say('closed twice');
      if (hold.settled > 0 && hold.released > 0) say('settled and released');
    }
    for (const name of found.keys()) differences.push(`${name}: nobody was told of it`);
    return differences;
  }

  function compareWallet(wallet: number, row: WalletRow | undefined): string[] {
    const grants = [...granted.values()].filter((grant) => grant.wallet === wallet);
    const mine = [...holds.entries()].filter(([, { placed }]) => placed?.wallet === wallet);
    const expected = {
      granted: sum(grants.map(({ amount }) => amount)),
      revoked: revoked.get(wallet) ?? 0,
      consumed: sum(mine.map(([, { charges }]) => charges[0] ?? 0)),
      reserved: sum(
        mine.map(([name, hold]) =>
          statesOf(hold, Number(name.split(' ')[1])).includes('held')
            ? (hold.placed?.amount ?? 0)
            : 0,
        ),
      ),
    };
    const ends = sum(grants.map(({ livesMs, amount }) => (livesMs === null ? 0 : amount)));
    const found = row ?? EMPTY;
    const differences = (['granted', 'consumed', 'reserved', 'revoked'] as const)
      .filter((name) => {
        const more = found[name] - expected[name];
        return name === 'revoked' ? more < 0 || more > (unsure.get(wallet) ?? 0) : more !== 0;
      })
      .map((name) => `${name} ${found[name]} for ${expected[name]}`);
    if (found.expired > ends) differences.push(`expired ${found.expired} of ${ends}`);
    return differences.map((what) => `wallet ${wallet}: ${what}`);
  }

  return {
    hear(reported) {
      // A grant may be revoked in the burst that makes it.
      const first = reported.filter(({ request }) => request.kind === 'grant');
      const rest = reported.filter(({ request }) => request.kind !== 'grant');
      for (const one of [...first, ...rest]) hearOne(one);
    },
    differences({ wallets, holds: rows }) {
      adopt(rows);
      const byUser = new Map(wallets.map((row) => [row.user_id, row]));
      const numbers = Array.from({ length: terms.wallets }, (_, wallet) => wallet);
      return [
        ...broken,
        ...compareHolds(rows),
        ...numbers.flatMap((wallet) => compareWallet(wallet, byUser.get(userOf(terms, wallet)))),
      ];
    },
    counts: () => counts,
  };
}

const EMPTY = { granted: 0, available: 0, reserved: 0, consumed: 0, revoked: 0, expired: 0 };

const nameOf = (opId: string, attempt: number): string => `${opId} ${attempt}`;

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);
