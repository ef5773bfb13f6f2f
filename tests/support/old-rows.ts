import { rows } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';

/** Rows of one kind to be put into the past, as the owner of the schema. */
export interface OldRows {
  count: number;
  /** How old they are, in days. */
  days: number;
}

const put = (sql: string) => async (owner: Knex, given: OldRows) => {
  await rows(owner, sql, { ...given });
};
const NOBODY = "'00000000-0000-7000-8000-000000000000'";

/** Makes the partition of a day that is long over, as it would stand had the table been there. */
export const putDay = async (
  owner: Knex,
  parent: string,
  days: number,
  key: 'time' | 'uuid7' = 'time',
): Promise<void> => {
  await owner.raw(`
    do $$
    declare
      day date := (now() at time zone 'UTC')::date - ${days};
    begin
      execute format('create table %s partition of %s for values from (%L) to (%L)',
        '${parent}_' || to_char(day, 'YYYYMMDD'), '${parent}',
        maintenance.day_bound('${key}', day), maintenance.day_bound('${key}', day + 1));
    end
    $$`);
};

/** Request records. */
export const putRecords = put(
  `insert into requests.record (id, at, request_id, user_id, api_key_id, mode, route, stream, async,
     status, outcome, attempt, charged_n, total_ms)
   select gen_random_uuid(), now() - :days * interval '1 day', 'req_old', ${NOBODY}, ${NOBODY},
     'test', 'chat', false, false, 200, 'served', 1, 0, 5 from generate_series(1, :count)`,
);

/** Access events. */
export const putAccessEvents = put(
  `insert into audit.access_event (id, at, method, path, status_code, actor_kind, request_id,
     address, duration_ms)
   select gen_random_uuid(), now() - :days * interval '1 day', 'GET', '/v1/models', 401, 'none',
     'req_old', '192.0.2.9', 1 from generate_series(1, :count)`,
);

/** Idempotency keys whose last use is the given number of days ago. */
export const putIdempotencyRecords = put(
  `insert into requests.idempotency (user_id, mode, key_sha, fingerprint, op_id, state, owner,
     lease_until, request_id, body_expires_at, tombstone_until, created_at)
   select gen_random_uuid(), 'test', sha256('k'), sha256('f'), gen_random_uuid(), 'done', ${NOBODY},
     now(), 'req_old', now() - (:days - 1) * interval '1 day',
     now() - (:days - 30) * interval '1 day', now() - :days * interval '1 day'
   from generate_series(1, :count)`,
);

/** Idempotency keys of creations whose use is the given number of days ago. */
export const putCreations = put(
  `insert into requests.creation (actor_id, key_sha, fingerprint, made_id, created_at,
     tombstone_until)
   select gen_random_uuid(), sha256('k'), sha256('f'), gen_random_uuid(),
     now() - :days * interval '1 day', now() - (:days - 30) * interval '1 day'
   from generate_series(1, :count)`,
);

/** Asynchronous operations whose end is the given number of days ago. */
export const putOperations = put(
  `insert into requests.operation (id, user_id, api_key_id, mode, route, request_id, state, status,
     body, created_at, finished_at, expires_at)
   select gen_random_uuid(), ${NOBODY}, ${NOBODY}, 'test', 'chat', 'req_old', 'done', 200, 'x',
     now() - :days * interval '1 day', now() - :days * interval '1 day',
     now() - (:days - 1) * interval '1 day' from generate_series(1, :count)`,
);

/** Videos that have ended; their files are not there, as after a purge that was broken off. */
export const putVideos = put(
  `insert into requests.video (id, user_id, api_key_id, mode, request_id, model, terms,
     catalog_revision, state, gives_up_at, usage, charged_n, media_bytes, media_sha256, created_at,
     finished_at, expires_at)
   select gen_random_uuid(), ${NOBODY}, ${NOBODY}, 'test', 'req_old', 'sandbox/film', '{}', 'x',
     'completed', now(), '{}', 0, 10, '\\x00', now() - :days * interval '1 day',
     now() - :days * interval '1 day', now() + interval '1 day' from generate_series(1, :count)`,
);

/** Sessions of some user whose expiry is the given number of days ago. */
export const putSessions = put(
  `insert into identity.session (id, user_id, expires_at)
   select gen_random_uuid(), (select id from identity.user_account limit 1),
     now() - :days * interval '1 day' from generate_series(1, :count)`,
);

/**
 * Starts the chain of audit events anew in the past: what there was is gone, what comes follows.
 */
export const putAuditEvents = async (owner: Knex, { count, days }: OldRows): Promise<void> => {
  await owner.raw(`
    do $$
    declare
      event audit.event;
      hash_before bytea := decode(repeat('00', 32), 'hex');
    begin
      alter table audit.event disable trigger event_is_final;
      delete from audit.event;
      for place in 1 .. ${count} loop
        event.id := gen_random_uuid();
        event.at := date_trunc('milliseconds', now()) - ${days} * interval '1 day'
          + place * interval '1 millisecond';
        event.actor_kind := 'system';
        event.actor_label := 'the past';
        event.action := 'test.event';
        event.target_kind := 'user';
        event.details := '{}';
        event.seq := place;
        event.previous_hash := hash_before;
        event.hash := audit.event_hash(event);
        insert into audit.event select event.*;
        hash_before := event.hash;
      end loop;
      update audit.chain set seq = ${count}, hash = hash_before, at = event.at;
      alter table audit.event enable trigger event_is_final;
    end
    $$`);
};

/**
 * Grants, settled holds above their price and their entries, of users of their own: some rows of
 * each table of the ledger.
 */
export const putLedger = async (owner: Knex, given: OldRows): Promise<void> => {
  await putDay(owner, 'billing.reservation', given.days, 'uuid7');
  await putDay(owner, 'billing.entry', given.days);
  await putBook(owner, given);
};

/** Grants, settled holds above their price and their entries, in the partitions that there are. */
export const putBook = async (owner: Knex, { count, days }: OldRows): Promise<void> => {
  await owner.raw(`
    do $$
    declare
      moment timestamptz := now() - ${days} * interval '1 day';
      person uuid;
      given uuid;
      op uuid;
    begin
      for place in 1..${count} loop
        person := gen_random_uuid();
        given := billing.uuid7(moment);
        op := billing.uuid7(moment);
        insert into billing.wallet (user_id, granted_n, available_n, consumed_n)
        values (person, 10, 6, 4);
        insert into billing.credit_grant (id, user_id, amount_n, remaining_n, consumed_n,
          created_by, created_at, body_sha)
        values (given, person, 10, 6, 4, 'admin', moment, sha256('b'));
        insert into billing.reservation (op_id, attempt, user_id, api_key_id, amount_n, state,
          charged_n, cost_n, uncovered_n, price_version_id, uplift_bp, estimate, usage,
          usage_source, created_at, expires_at, closed_at, close_reason)
        values (op, 1, person, ${NOBODY}, 4, 'settled', 4, 5, 1, ${NOBODY}, 0, '{}',
          '{"request": 5}', 'provider', moment, moment, moment, 'settled');
        insert into billing.provider_cost (op_id, attempt, cost_n, uncovered_n, reason, at)
        values (op, 1, 5, 1, 'overrun', moment);
        insert into billing.entry (id, user_id, kind, available_n, reserved_n, consumed_n, issued_n,
          grant_id, op_id, attempt, at)
        values
          (billing.uuid7(moment), person, 'grant', 10, 0, 0, -10, given, null, null, moment),
          (billing.uuid7(moment), person, 'reserve', -4, 4, 0, 0, null, op, 1, moment),
          (billing.uuid7(moment), person, 'settle', 0, -4, 4, 0, null, op, 1, moment);
      end loop;
    end
    $$`);
};

/** How many rows each table of the ledger has: a purge must leave these alone. */
export const ledgerCounts = async (owner: Knex): Promise<Record<string, string>> => {
  const tables = await rows<{ name: string }>(
    owner,
    `select c.oid::regclass::text as name from pg_class c
     where c.relnamespace = 'billing'::regnamespace and c.relkind in ('r', 'p')
       and not c.relispartition and c.relname not in ('process', 'forgone') order by 1`,
  );
  const counts: Record<string, string> = {};
  for (const { name } of tables) {
    const [found] = await rows<{ count: bigint }>(owner, `select count(*) as count from ${name}`);
    counts[name] = String(found?.count);
  }
  return counts;
};
