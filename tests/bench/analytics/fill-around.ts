import { gzipSync } from 'node:zlib';
import { rows } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { idOf } from './fill.ts';
import type { FillPlan } from './fill.ts';

/** Users beside those whose requests are filled; each has three keys. */
const USERS = 10_000;
const ACCESS_EVENTS = 500_000;
const AUDIT_EVENTS = 50_000;
/** Events of the trail written by one statement: the chain is made at its commit. */
const AUDIT_AT_ONCE = 5_000;
/** Half of the operations, and half of the videos, belong to the first user. */
const OPERATIONS = 100_000;
const VIDEOS = 50_000;
/** Settled holds with two movements each, one in twenty of the first user. */
const HOLDS = 300_000;
const MODELS = 500;

/** Evenly over the days of the records, the youngest left alone as there. */
const MOMENT = `now() - interval '6 days' - make_interval(secs => :days * 86400 * (1 - n / cast(:count as float8)))`;

const PEOPLE = `
insert into identity.user_account (id, email, name, password_hash, created_at)
select ${idOf(`'user' || n`)}, 'person-' || n || '@bench.example', 'Person ' || n, 'none', ${MOMENT}
from generate_series(1, cast(:count as int)) n on conflict do nothing`;

const KEYS = `
insert into keys.api_key (id, owner_id, name, mode, digest, prefix, last4, created_at)
select ${idOf(`'key' || n || '-' || k`)}, ${idOf(`'user' || n`)}, 'key ' || k, 'live',
  sha256(convert_to(n || '-' || k, 'UTF8')), 'svc_live_' || lpad(to_hex(n), 4, '0'),
  lpad(to_hex(n * 3 + k), 4, '0'), ${MOMENT}
from generate_series(1, cast(:count as int)) n, generate_series(0, 2) k on conflict do nothing`;

const ACCESS = `
insert into audit.access_event (id, at, method, path, route, status_code, actor_kind, actor_id,
  user_id, request_id, address, duration_ms)
select billing.uuid7(m.at), m.at, 'GET', '/v1/models/' || n % 100, '/v1/models/:model',
  case when n % 50 = 0 then 404 else 200 end, 'key', ${idOf(`'key' || 1 + n % 299 || '-0'`)},
  case when n % 20 = 0 then cast(:userId as uuid) else ${idOf(`'user' || 1 + n % 299`)} end,
  'req_a' || n, '127.0.0.1', 3
from (select n, now() - make_interval(secs => 89 * 86400 * (1 - n / cast(:count as float8))) as at
  from generate_series(1, cast(:count as int)) n) m`;

const TRAIL = `
insert into audit.handed_in (id, actor_kind, actor_label, action, target_kind, target_id, user_id, details)
select gen_random_uuid(), 'user', 'person-' || n || '@bench.example',
  case when n % 3 = 0 then 'key.create' else 'auth.login' end, 'user',
  ${idOf(`'user' || 1 + n % 299`)},
  case when n % 20 = 0 then cast(:userId as uuid) else ${idOf(`'user' || 1 + n % 299`)} end, '{}'
from generate_series(1, cast(:count as int)) n`;

/** The answer of an operation as it is kept. */
const ANSWER = gzipSync('{"object":"chat.completion","choices":[]}').toString('hex');

const LATER = `
insert into requests.operation (id, user_id, api_key_id, mode, route, request_id, state, status,
  headers, body, created_at, finished_at, expires_at)
select billing.uuid7(m.at), case when n % 2 = 0 then cast(:userId as uuid)
    else ${idOf(`'user' || 1 + n % 299`)} end, cast(:keyId as uuid), 'live', 'POST /v1/chat/completions',
  'req_o' || n, 'done', 200, '{}', '\\x${ANSWER}', m.at, m.at, now() + interval '10 days'
from (select n, ${MOMENT} as at from generate_series(1, cast(:count as int)) n) m`;

const VIDEO = `
insert into requests.video (id, user_id, api_key_id, mode, request_id, model, terms, catalog_revision,
  state, gives_up_at, charged_n, created_at, finished_at, media_bytes, media_sha256, expires_at)
select billing.uuid7(m.at), case when n % 2 = 0 then cast(:userId as uuid)
    else ${idOf(`'user' || 1 + n % 299`)} end, cast(:keyId as uuid), 'live', 'req_f' || n, 'acme/video',
  '{"seconds": 4, "resolution": "720p", "aspectRatio": null, "sound": true, "input": "text"}', 'x',
  'completed', m.at, 1, m.at, m.at, 1000, '\\x00', now() + interval '10 days'
from (select n, ${MOMENT} as at from generate_series(1, cast(:count as int)) n) m`;

const BOOK = `
with made as materialized (
  select n, at, billing.uuid7(at) as op_id,
    case when n % 20 = 0 then cast(:userId as uuid) else ${idOf(`'user' || 1 + n % 299`)} end as user_id
  from (select n, ${MOMENT} as at from generate_series(1, cast(:count as int)) n) m
), held as (
  insert into billing.reservation (op_id, attempt, user_id, api_key_id, amount_n, state, charged_n,
    cost_n, uncovered_n, price_version_id, uplift_bp, estimate, usage, usage_source, created_at,
    expires_at, closed_at, close_reason)
  select op_id, 1, user_id, user_id, 1, 'settled', 1, 1, 0, user_id, 0, '{"request":1}',
    '{"request":1}', 'provider', at, at, at, 'settled' from made
)
insert into billing.entry (id, user_id, kind, available_n, reserved_n, consumed_n, op_id, attempt, at)
select billing.uuid7(at), user_id, 'reserve', -1, 1, 0, op_id, 1, at from made
union all
select billing.uuid7(at), user_id, 'settle', 0, -1, 1, op_id, 1, at from made`;

const CATALOGUE = `
insert into catalog.model (id, provider, family, upstream_model, public_id, draft)
select billing.uuid7(now()), provider, family, 'bench-' || n, provider || '/bench-' || n, draft
from (select provider, family, draft from catalog.model limit 1) one,
  generate_series(1, cast(:count as int)) n on conflict do nothing`;

/**
 * Everything that the consoles list beside requests, in the amounts that a busy year leaves. Does
 * nothing where it is there.
 */
export async function fillAround(
  owner: Knex,
  who: { userId: string; keyId: string },
  { days, say }: Pick<FillPlan, 'days' | 'say'>,
): Promise<void> {
  const there = await rows(
    owner,
    `select id from identity.user_account where email = 'person-1@bench.example'`,
  );
  if (there.length > 0) return;
  const write = async (what: string, sql: string, count: number): Promise<void> => {
    const begun = performance.now();
    const given = { ...who, days, count };
    const needed = Object.entries(given).filter(([name]) => sql.includes(`:${name}`));
    await owner.raw(sql, Object.fromEntries(needed));
    say(`${count} ${what} after ${Math.round((performance.now() - begun) / 1_000)} s`);
  };
  await write('models', CATALOGUE, MODELS);
  await write('videos', VIDEO, VIDEOS);
  await write('operations', LATER, OPERATIONS);
  await write('access events', ACCESS, ACCESS_EVENTS);
  await write('holds with their movements', BOOK, HOLDS);
  for (let count = 0; count < AUDIT_EVENTS; count += AUDIT_AT_ONCE) {
    await write('events of the trail', TRAIL, AUDIT_AT_ONCE);
  }
  // The last, since they tell that all is there.
  await owner.transaction(async (trx) => {
    await trx.raw(PEOPLE, { days, count: USERS });
    await trx.raw(KEYS, { days, count: USERS });
  });
  await owner.raw('vacuum analyze');
}
