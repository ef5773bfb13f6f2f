import { setTimeout as pause } from 'node:timers/promises';
import { rows } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import type { DemoEnv } from '@tollgate/deploy/seed/demo-env';
import { openClient } from '../client.ts';
import { openLoop } from '../load.ts';
import { ratioOf } from '../stats.ts';
import { ratioText } from '../table.ts';
import type { Planes } from './planes.ts';

/** The least that a policy of request records may say. */
const FLOOR_DAYS = 30;
const CONNECTIONS = 64;
const POLL_MS = 50;

interface PurgeState {
  id: string;
  status: string;
  categories: { rows_purged: string }[];
}

/** What a purge is measured with. */
export interface PurgeBench {
  owner: Knex;
  planes: Planes;
  demo: DemoEnv;
  load: { rate: number; seconds: number };
  /** So many purges, each of an equal share of the days. */
  rounds: number;
}

/**
 * In each round the load runs once alone and once while a purge of the oldest days runs. The sums
 * of what is purged must be the same afterwards.
 */
export async function measurePurges(
  bench: PurgeBench,
): Promise<{ table: string[][]; summary: string }> {
  const { owner, planes, demo, load, rounds } = bench;
  const client = openClient(
    { baseUrl: demo.TOLLGATE_BASE_URL, key: demo.TOLLGATE_API_KEY, model: demo.TOLLGATE_MODEL },
    CONNECTIONS,
  );
  const body = JSON.stringify({
    model: demo.TOLLGATE_MODEL,
    messages: [{ role: 'user', content: 'Say hello.' }],
    max_tokens: 20,
  });
  const table = [['round', 'rows', 'purge s', 'p50 alone', 'p50', 'p99 alone', 'p99']];
  const [alone, during]: [number[], number[]] = [[], []];
  const sumsBefore = await oldSums(owner);
  await openLoop(client, body, load);
  for (let round = 1; round <= rounds; round += 1) {
    const days = await daysOfRound(owner, round, rounds);
    const quiet = await openLoop(client, body, load);
    const underWay = purge(planes, days, round);
    const busy = await openLoop(client, body, load);
    const { seconds, count } = await underWay;
    alone.push(quiet.p99);
    during.push(busy.p99);
    const times = [quiet.p50, busy.p50, quiet.p99, busy.p99].map((time) => time.toFixed(1));
    table.push([String(round), count, seconds.toFixed(1), ...times]);
  }
  client.close();
  const sumsAfter = await oldSums(owner);
  if (sumsAfter !== sumsBefore)
    throw new Error(`a purge changed sums: ${sumsBefore}, ${sumsAfter}`);
  const summary = `p99 during a purge / alone: ${ratioText(ratioOf(during, alone))}; the sums stand as before`;
  return { table, summary };
}

/** The age from which on this round purges: the oldest first, the floor in the last one. */
async function daysOfRound(owner: Knex, round: number, rounds: number): Promise<number> {
  const [oldest] = await rows<{ days: number }>(
    owner,
    'select (current_date - min(cast(at as date))) as days from requests.record',
  );
  const left = (oldest?.days ?? FLOOR_DAYS) - FLOOR_DAYS;
  return FLOOR_DAYS + Math.round((left * (rounds - round)) / (rounds - round + 1));
}

async function purge(
  planes: Planes,
  days: number,
  round: number,
): Promise<{ seconds: number; count: string }> {
  await planes.change('PUT', '/retention-policies/request_records', { days });
  const begun = performance.now();
  const categories = ['request_records'];
  const accepted = await planes.change(
    'POST',
    '/retention-purge',
    { categories },
    `round-${round}`,
  );
  const { id } = JSON.parse(accepted) as PurgeState;
  for (;;) {
    const state = JSON.parse(await planes.platform(`/retention-purge/${id}`)) as PurgeState;
    if (state.status === 'done') {
      return {
        seconds: (performance.now() - begun) / 1_000,
        count: state.categories[0]?.rows_purged ?? '',
      };
    }
    if (state.status === 'failed') throw new Error('the purge failed');
    await pause(POLL_MS);
  }
}

async function oldSums(owner: Knex): Promise<string> {
  const found = await rows(
    owner,
    `select level, sum(requests)::text as requests, sum(charged_n)::text as charged
     from requests.rollup where bucket < current_date - 5 and level <> 'key_month'
     group by level order by level`,
  );
  return JSON.stringify(found);
}
