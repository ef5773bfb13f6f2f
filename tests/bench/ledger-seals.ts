/**
 * What a look at the whole ledger takes with what is sealed behind the open part: one database that
 * grows by days of history, which are sealed as billing does it, while what is open stays as large
 * as it is.
 */
import { connectDatabase, row, rows } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { setTimeout as pause } from 'node:timers/promises';
import { createLogger } from '@tollgate/runtime/logger';
import { scaleTimers } from '@tollgate/runtime/timers';
import type { Watch } from '../../services/billing/src/run-invariants.ts';
import { createSealer } from '../../services/billing/src/sealer.ts';
import type { Sealer } from '../../services/billing/src/sealer.ts';
import { sealStretch } from '../../services/billing/src/seal.queries.ts';
import { findNextStretch } from '../../services/billing/src/stretch.ts';
import { createVerifier } from '../../services/billing/src/verifier.ts';
import type { Verifier } from '../../services/billing/src/verifier.ts';
import { aDatabase } from '../support/database.ts';
import { median } from './stats.ts';
import { grid } from './table.ts';

/** How large the history becomes, and how it is looked at. */
export interface SealOptions {
  /** Holds of the history, each size on top of the one before. */
  sizes: readonly number[];
  /** Holds of the open part. */
  open: number;
  /** Looks of each size. */
  rounds: number;
  /** Whether every row is read once as well, for each size. */
  isFull: boolean;
  /** Whether stretches are sealed without being verified, which takes a third of the time. */
  isTrusted: boolean;
}

interface Bench {
  owner: Knex;
  sealer: Sealer;
  verifier: Verifier;
  say(text: string): void;
}

const STATEMENT_MS = 14_400_000;
const USERS = 1_000;
/** Holds of one day of the history. */
const DAY_HOLDS = 200_000;
/** A day without its end, so that no movement is of the day behind. */
const DAY_SECONDS = 86_340;
/** The history is so old that its records are not compared any more. */
const RECORDS_DAYS = 5;
const GRANT_NANO = '1000000000000';
const OPEN_MINUTES = 50;
const LIMIT_MS = 14_400_000;
const MS_PER_SECOND = 1_000;
const MILLION = 1_000_000;
const SLOWEST = 3;
const TERMS = { entriesMax: 200_000, quietMs: 3_600_000 };
/** How long backends keep their statistics to themselves, in milliseconds. */
const STATISTICS_MS = 11_000;

/** @returns the table */
export async function benchSeals(
  options: SealOptions,
  say: (text: string) => void,
): Promise<string> {
  const database = await aDatabase();
  const open = (url: string): Knex =>
    connectDatabase({
      url,
      applicationName: 'bench-seals',
      poolMax: 2,
      statementTimeoutMs: STATEMENT_MS,
    });
  const owner = open(database.url);
  const billing = open(database.urlOf('tollgate_billing'));
  const terms = { timers: scaleTimers(1), logger: createLogger('bench', 'error') };
  const whole = { db: billing, limitMs: LIMIT_MS };
  const bench: Bench = {
    owner,
    sealer: createSealer({ ...terms, ...whole, trustedRoles: [] }),
    verifier: createVerifier({ ...terms, db: billing, whole }),
    say,
  };
  try {
    return await measureAll(bench, options);
  } finally {
    await Promise.all([owner.destroy(), billing.destroy()]);
    await database.drop();
  }
}

async function measureAll(bench: Bench, options: SealOptions): Promise<string> {
  const days = Math.ceil(Math.max(...options.sizes) / DAY_HOLDS);
  await begin(bench.owner, days);
  await fill(bench.owner, {
    count: options.open,
    from: `now() - interval '${OPEN_MINUTES} minutes'`,
    seconds: OPEN_MINUTES * 60 - 60,
  });
  await followOpen(bench.owner);
  const lines: string[][] = [];
  let filled = 0;
  for (const size of options.sizes) {
    for (; filled < size; filled += DAY_HOLDS) {
      const from = `date_trunc('day', now(), 'UTC') - interval '${days + RECORDS_DAYS - filled / DAY_HOLDS} days'`;
      await fill(bench.owner, { count: DAY_HOLDS, from, seconds: DAY_SECONDS });
      if ((filled / DAY_HOLDS) % 5 === 4) bench.say(`${filled + DAY_HOLDS} holds are filled`);
    }
    await follow(bench.owner);
    lines.push(await measure(bench, size, options));
    bench.say(lines.at(-1)?.join(' | ') ?? '');
  }
  return `What is open: ${options.open} holds. Medians of ${options.rounds} looks\n${grid([
    [
      'holds',
      'seals',
      'sealing, s a million',
      'look, s',
      'blocks, M',
      'slowest of them, s',
      'full, s',
      'GB',
    ],
    ...lines,
  ])}`;
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / MS_PER_SECOND;
}

async function measure(bench: Bench, size: number, options: SealOptions): Promise<string[]> {
  const before = await countSealed(bench.owner);
  const sealing = await seconds(() =>
    options.isTrusted ? sealTrusted(bench.owner) : bench.sealer.seal(),
  );
  const after = await countSealed(bench.owner);
  await bench.owner.raw('vacuum analyze');
  const looks: number[] = [];
  const touched: number[] = [];
  let parts: [string, number][] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    parts = [];
    const blocks = await countBlocks(bench.owner);
    looks.push(await seconds(() => lookOnce(bench, 'open', parts)));
    touched.push((await countBlocks(bench.owner)) - blocks);
  }
  const full = options.isFull
    ? (await seconds(() => lookOnce(bench, 'whole', []))).toFixed(0)
    : '-';
  const slowest = parts.toSorted(([, one], [, other]) => other - one).slice(0, SLOWEST);
  const stored = await row<{ gigabytes: number }>(
    bench.owner,
    `select cast(sum(pg_total_relation_size(inhrelid)) / 1e9 as float8) as gigabytes from pg_inherits
     where inhparent in (cast('billing.reservation' as regclass), cast('billing.entry' as regclass))`,
  );
  return [
    size.toLocaleString('en'),
    String(after.seals),
    (sealing / ((after.holds - before.holds) / MILLION)).toFixed(0),
    median(looks).toFixed(1),
    (median(touched) / MILLION).toFixed(2),
    slowest.map(([id, took]) => `${id} ${took.toFixed(1)}`).join(', '),
    full,
    (stored?.gigabytes ?? 0).toFixed(1),
  ];
}

async function sealTrusted(owner: Knex): Promise<void> {
  for (;;) {
    const stretch = await findNextStretch(owner, TERMS);
    if (stretch === null || (await sealStretch(owner, stretch)) === null) return;
  }
}

/** @throws Error naming what is broken: the history is a sound ledger */
async function lookOnce(
  { verifier }: Bench,
  extent: 'open' | 'whole',
  parts: [string, number][],
): Promise<void> {
  let begun = 0;
  const watch: Watch = {
    begins: () => (begun = performance.now()),
    ends: ({ id }) => parts.push([id, (performance.now() - begun) / MS_PER_SECOND]),
  };
  const { checks } = await verifier.verify(watch, extent);
  const broken = checks.filter(({ ok }) => !ok);
  if (broken.length > 0) throw new Error(`broken: ${JSON.stringify(broken)}`);
}

/** Blocks that were read from memory or disk: what work was done, however busy the machine is. */
async function countBlocks(owner: Knex): Promise<number> {
  await pause(STATISTICS_MS);
  const found = await row<{ blocks: number }>(
    owner,
    `select cast(blks_hit + blks_read as float8) as blocks from pg_stat_database
     where datname = current_database()`,
  );
  return found?.blocks ?? Number.NaN;
}

async function countSealed(owner: Knex): Promise<{ seals: number; holds: number }> {
  const found = await row<{ seals: number; holds: number }>(
    owner,
    `select cast(count(*) as float8) as seals, cast(coalesce(sum(holds), 0) as float8) as holds
     from billing.seal`,
  );
  return found ?? { seals: 0, holds: 0 };
}

/**
 * Users with a key, and a grant each from before everything; a price as old. The trail of that time
 * is gone, as retention leaves it.
 */
async function begin(owner: Knex, days: number): Promise<void> {
  const given = `date_trunc('day', now(), 'UTC') - interval '${days + RECORDS_DAYS + 1} days'`;
  const back = days + RECORDS_DAYS + 2;
  await rows(owner, 'select maintenance.ensure_partitions(:back, 7)', { back });
  await owner.raw(`
    create table public.bench_user as
      select n, gen_random_uuid() as user_id, gen_random_uuid() as key_id, gen_random_uuid() as grant_id
      from generate_series(0, ${USERS - 1}) n;
    insert into identity.user_account (id, email, name, password_hash)
      select user_id, user_id || '@test.invalid', 'Somebody', 'none' from public.bench_user;
    insert into keys.api_key (id, owner_id, name, mode, digest, prefix, last4)
      select key_id, user_id, 'key', 'live', sha256(uuid_send(key_id)), 'svc_live_aaaa', 'bbbb'
      from public.bench_user;
    insert into catalog.provider (prefix, family) values ('test', 'sandbox');
    insert into catalog.model (id, provider, family, upstream_model, public_id, draft)
      values (gen_random_uuid(), 'test', 'sandbox', 'bench', 'test/bench', '{}');
    insert into catalog.price_version (id, model_id, prices, effective_at, created_at, created_by)
      select gen_random_uuid(), id, '{"request": "1000"}', ${given}, ${given}, id from catalog.model;
    update audit.chain set anchor_at = now();
    insert into billing.wallet (user_id, granted_n, available_n)
      select user_id, ${GRANT_NANO}, ${GRANT_NANO} from public.bench_user;
    insert into billing.credit_grant (id, user_id, amount_n, remaining_n, created_by, created_at, body_sha)
      select grant_id, user_id, ${GRANT_NANO}, ${GRANT_NANO}, 'bench', ${given}, '' from public.bench_user;
    insert into billing.entry (id, user_id, kind, available_n, issued_n, grant_id, at)
      select billing.uuid7(${given}), user_id, 'grant', ${GRANT_NANO}, -${GRANT_NANO}, grant_id, ${given}
      from public.bench_user;
    insert into requests.rollup_kind (mode, provider, model, route, status, outcome, error_code)
      values ('live', 'test', 'test/bench', '/v1/chat/completions', 200, 'served', '');
    create table public.bench_sum (user_id uuid, day timestamptz, charged_n bigint)`);
}

interface Filling {
  count: number;
  /** The first moment, in SQL. */
  from: string;
  seconds: number;
}

/** Holds that were settled two seconds later, evenly over the time. */
async function fill(owner: Knex, { count, from, seconds: long }: Filling): Promise<void> {
  const moment = `${from} + make_interval(secs => ${long} * (turn.n / cast(${count} as float8)))`;
  await owner.raw(`
    with made as materialized (
      select u.user_id, u.key_id, ${moment} as at, billing.uuid7(${moment}) as op_id
      from generate_series(0, ${count - 1}) as turn (n)
      join public.bench_user u on u.n = turn.n % ${USERS}
    ), held as (
      insert into billing.reservation (op_id, attempt, user_id, api_key_id, amount_n, state,
        charged_n, cost_n, uncovered_n, price_version_id, uplift_bp, estimate, usage, usage_source,
        created_at, expires_at, closed_at, close_reason)
      select op_id, 1, user_id, key_id, 2, 'settled', 1, 1, 0,
        (select id from catalog.price_version), 0, '{"request": 2}', '{"request": 1}', 'provider',
        at, at + interval '10 minutes', at + interval '2 seconds', 'settled' from made
    ), moved as (
      insert into billing.entry (id, user_id, kind, available_n, reserved_n, consumed_n, op_id,
        attempt, at)
      select billing.uuid7(at), user_id, 'reserve', -2, 2, 0, op_id, 1, at from made
      union all
      select billing.uuid7(at + interval '2 seconds'), user_id, 'settle', 1, -2, 1, op_id, 1,
        at + interval '2 seconds' from made
    )
    insert into public.bench_sum
    select user_id, date_trunc('day', at + interval '2 seconds', 'UTC'), count(*) from made
    group by 1, 2`);
}

/** Wallets, grants and sums of requests follow with what was filled. */
async function follow(owner: Knex): Promise<void> {
  await owner.transaction(async (trx) =>
    trx.raw(`
    create temporary table summed on commit drop as
      select u.user_id, u.key_id, u.grant_id, s.day, cast(sum(s.charged_n) as bigint) as charged_n
      from public.bench_sum s join public.bench_user u using (user_id) group by 1, 2, 3, 4;
    insert into billing.grant_day select grant_id, cast(day at time zone 'UTC' as date), charged_n from summed
      on conflict (grant_id, day) do update set consumed_n = grant_day.consumed_n + excluded.consumed_n;
    insert into requests.rollup
      select l.level, l.bucket, l.user_id, l.key_id, k.id, sum(charged_n), 0, 0, 0, 0, 0, sum(charged_n), 0, 0
      from summed s cross join requests.rollup_kind k cross join lateral (values
        ('all_hour', day, '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000'),
        ('all_day', day, '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000'),
        ('key_hour', day, s.user_id, s.key_id), ('key_day', day, s.user_id, s.key_id),
        ('key_month', date_trunc('month', day, 'UTC'), s.user_id, s.key_id)
      ) l (level, bucket, user_id, key_id)
      group by 1, 2, 3, 4, 5
      on conflict (level, bucket, user_id, api_key_id, kind_id) do update
      set requests = rollup.requests + excluded.requests, charged_n = rollup.charged_n + excluded.charged_n;
    set local session_replication_role = replica;
    update billing.credit_grant g set consumed_n = consumed_n + d.n, remaining_n = remaining_n - d.n
      from (select grant_id, sum(charged_n) as n from summed group by 1) d where d.grant_id = g.id;
    update billing.wallet w set consumed_n = consumed_n + d.n, available_n = available_n - d.n
      from (select user_id, sum(charged_n) as n from summed group by 1) d where d.user_id = w.user_id;
    truncate public.bench_sum`),
  );
}

/** What is open has its request records, receipts and events, as calls leave them. */
async function followOpen(owner: Knex): Promise<void> {
  await owner.raw(`
    insert into requests.record (id, at, request_id, user_id, api_key_id, mode, route, provider, model,
      stream, async, status, outcome, attempt, charged_n, total_ms, queue_ms, price_version_id,
      uplift_bp, usage, usage_source, receipt)
    select op_id, created_at, 'req', user_id, api_key_id, 'live', '/v1/chat/completions', 'test',
      'test/bench', false, false, 200, 'served', 1, 1, 2000, 1, price_version_id, 0, usage, usage_source,
      jsonb_build_object('cost_nano', '1', 'hold_nano', '2', 'ceiling_nano', null, 'partial', false,
        'lines', jsonb_build_array(jsonb_build_object(
          'dimension', 'request', 'quantity', 1, 'price_pico', '1000')))
    from billing.reservation;
    insert into audit.access_event (id, at, method, path, status_code, actor_kind, actor_id, user_id,
      request_id, address, duration_ms, op_id)
    select op_id, created_at, 'POST', '/v1/chat/completions', 200, 'key', api_key_id, user_id, 'req', '',
      2000, op_id
    from billing.reservation`);
  // The sums of these records are there already; wallets and grants follow as for the others.
  await owner.raw('delete from requests.rollup; delete from requests.rollup_kind where id > 1');
  await follow(owner);
}
