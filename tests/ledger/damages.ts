import { RECORDED } from './busy-ledger.ts';

/** The invariants that see it (space between), what it is, and the statements that do it. */
export type Damage = readonly [ids: string, what: string, sql: string];

/** The charges that a condition picks, for the statements behind. */
export const CHOSEN = `create temporary table chosen on commit drop as
       select op_id, attempt, user_id from billing.reservation`;

/** The grant that all charges were drawn from. */
export const DRAWN = 'consumed_n > 0';

/**
 * One row of sums for each span: all records of the ledger are of one user, key and kind, but an
 * hour may end in between.
 */
export const ONE_OF_EACH_SPAN = `select min(ctid) from requests.rollup group by level`;

/** Gives consumed credit back in one table, or takes it. */
export const moved = (table: string, column: string, where: string, nano: number): string =>
  `update ${table} set consumed_n = consumed_n - ${nano}, ${column} = ${column} + ${nano}
     where ${where};`;

/**
 * What the wallet, the grant and the records follow with when the chosen hold is charged one
 * nano-credit less.
 */
export const FOLLOWED = `
     update billing.entry set available_n = available_n + 1, consumed_n = consumed_n - 1
     where kind like 'settle%' and op_id in (select op_id from chosen);
     ${moved('billing.wallet', 'available_n', 'user_id in (select user_id from chosen)', 1)}
     ${moved('billing.credit_grant', 'remaining_n', DRAWN, 1)}
     update billing.grant_day set consumed_n = consumed_n - 1;
     update requests.record set charged_n = charged_n - 1 where id in (select op_id from chosen);
     update requests.rollup set charged_n = charged_n - 1
     where ctid = any (array(${ONE_OF_EACH_SPAN}));`;

/** Everything that follows from charging the chosen hold one nano-credit less than its cost. */
export const CHARGED_LESS = `
     insert into billing.provider_cost (op_id, attempt, cost_n, uncovered_n, reason, at)
     select op_id, attempt, 8, 1, 'overrun', now() from chosen;${FOLLOWED}`;

/**
 * The charge of eight moved to another user, with everything that follows from it; the key stays.
 */
export const MOVED_TO_ANOTHER = `${CHOSEN} where charged_n = 8;
     create temporary table other on commit drop as
       select user_id from billing.wallet w where not exists
         (select from chosen where chosen.user_id = w.user_id);
     update billing.reservation set user_id = other.user_id from other
     where op_id in (select op_id from chosen);
     update billing.entry set user_id = other.user_id from other
     where op_id in (select op_id from chosen);
     update requests.record set user_id = other.user_id from other
     where id in (select op_id from chosen);
     ${moved('billing.wallet', 'available_n', 'user_id in (select user_id from chosen)', 8)}
     ${moved('billing.wallet', 'available_n', 'user_id in (select user_id from other)', -8)}
     ${moved('billing.credit_grant', 'remaining_n', DRAWN, 8)}
     ${moved('billing.credit_grant', 'remaining_n', 'user_id in (select user_id from other)', -8)}
     update billing.grant_day d set consumed_n = d.consumed_n - 8
     from billing.credit_grant g where g.id = d.grant_id;
     insert into billing.grant_day select id, now(), 8 from billing.credit_grant
     where user_id in (select user_id from other);
     update requests.rollup set charged_n = charged_n - 8 where ctid = any (array(${ONE_OF_EACH_SPAN}));
     insert into requests.rollup
     select level, bucket, other.user_id, api_key_id, kind_id, 0, 0, 0, 0, 0, 0, 8, 0, 0
     from requests.rollup cross join other
     where rollup.ctid = any (array(${ONE_OF_EACH_SPAN})) and level like 'key%';
     update requests.rollup set charged_n = charged_n + 8
     where level like 'all%' and ctid = any (array(${ONE_OF_EACH_SPAN}))`;

/** Lines that wait at a provider for what never comes. */
const AT_A_PROVIDER: readonly (readonly [what: string, sql: string])[] = [
  ['a line that waits in a job that is over', 'update requests.batch_job set over_at = now()'],
  ['a line that waits in a job that is gone', 'delete from requests.batch_job'],
  [
    'a line that waits for a batch that has ended',
    `update requests.batch set state = 'failed', finished_at = now()`,
  ],
  ['a line that waits for another hold', 'update requests.batch_line set attempts = attempts + 1'],
  [
    'an operation at a provider whose line has another run',
    'update requests.batch_line set run = 2',
  ],
  [
    'an operation at a provider of a line that has ended',
    `update requests.batch_line set state = 'done', result = ''`,
  ],
  [
    'a line at a provider under the hold of another key',
    `update requests.operation set api_key_id = gen_random_uuid() where state = 'sent'`,
  ],
];

/**
 * How a book could be wrong although every function is right; constraints and triggers are off for
 * it. The first id is what the damage is about, others follow from it: reserved credit, for
 * instance, cannot differ from the holds (I6) while both are what the entries say (I3 and I7).
 */
export const DAMAGES: readonly Damage[] = [
  [
    'I1 I45',
    'movements that make money and lose it again',
    `with two as (select id, row_number() over (order by id) as nth from billing.entry
       where kind = 'reserve' limit 2)
     update billing.entry e set available_n = available_n + case nth when 1 then 1 else -1 end
     from two where two.id = e.id`,
  ],
  [
    'I2 I1 I3 I27 I42 I45',
    'movements that make money',
    `update billing.entry set issued_n = issued_n + 1`,
  ],
  ['I3 I42', 'a wallet without its entry', `delete from billing.entry where kind = 'grant'`],
  [
    'I4 I42',
    'a wallet below zero',
    `update billing.wallet set expired_n = expired_n - 1, revoked_n = revoked_n + 1;
     update billing.credit_grant set expired_n = expired_n - 1, revoked_n = revoked_n + 1
     where revoked_n = 0`,
  ],
  [
    'I5',
    'a wallet that was granted more than its grants',
    `update billing.wallet set granted_n = granted_n + 1, revoked_n = revoked_n + 1`,
  ],
  [
    'I5 I3 I28',
    'a wallet that does not add up',
    `update billing.wallet set consumed_n = consumed_n + 1`,
  ],
  [
    'I6 I7',
    'a hold larger than what is reserved for it',
    `update billing.reservation set amount_n = amount_n + 1 where state = 'held'`,
  ],
  [
    'I7',
    'a hold closed twice',
    `insert into billing.entry (id, user_id, kind, op_id, attempt, at)
     select billing.uuid7(now()), user_id, 'release', op_id, attempt, now()
     from billing.reservation where state = 'settled' limit 1`,
  ],
  ['I8', 'an overrun that nobody bears', `delete from billing.provider_cost`],
  [
    'I8 I7 I33 I34 I41',
    'an estimate that was charged above its hold',
    `update billing.reservation set amount_n = 1, usage_source = 'estimated' where state = 'settled'`,
  ],
  [
    'I8 I7 I33 I34 I41',
    'a charge of more than three times its hold',
    `update billing.reservation set amount_n = 1 where state = 'settled';
     update billing.provider_cost p set covered_n = r.charged_n - 1
     from billing.reservation r where r.op_id = p.op_id and r.state = 'settled'`,
  ],
  [
    'I8',
    'another amount beyond the hold than was charged',
    `update billing.provider_cost set covered_n = covered_n + 1`,
  ],
  [
    'I8 I33 I34',
    'a charge above the ceiling of its caller',
    `update billing.reservation set ceiling_n = charged_n - 1 where state = 'settled'`,
  ],
  [
    'I9 I6 I7',
    'two open holds',
    `insert into billing.reservation (op_id, attempt, user_id, api_key_id,
       amount_n, price_version_id, uplift_bp, estimate, created_at, expires_at)
     select op_id, attempt + 1, user_id, api_key_id, amount_n, price_version_id, uplift_bp,
       estimate, created_at, expires_at from billing.reservation where state = 'held'`,
  ],
  [
    'I10 I7 I8 I18',
    'two charges',
    `insert into billing.reservation (op_id, attempt, user_id, api_key_id, amount_n, price_version_id,
       uplift_bp, estimate, created_at, expires_at, closed_at, state, charged_n)
     select op_id, attempt + 1, user_id, api_key_id, amount_n, price_version_id, uplift_bp,
       estimate, created_at, expires_at, closed_at, 'settled', 1
     from billing.reservation where state = 'settled'`,
  ],
  ['I11', 'somebody may change entries', `grant update on billing.entry to tollgate_billing`],
  ['I11', 'a trigger is off', `alter table billing.entry disable trigger entry_append_only`],
  [
    'I12 I33 I41',
    'a charge that its usage does not explain',
    `update billing.reservation set usage = '{"request": 1}' where state = 'settled'`,
  ],
  [
    'I12 I33 I41',
    'usage without a price',
    `update billing.reservation set usage = '{"output": 1}' where state = 'settled'`,
  ],
  [
    'I13',
    'a dispatch without a hold',
    `${RECORDED} select gen_random_uuid(), now(), 'r', gen_random_uuid(), gen_random_uuid(), 'live',
       '/v1/chat/completions', false, false, 502, 'failed', 1, 0, 1, 1, gen_random_uuid(), 0, null`,
  ],
  [
    'I13 I41',
    'an operation dispatched without a hold',
    `insert into requests.operation
       (id, user_id, api_key_id, mode, route, request_id, box, dispatches, expires_at)
     select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'live',
       '/v1/chat/completions', 'r', '', 1, now()`,
  ],
  [
    'I54',
    'a line at a provider without a hold',
    `insert into requests.operation
       (id, user_id, api_key_id, mode, route, request_id, box, state, batch_id, expires_at)
     select gen_random_uuid(), user_id, api_key_id, mode, route, request_id, '', 'sent', batch_id,
       now() from requests.operation where state = 'sent'`,
  ],
  ...AT_A_PROVIDER.map(([what, sql]): Damage => ['I54', what, sql]),
  [
    'I15',
    'a hold that nobody closed',
    `update billing.reservation set expires_at = now() - interval '1 hour' where state = 'held'`,
  ],
  [
    'I15 I25',
    'a hold of a silent process',
    `update billing.reservation set owner = gen_random_uuid(),
       created_at = now() - interval '1 hour' where state = 'held'`,
  ],
  [
    'I16 I45',
    'consumed credit that came back',
    `insert into billing.entry (id, user_id, kind, grant_id, available_n, consumed_n, at)
     select billing.uuid7(now()), user_id, 'grant', id, -turn, turn, now()
     from billing.credit_grant cross join (values (1), (-1)) as turns (turn)`,
  ],
  [
    'I17',
    'a grant with more left than the wallet',
    `update billing.credit_grant set remaining_n = remaining_n + 1`,
  ],
  [
    'I18',
    'records that tell other charges than the ledger',
    `update requests.record set charged_n = charged_n + 1`,
  ],
  ['I18', 'charges that no record tells', `delete from requests.record`],
  [
    'I19',
    'another role that may reach the book',
    `grant select on billing.credit_grant to tollgate_worker`,
  ],
  [
    'I8 I23',
    'an undercharge booked as uncovered',
    `${CHOSEN} where charged_n = 8;
     update billing.reservation set charged_n = 7, uncovered_n = 1 where op_id in (select op_id from chosen);
     ${CHARGED_LESS}`,
  ],
  [
    'I23',
    'a late charge that left out what was available',
    `${CHOSEN} where late_charged_n = 10;
     update billing.reservation set late_charged_n = 9, uncovered_n = 5
     where op_id in (select op_id from chosen);
     delete from billing.provider_cost where op_id in (select op_id from chosen);
     ${CHARGED_LESS.replace(`8, 1, 'overrun'`, `14, 5, 'late'`)}`,
  ],
  [
    'I23 I33',
    'usage above its hold that was not taken although there was credit',
    `update billing.reservation set ceiling_n = null where charged_n = 10 and cost_n = 11`,
  ],
  [
    'I24 I40 I41',
    'a charge moved to another user, with everything that follows from it',
    MOVED_TO_ANOTHER,
  ],
  [
    'I24 I33',
    'a charge under the price version of another model',
    `update billing.reservation set price_version_id = (
       select p.id from catalog.price_version p
       where not exists (select from billing.reservation r where r.price_version_id = p.id)
     ) where charged_n = 8`,
  ],
  [
    'I25 I37',
    'a price version that came after the hold',
    `with later as (
       insert into catalog.price_version (id, model_id, prices, effective_at, created_by)
       select gen_random_uuid(), p.model_id, p.prices, now() + interval '1 hour', p.created_by
       from catalog.price_version p join billing.reservation r on r.price_version_id = p.id
       where r.charged_n = 8 returning id
     ), held as (
       update billing.reservation set price_version_id = later.id from later where charged_n = 8
     )
     update requests.record set price_version_id = later.id from later where charged_n = 8`,
  ],
  [
    'I25 I37',
    'a price version that another had followed long before',
    `insert into catalog.price_version (id, model_id, prices, effective_at, created_by, created_at)
     select gen_random_uuid(), model_id, prices, effective_at + interval '1 microsecond', created_by,
       created_at
     from catalog.price_version`,
  ],
  [
    'I26 I33',
    'an uplift rewritten together with the usage',
    `update billing.reservation set uplift_bp = 10000, usage = '{"request": 4}' where charged_n = 8;
     update requests.record set uplift_bp = 10000, usage = '{"request": 4}' where charged_n = 8`,
  ],
  [
    'I26 I33 I41',
    'an uplift taken away together with a part of the usage',
    `update billing.reservation set uplift_bp = 0, usage = '{"request": 6}' where uplift_bp > 0;
     update requests.record set uplift_bp = 0, usage = '{"request": 6}' where uplift_bp > 0`,
  ],
  [
    'I27',
    'a grant that no administrator has made',
    `with forged as (
       insert into billing.credit_grant
         (id, user_id, amount_n, remaining_n, created_by, created_at, body_sha)
       select billing.uuid7(now()), user_id, 5, 5, 'admin', now(), '' from billing.wallet
       returning id, user_id
     ), booked as (
       insert into billing.entry (id, user_id, kind, available_n, issued_n, grant_id, at)
       select billing.uuid7(now()), user_id, 'grant', 5, -5, id, now() from forged
     )
     update billing.wallet set granted_n = granted_n + 5, available_n = available_n + 5`,
  ],
  [
    'I27',
    'a revocation that no administrator has made',
    `with taken as (
       update billing.credit_grant set remaining_n = remaining_n - 1, revoked_n = revoked_n + 1
       where revoked_n > 0 returning id, user_id
     ), booked as (
       insert into billing.entry (id, user_id, kind, available_n, issued_n, grant_id, at)
       select billing.uuid7(now()), user_id, 'revoke', -1, 1, id, now() - interval '1 second' from taken
     )
     update billing.wallet w set available_n = available_n - 1, revoked_n = w.revoked_n + 1
     from taken where taken.user_id = w.user_id`,
  ],
  [
    'I27',
    'a second grant by the order of another',
    `with forged as (
       insert into billing.credit_grant (id, user_id, amount_n, remaining_n, created_by, created_at,
         body_sha, idempotency_scope, idempotency_key)
       select billing.uuid7(now()), user_id, amount_n, amount_n, 'somebody', now(), body_sha,
         'somebody', idempotency_key
       from billing.credit_grant where idempotency_key = 'order-one'
       returning id, user_id, amount_n
     ), booked as (
       insert into billing.entry (id, user_id, kind, available_n, issued_n, grant_id, at)
       select billing.uuid7(now()), user_id, 'grant', amount_n, -amount_n, id, now() from forged
     )
     update billing.wallet w set granted_n = granted_n + amount_n, available_n = available_n + amount_n
     from forged where forged.user_id = w.user_id`,
  ],
  [
    'I27',
    'a grant that ends later than was granted',
    `update billing.credit_grant set expires_at = now() + interval '10 years'`,
  ],
  ...['all_hour', 'all_day', 'key_hour', 'key_day', 'key_month'].map((level): Damage => [
    'I28',
    `sums that differ in ${level}`,
    `update requests.rollup set charged_n = charged_n + 1 where level = '${level}'`,
  ]),
  [
    'I28',
    'sums that tell less than was consumed',
    `update requests.rollup set charged_n = charged_n - 1 where ctid = any (array(${ONE_OF_EACH_SPAN}))`,
  ],
  [
    'I28',
    'sums without the requests of a span',
    `delete from requests.rollup where level = 'all_hour'`,
  ],
  [
    'I29 I39',
    'consumption moved between grants',
    `${moved('billing.credit_grant', 'remaining_n', DRAWN, 2)}
     ${moved('billing.credit_grant', 'remaining_n', 'revoked_n > 0', -2)}`,
  ],
  [
    'I30',
    'a hold whose end was moved ten years',
    `update billing.reservation set expires_at = expires_at + interval '10 years' where state = 'held'`,
  ],
  [
    'I31',
    'a served request whose settlement never came',
    `${RECORDED} select op_id, created_at, 'r', user_id, api_key_id, 'live', '/v1/chat/completions',
       false, false, 200, 'served', 1, 0, 1, 1, price_version_id, uplift_bp, '{"request": 5}'
     from billing.reservation where state = 'expired' and not late`,
  ],
  [
    'I47 I18 I31',
    'a charge that was told and whose journal was lost',
    `${RECORDED} select op_id, created_at, 'r', user_id, api_key_id, 'live', '/v1/chat/completions',
       false, false, 200, 'served', 1, 5, 1, 1, price_version_id, uplift_bp, '{"request": 5}'
     from billing.reservation where state = 'expired' and not late limit 1;
     update billing.reservation set closed_at = closed_at - interval '2 minutes'
     where state = 'expired' and not late`,
  ],
  [
    'I11',
    'a trigger of the terms is off',
    `alter table billing.reservation disable trigger reservation_terms_fixed`,
  ],
  [
    'I11',
    'all triggers of a partition are off',
    `alter table billing.entry_default disable trigger all`,
  ],
  ['I11', 'a trigger elsewhere is off', `alter table requests.record disable trigger user`],
  ['I11', 'a trigger is gone', `drop trigger reservation_closes_once on billing.reservation`],
  [
    'I11',
    'somebody may change one column',
    `grant update (expires_at) on billing.reservation to tollgate_billing`,
  ],
  [
    'I11',
    'a rule swallows deletions',
    `create rule swallowed as on delete to billing.entry do instead nothing`,
  ],
  [
    'I11',
    'a setting turns triggers off',
    `alter role tollgate_admin set session_replication_role = replica`,
  ],
  [
    'I19',
    'another role that may read one column',
    `grant select (user_id) on billing.wallet to tollgate_worker`,
  ],
  [
    'I19',
    'another role that may settle',
    `grant execute on function billing.settle_batch(jsonb, boolean) to tollgate_worker`,
  ],
  [
    'I19 I43',
    'everybody may settle',
    `grant execute on function billing.settle_batch(jsonb, boolean) to public`,
  ],
  ['I19', 'everybody may come into the schema', `grant usage on schema billing to public`],
  ['I19', 'billing may make tables', `grant create on schema billing to tollgate_billing`],
  [
    'I19 I43',
    'another role that is a member of billing',
    `grant tollgate_billing to tollgate_worker`,
  ],
  [
    'I19 I43',
    'everybody may run what runs as the owner',
    `grant execute on function audit.purge_events(timestamptz, int) to public`,
  ],
  ['I19', 'a service that may do everything', `alter role tollgate_worker superuser`],
];

/** What a thief might do to the code and not to the rows, and the objects that it shows at. */
export const CODE_DAMAGES: readonly [what: string, sql: string, objects: string[]][] = [
  [
    'a function that charges less',
    `do $$ begin execute replace(
       pg_get_functiondef(cast('billing.charge_round' as regproc)),
       'charge.charged_n := charged;', 'charge.charged_n := charged - 10000;'); end $$`,
    ['function billing.charge_round(batch billing.charge_order[]) was changed'],
  ],
  [
    'a function without its search_path',
    'alter function billing.settle_batch(jsonb, boolean) reset search_path',
    ['function billing.settle_batch(items jsonb, waits boolean) was changed'],
  ],
  [
    'a function that everybody may run',
    'grant execute on function billing.settle_batch(jsonb, boolean) to public',
    ['function billing.settle_batch(items jsonb, waits boolean) was changed'],
  ],
  [
    'a function that runs as its caller',
    'alter function billing.settle_batch(jsonb, boolean) security invoker',
    ['function billing.settle_batch(items jsonb, waits boolean) was changed'],
  ],
  [
    'the rating of usage',
    `create or replace function catalog.prices_for(prices jsonb, input_tokens numeric) returns jsonb
     language sql immutable parallel safe as 'select prices'`,
    ['function catalog.prices_for(prices jsonb, input_tokens numeric) was changed'],
  ],
  [
    'the hashing of the trail',
    `create or replace function audit.event_hash(event audit.event) returns bytea
     language sql stable as 'select event.previous_hash'`,
    ['function audit.event_hash(event audit.event) was changed'],
  ],
  [
    'one more function',
    `create function billing.gift() returns void language sql as 'select'`,
    ['function billing.gift() is not of the ledger'],
  ],
  [
    'a rule on a table',
    'create rule kept as on update to billing.wallet do instead nothing',
    ['rule billing.wallet kept is not of the ledger'],
  ],
  [
    'a policy that hides rows',
    `create policy hidden on billing.wallet using (false);
     alter table billing.wallet enable row level security`,
    ['policy billing.wallet hidden is not of the ledger', 'relation billing.wallet was changed'],
  ],
  [
    'one more trigger',
    `create trigger more before insert on audit.handed_in
     for each row execute function billing.refuse_change()`,
    ['trigger audit.handed_in more is not of the ledger'],
  ],
  [
    'a trigger that is off',
    'alter table audit.handed_in disable trigger append_to_chain',
    ['trigger audit.handed_in append_to_chain was changed'],
  ],
  [
    'a constraint that is gone',
    'alter table billing.wallet drop constraint wallet_adds_up',
    ['constraint billing.wallet wallet_adds_up is gone'],
  ],
  [
    'an index that is gone',
    'drop index billing.reservation_one_charge',
    ['index billing.reservation_one_charge is gone'],
  ],
  [
    'a right on a column',
    'grant update (expires_at) on billing.reservation to tollgate_billing',
    ['column billing.reservation.expires_at was changed'],
  ],
  [
    'a right on a table',
    'grant insert on audit.event to tollgate_admin',
    ['relation audit.event was changed'],
  ],
  [
    'a default',
    'alter table billing.wallet alter column available_n set default 5',
    ['default billing.wallet.available_n was changed'],
  ],
  [
    'rights on what is to come',
    'alter default privileges in schema billing grant select on tables to tollgate_worker',
    ['rights to come billing r is not of the ledger'],
  ],
];
