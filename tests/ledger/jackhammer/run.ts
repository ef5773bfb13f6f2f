import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { createBillingClient } from '@tollgate/billing-client/billing-client';
import type { Billing } from '@tollgate/billing-client/billing-client';
import { connectDatabase, row, rows } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { createServiceTokenSigner } from '@tollgate/http/service-token';
import { scaleTimers } from '@tollgate/runtime/timers';
import { aPriceVersion } from '../a-ledger.ts';
import { testCluster } from '../../support/cluster.ts';
import { aDatabase } from '../../support/database.ts';
import { aRedis } from '../../support/redis.ts';
import { aServiceEnvironment } from '../../support/service-environment.ts';
import { startService } from '../../support/service-process.ts';
import type { RunningService } from '../../support/service-process.ts';
import type { FromHand, HandSetUp, Outcome, ToHand } from './hand.ts';
import { createModel } from './model.ts';
import type { Book, HoldRow, Model, WalletRow } from './model.ts';
import { killOf, processOf, SHORT_GRANT_MS, SHORT_TTL_MS } from './plan.ts';
import type { Terms } from './plan.ts';

/** What a run is asked for. */
export interface RunOptions extends Omit<Terms, 'begunMs'> {
  rounds: number;
  say: (line: string) => void;
}

/** What a run has come to. */
export interface RunResult {
  /** What was wrong, round by round; empty when all is well. */
  faults: string[];
  model: Model;
  /** The book after the last round. */
  book: Book;
  requests: number;
}

const BILLING_CALL_MS = 5_000;
const HAND = new URL('hand.ts', import.meta.url);
const MINUTE_MS = 60_000;
/**
 * A deregistration goes past wallets that are locked, as by a request whose caller has given up:
 * others follow for so long.
 */
const DEREGISTRATIONS_MS = 10_000;

/**
 * Grants and revocations leave audit events, which the administrators' service would have written.
 */
const TELL_GRANTS = `
  insert into audit.handed_in (id, actor_kind, actor_label, action, target_kind, target_id, user_id, details)
  select gen_random_uuid(), 'system', 'jackhammer', told.action, 'credit_grant', told.id, told.user_id,
    told.details
  from (
    select id, user_id, 'credit_grant.create' as action,
      jsonb_build_object('amount', amount_n / 1e9, 'expires_at', expires_at) as details
    from billing.credit_grant
    union all
    select grant_id, user_id, 'credit_grant.revoke', jsonb_build_object('revoked', issued_n / 1e9)
    from billing.entry where kind = 'revoke'
  ) told
  where not exists (
    select from audit.event v
    where v.target_id = told.id and v.action = told.action
      and v.details = told.details)`;

/** What the rounds are played on. */
interface Stage {
  terms: Terms;
  owner: Knex;
  replicas: [RunningService, RunningService];
  hands: Hand[];
  admin: Billing;
  inference: Billing;
  workers: Billing[];
}

/** A hand as the runner has it. */
interface Hand {
  report(message: ToHand): Promise<FromHand>;
  leave(): void;
}

/**
 * Plays rounds of the jackhammer on a database of its own; `testCluster` must be running. Stops
 * after the first round with a fault, so that what it left can be looked at by its seed.
 */
export async function runJackhammer(options: RunOptions): Promise<RunResult> {
  const { rounds, say, seed, processes, wallets } = options;
  const terms: Terms = { seed, processes, wallets, begunMs: Date.now() };
  const model = createModel(terms);
  const result: RunResult = { faults: [], model, book: { wallets: [], holds: [] }, requests: 0 };
  await onStage(terms, async (stage) => {
    const judged = async (round: number): Promise<string[]> => {
      const begunMs = performance.now();
      const reported = await playRound(stage, round);
      const playedMs = performance.now() - begunMs;
      result.requests += reported.length;
      model.hear(reported);
      await settleDown(stage);
      result.book = await readBook(stage.owner);
      const rate = Math.round((reported.length / playedMs) * 1_000);
      say(`round ${round}: ${reported.length} requests, ${rate} a second`);
      return [...model.differences(result.book), ...(await verified(stage.admin))];
    };
    for (let round = 0; round < rounds && result.faults.length === 0; round += 1) {
      // A request that is never answered is a finding as well, and its seed is worth as much.
      const found = await judged(round).catch((error: unknown) => [String(error)]);
      result.faults.push(...found.map((fault) => `round ${round}: ${fault}`));
    }
  });
  return result;
}

async function onStage(terms: Terms, work: (stage: Stage) => Promise<void>): Promise<void> {
  const { keys } = await testCluster();
  const database = await aDatabase();
  const redis = await aRedis();
  const owner = connectDatabase({ url: database.url, applicationName: 'jackhammer', poolMax: 2 });
  const drops: (() => unknown)[] = [() => owner.destroy()];
  try {
    const surroundings = { database, redis };
    const environment = await aServiceEnvironment('billing', surroundings);
    // The sweeps and looks of a real billing; what has to happen within a round is asked for.
    const env = { ...environment, TIMER_SCALE: '1' };
    const replicas: RunningService[] = [];
    for (const _ of [0, 1]) {
      const replica = await startService('billing', env);
      replicas.push(replica);
      drops.push(() => replica.drop());
    }
    const [first, second] = replicas as [RunningService, RunningService];
    const priceVersionId = await aPriceVersion(owner, { request: '1000' });
    const keyOf = (service: string): string => JSON.stringify(keys.signing[service]);
    const signing = {
      inference: keyOf('inference'),
      admin: keyOf('admin'),
      worker: keyOf('worker'),
    };
    const hands = Array.from({ length: terms.processes }, () => startHand());
    drops.push(() => hands.forEach((hand) => hand.leave()));
    const urls: [string, string] = [first.url, second.url];
    await Promise.all(
      hands.map((one, hand) =>
        one.report({ setUp: { terms, hand, urls, signing, priceVersionId } satisfies HandSetUp }),
      ),
    );
    const clientOf = async (service: keyof typeof signing, baseUrl: string): Promise<Billing> =>
      createBillingClient({
        baseUrl,
        signer: await createServiceTokenSigner(signing[service]),
        timers: { ...scaleTimers(1), billingCall: BILLING_CALL_MS },
      });
    await work({
      terms,
      owner,
      replicas: [first, second],
      hands,
      admin: await clientOf('admin', first.url),
      inference: await clientOf('inference', first.url),
      workers: [await clientOf('worker', first.url), await clientOf('worker', second.url)],
    });
  } finally {
    for (const drop of drops.reverse()) await drop();
    await redis.drop();
    await database.drop();
  }
}

function startHand(): Hand {
  const child: ChildProcess = fork(HAND, { execArgv: ['--disable-warning=ExperimentalWarning'] });
  return {
    report: (message) =>
      new Promise((resolve, reject) => {
        const end = (): void => {
          child.removeAllListeners('message');
          child.removeAllListeners('exit');
        };
        child.once('exit', (code) => {
          end();
          reject(new Error(`a hand ended with ${code}`));
        });
        child.once('message', (answer: FromHand) => {
          end();
          if ('failed' in answer) reject(new Error(answer.failed));
          else resolve(answer);
        });
        child.send(message);
      }),
    leave: () => void (child.connected && child.disconnect()),
  };
}

/** All hands at once, and where the seed says so a replica is killed meanwhile. */
async function playRound(stage: Stage, round: number): Promise<Outcome[]> {
  const playing = Promise.all(stage.hands.map((hand) => hand.report({ round })));
  const [answers] = await Promise.all([playing, kill(stage, round)]);
  return answers.flatMap((answer) => ('reported' in answer ? answer.reported : []));
}

async function kill({ terms, replicas }: Stage, round: number): Promise<void> {
  const planned = killOf(terms, round);
  if (planned === null) return;
  await sleep(planned.afterMs);
  await replicas[planned.replica].kill('SIGKILL');
  await replicas[planned.replica].start();
}

/** Holds that a process still answers for. */
async function ownedHolds(owner: Knex): Promise<number> {
  const found = await row<{ count: number }>(
    owner,
    `select cast(count(*) as int) as count from billing.reservation
     where state = 'held' and owner is not null`,
  );
  return found?.count ?? Number.NaN;
}

/**
 * Everybody leaves, what ends has ended, and all of it is swept; records follow as the worker's job
 * makes them.
 */
async function settleDown({ terms, owner, inference, workers }: Stage): Promise<void> {
  const until = performance.now() + DEREGISTRATIONS_MS;
  do {
    for (let hand = 0; hand < terms.processes; hand += 1) {
      await inference.deregister(processOf(terms, hand));
    }
  } while ((await ownedHolds(owner)) > 0 && performance.now() < until);
  await sleep(Math.max(SHORT_TTL_MS, SHORT_GRANT_MS));
  for (const worker of [...workers, ...workers]) await worker.sweep();
  await rows(owner, TELL_GRANTS);
  await rows(owner, 'select * from requests.complete_records(:from, :until)', {
    from: new Date(terms.begunMs - MINUTE_MS),
    until: new Date(Date.now() + MINUTE_MS),
  });
}

async function verified(admin: Billing): Promise<string[]> {
  const { checks } = await admin.verifyLedger();
  if (checks.length === 0) return ['no invariant was run'];
  return checks
    .filter(({ ok }) => !ok)
    .map(({ id, invariant, violations }) => `${id} ${invariant}: ${JSON.stringify(violations)}`);
}

async function readBook(owner: Knex): Promise<Book> {
  const wallets = await rows<WalletRow>(
    owner,
    `select user_id, granted_n as granted, available_n as available, reserved_n as reserved,
       consumed_n as consumed, revoked_n as revoked, expired_n as expired from billing.wallet`,
  );
  const holds = await rows<HoldRow>(
    owner,
    `select op_id, attempt, user_id, amount_n as amount, state,
       coalesce(charged_n, late_charged_n) as charged from billing.reservation`,
  );
  return { wallets: wallets.map(plain), holds: holds.map(plain) };
}

/** The amounts of a jackhammer are small; the driver gives them as bigint. */
function plain<Row extends object>(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'bigint' ? Number(value) : (value as unknown),
    ]),
  ) as Row;
}
