import { setTimeout as sleep } from 'node:timers/promises';
import type { ReserveItem, SettleItem } from '@tollgate/contract/billing';
import { row, rows } from '@tollgate/db/connect';
import { newUuid } from '@tollgate/runtime/ids';
import { createGrant, revokeGrant } from '../../services/billing/src/grant.queries.ts';
import { deregister, heartbeat } from '../../services/billing/src/process.queries.ts';
import { listWallets } from '../../services/billing/src/wallet.queries.ts';
import {
  releaseBatch,
  reserveBatch,
  settleBatch,
} from '../../services/billing/src/reservation.queries.ts';
import {
  sweepEndedGrants,
  sweepEndedHolds,
  sweepOwners,
} from '../../services/billing/src/sweep.queries.ts';
import { emptyWallet } from '../../services/billing/src/wallet.ts';
import type { TestLedger } from './a-ledger.ts';
import { aHold, releaseOf, settlementOf } from './items.ts';

/** One line of a script: what is asked, and what must be answered. */
interface Line {
  number: number;
  verb: string;
  words: string[];
  expected: string;
  /** Belongs to the batch of the line before. */
  joined: boolean;
}

const SWEEP_ROWS = 100;

/**
 * Plays a script against a ledger. A line is `verb words -> answer`; lines that begin with `+`
 * share the transaction of the line before. Names of users, grants, operations and processes stand
 * for ids. See README.md beside the scripts.
 */
export async function playScript(test: TestLedger, text: string): Promise<void> {
  const names = new Map<string, string>();
  const idOf = (name: string): string => {
    const id = names.get(name) ?? newUuid();
    names.set(name, id);
    return id;
  };
  const holds = new Map<string, ReserveItem>();
  for (const batch of batchesOf(text)) {
    const answers = await playBatch({ test, idOf, names, holds }, batch);
    const where = batch.map((line, index) => `${line.number}: ${line.verb} -> ${answers[index]}`);
    const wanted = batch.map((line) => `${line.number}: ${line.verb} -> ${line.expected}`);
    expect(where).toEqual(wanted);
  }
}

function batchesOf(text: string): Line[][] {
  const batches: Line[][] = [];
  text.split('\n').forEach((raw, index) => {
    const line = parseLine(raw, index + 1);
    if (line === null) return;
    if (line.joined) batches.at(-1)?.push(line);
    else batches.push([line]);
  });
  return batches;
}

function parseLine(raw: string, number: number): Line | null {
  const text = raw.replace(/#.*/, '').trim();
  if (text === '') return null;
  const joined = text.startsWith('+');
  const [asked = '', expected = ''] = text.replace(/^\+/, '').split('->');
  const [verb = '', ...words] = asked.trim().split(/\s+/);
  return { number, verb, words, expected: expected.trim(), joined };
}

interface Stage {
  test: TestLedger;
  idOf: (name: string) => string;
  names: Map<string, string>;
  holds: Map<string, ReserveItem>;
}

async function playBatch(stage: Stage, batch: readonly Line[]): Promise<string[]> {
  const [first] = batch;
  const db = stage.test.replicas[0];
  if (first === undefined) return [];
  switch (first.verb) {
    case 'reserve': {
      const verdicts = await reserveBatch(
        db,
        batch.map((line) => holdOf(stage, line)),
      );
      return verdicts.map(({ outcome, required_nano, available_nano }) =>
        required_nano === undefined ? outcome : `${outcome} ${required_nano} of ${available_nano}`,
      );
    }
    case 'settle': {
      const items = batch.map(({ words: [op = '', cost = '0', ...rest] }) =>
        settlementOf(knownHold(stage, op, rest), Number(cost), termsOf(rest)),
      );
      const verdicts = await settleBatch(db, items);
      return verdicts.map(({ outcome, charged_nano, uncovered_nano }) =>
        outcome === 'unknown'
          ? outcome
          : `${outcome} ${charged_nano}${uncovered_nano === '0' ? '' : ` uncovered ${uncovered_nano}`}`,
      );
    }
    case 'release': {
      const items = batch.map(({ words: [op = '', ...rest] }) =>
        releaseOf(knownHold(stage, op, rest)),
      );
      return (await releaseBatch(db, items)).map(({ outcome }) => outcome);
    }
    default:
      return [await playSingle(stage, first)];
  }
}

function holdOf(stage: Stage, { words }: Line): ReserveItem {
  const [op = '', user = '', amount = '0', ...rest] = words;
  const options = optionsOf(rest);
  const hold = aHold(
    { priceVersionId: stage.test.priceVersionId, userId: stage.idOf(user), amount: BigInt(amount) },
    {
      op_id: stage.idOf(op),
      attempt: Number(options['attempt'] ?? 1),
      owner: options['owner'] === undefined ? null : stage.idOf(options['owner']),
      ...(options['supersedes'] === undefined ? {} : { supersedes: Number(options['supersedes']) }),
    },
  );
  stage.holds.set(`${op} ${hold.attempt}`, hold);
  stage.holds.set(op, hold);
  return hold;
}

/** The hold that a line is about; its user may be named anew, as by a caller who is mistaken. */
function knownHold(stage: Stage, op: string, rest: readonly string[]): ReserveItem {
  const options = optionsOf(rest);
  const attempt = options['attempt'];
  const known = stage.holds.get(attempt === undefined ? op : `${op} ${attempt}`);
  const user = options['user'];
  const hold =
    known ??
    aHold({ priceVersionId: newUuid(), userId: newUuid(), amount: 0 }, { op_id: stage.idOf(op) });
  return user === undefined ? hold : { ...hold, user_id: stage.idOf(user) };
}

/** What a settlement says besides its cost. */
function termsOf(words: readonly string[]): Partial<SettleItem> {
  const { ceiling, source, partial } = optionsOf(words);
  return {
    ...(ceiling === undefined ? {} : { ceiling_nano: ceiling }),
    ...(source === undefined ? {} : { usage_source: source as SettleItem['usage_source'] }),
    ...(partial === undefined ? {} : { partial: partial === 'yes' }),
  };
}

function optionsOf(words: readonly string[]): Record<string, string> {
  const options: Record<string, string> = {};
  for (let at = 0; at + 1 < words.length; at += 2) options[words[at] ?? ''] = words[at + 1] ?? '';
  return options;
}

type Single = (stage: Stage, words: readonly string[]) => Promise<string>;

const grant: Single = async (
  { test, idOf, names },
  [name = '', user = '', amount = '', ...rest],
) => {
  const options = optionsOf(rest);
  const { outcome, grantId } = await createGrant(test.replicas[0], {
    userId: idOf(user),
    amountNano: amount,
    reason: null,
    expiresAt: options['ends'] ?? null,
    actor: 'admin',
    idempotencyKey: options['key'] ?? null,
  });
  if (grantId !== null) names.set(name, grantId);
  return outcome;
};

const revoke: Single = async ({ test, idOf }, [name = '', ...rest]) => {
  const [amount = null] = rest.length % 2 === 0 ? [] : rest;
  const options = optionsOf(rest.slice(rest.length % 2));
  const { outcome, revokedNano } = await revokeGrant(test.replicas[0], {
    grantId: idOf(name),
    amountNano: amount,
    reason: null,
    actor: 'admin',
    idempotencyKey: options['key'] ?? null,
  });
  return ['revoked', 'repeated'].includes(outcome) ? `${outcome} ${revokedNano}` : outcome;
};

/** What happens one at a time. */
const SINGLES: Readonly<Record<string, Single>> = {
  grant,
  revoke,
  beat: async ({ test, idOf }, [name = '']) => {
    await heartbeat(test.replicas[0], { id: idOf(name), service: 'inference' });
    return '';
  },
  deregister: async ({ test, idOf }, [name = '']) =>
    String(await deregister(test.replicas[0], idOf(name))),
  wait: async (_stage, [ms]) => {
    await sleep(Number(ms));
    return '';
  },
  end: async ({ test, idOf }, [name = '']) => {
    await rows(
      test.owner,
      `update billing.reservation set expires_at = now() - interval '1 second'
       where op_id = :opId and state = 'held'`,
      { opId: idOf(name) },
    );
    return '';
  },
  lapse: async ({ test, idOf }, [name = '']) => {
    await rows(
      test.owner,
      'update billing.credit_grant set expires_at = clock_timestamp() where id = :id',
      { id: idOf(name) },
    );
    return '';
  },
  /** Completes records as the worker's job does; the answer is how many were made anew. */
  complete: async ({ test }) => {
    const found = await row<{ recovered: number }>(
      test.owner,
      `select recovered from requests.complete_records(now() - interval '1 h', now() + interval '1 h')`,
    );
    return String(found?.recovered);
  },
  sweep: async ({ test }, [what = '', leaseMs]) =>
    String(await sweepOf(what, Number(leaseMs))(test.replicas[0], SWEEP_ROWS)),
};

function playSingle(stage: Stage, { verb, words }: Line): Promise<string> {
  const single = SINGLES[verb];
  return single === undefined ? readSingle(stage, verb, words[0] ?? '') : single(stage, words);
}

function sweepOf(what: string, leaseMs: number): typeof sweepEndedHolds {
  if (what === 'owners') return sweepOwners(leaseMs);
  return what === 'holds' ? sweepEndedHolds : sweepEndedGrants;
}

async function readSingle(stage: Stage, verb: string, name: string): Promise<string> {
  const db = stage.test.replicas[0];
  const id = stage.idOf(name);
  switch (verb) {
    case 'wallet': {
      const wallet = (await listWallets(db, [id]))[0] ?? emptyWallet(id);
      return ['available', 'reserved', 'consumed', 'revoked', 'expired']
        .map((account) => [account, wallet[`${account}_nano` as keyof typeof wallet]])
        .filter(([, nano]) => nano !== '0')
        .map(([account, nano]) => `${account} ${nano}`)
        .join(' ');
    }
    case 'left': {
      const found = await row<{ left: string }>(
        db,
        'select cast(remaining_n as text) as left from billing.credit_grant where id = :id',
        { id },
      );
      return found?.left ?? 'nothing';
    }
    case 'entries': {
      const found = await rows<{ kind: string }>(
        db,
        'select kind from billing.entry where user_id = :id order by id',
        { id },
      );
      return found.map(({ kind }) => kind).join(' ');
    }
    case 'lowest': {
      const found = await row<{ lowest: string }>(
        db,
        `select cast(min(available) as text) as lowest from (
           select sum(available_n) over (order by id) as available
           from billing.entry where user_id = :id
         ) replay`,
        { id },
      );
      return found?.lowest ?? 'nothing';
    }
    case 'memo': {
      const found = await row<{ memo: string }>(
        db,
        `select uncovered_n || ' ' || reason
           || case when covered_n > 0 then ' covered ' || covered_n else '' end as memo
         from billing.provider_cost
         where op_id = :id`,
        { id },
      );
      return found?.memo ?? 'nothing';
    }
    default:
      throw new Error(`no such verb: ${verb}`);
  }
}
