import {
  CHARGED_LESS,
  CHOSEN,
  DRAWN,
  FOLLOWED,
  moved,
  MOVED_TO_ANOTHER,
  ONE_OF_EACH_SPAN,
} from './damages.ts';
import type { Damage } from './damages.ts';

const OF_EIGHT = `${CHOSEN} where charged_n = 8;`;
const IS_CHOSEN = 'op_id in (select op_id from chosen)';

/** The price of the uplifted call lowered, and everything that the book says of it. */
const CHEAPER = `${CHOSEN} where uplift_bp > 0;
     update catalog.price_version set prices = '{"request": "800"}'
     where id in (select price_version_id from billing.reservation where uplift_bp > 0);
     update billing.reservation set charged_n = 5, cost_n = 5 where ${IS_CHOSEN};
     ${FOLLOWED}`;

/**
 * Forgeries that carry through everything that follows within the book; what is left to give them
 * away stands elsewhere.
 */
export const FORGERIES: readonly Damage[] = [
  ['I33 I37', 'a price rewritten together with what was charged by it', CHEAPER],
  [
    'I37',
    'a price rewritten together with what was charged by it and what callers were shown',
    `${CHEAPER}
     update requests.record set receipt = receipt || '{"cost_nano": "5", "lines": [
       {"dimension": "request", "quantity": 3, "price_pico": "800"}]}'
     where id in (select op_id from chosen)`,
  ],
  [
    'I37',
    'a price version that is gone',
    `delete from catalog.price_version p
     where not exists (select from billing.reservation r where r.price_version_id = p.id)`,
  ],
  [
    'I33',
    'usage lowered together with its charge',
    `${OF_EIGHT}
     update billing.reservation set usage = '{"request": 7}', cost_n = 7, charged_n = 7
     where ${IS_CHOSEN};
     ${FOLLOWED}`,
  ],
  [
    'I33',
    'a hold made smaller, and its usage estimated',
    `${OF_EIGHT}
     update billing.reservation set usage_source = 'estimated', amount_n = 7, charged_n = 7,
       uncovered_n = 1
     where ${IS_CHOSEN};
     ${CHARGED_LESS}
     update billing.entry set available_n = -7, reserved_n = 7 where kind = 'reserve' and ${IS_CHOSEN};
     update billing.entry set available_n = 0, reserved_n = -7 where kind = 'settle' and ${IS_CHOSEN}`,
  ],
  [
    'I34',
    'a hold that is smaller than its estimate',
    `update billing.entry set available_n = 0, reserved_n = 0
     where kind = 'reserve' and op_id in (select op_id from billing.reservation where state = 'held');
     update billing.wallet w set available_n = w.available_n + r.amount_n, reserved_n = 0
     from billing.reservation r where r.user_id = w.user_id and r.state = 'held';
     update billing.reservation set amount_n = 0 where state = 'held'`,
  ],
  [
    'I34 I33',
    'a ceiling that no caller asked for',
    `${OF_EIGHT}
     update billing.reservation set ceiling_n = 7, charged_n = 7, uncovered_n = 1 where ${IS_CHOSEN};
     ${CHARGED_LESS}`,
  ],
  [
    'I33',
    'a ceiling that no caller asked for, above the hold',
    `update billing.reservation set ceiling_n = 20 where charged_n = 8`,
  ],
  [
    'I35',
    'credit that expired before its end',
    `with taken as (
       update billing.credit_grant set remaining_n = remaining_n - 5, expired_n = 5
       where idempotency_key = 'order-one' returning id, user_id
     ), booked as (
       insert into billing.entry (id, user_id, kind, available_n, issued_n, grant_id, at)
       select billing.uuid7(now()), user_id, 'expire_grant', -5, 5, id, now() from taken
     )
     update billing.wallet w set available_n = available_n - 5, expired_n = 5
     from taken where taken.user_id = w.user_id`,
  ],
  [
    'I36',
    'a grant that is gone with its entries',
    `update billing.wallet w set granted_n = w.granted_n - g.amount_n,
       available_n = w.available_n - g.remaining_n, revoked_n = w.revoked_n - g.revoked_n
     from billing.credit_grant g where g.user_id = w.user_id and g.revoked_n > 0;
     delete from billing.entry
     where grant_id in (select id from billing.credit_grant where revoked_n > 0);
     delete from billing.credit_grant where revoked_n > 0`,
  ],
  [
    'I36',
    'a revocation taken back',
    `update billing.wallet set available_n = available_n + 2, revoked_n = revoked_n - 2
     where revoked_n > 0;
     update billing.credit_grant set remaining_n = remaining_n + 2, revoked_n = revoked_n - 2
     where revoked_n > 0;
     delete from billing.entry where kind = 'revoke' and issued_n = 2`,
  ],
  [
    'I38',
    'a change of an uplift that no administrator has made',
    `insert into catalog.uplift_change (user_id, model_id, bp, at)
     select user_id, model_id, bp, now() from catalog.uplift_user_model`,
  ],
  [
    'I38',
    'a change of an uplift that was put in with an older time',
    `insert into catalog.uplift_change (user_id, model_id, bp, at)
     select user_id, model_id, bp, now() - interval '10 years' from catalog.uplift_user_model;
     update catalog.uplift_change set at = at + interval '1 hour'
     where at = (select min(at) from catalog.uplift_change where bp is not null and at > now() - interval '1 day')`,
  ],
  [
    'I38',
    'an uplift that was changed past its history',
    `update catalog.uplift_user_model set bp = 0`,
  ],
  [
    'I39',
    'consumption moved between grants together with their days',
    `${moved('billing.credit_grant', 'remaining_n', DRAWN, 2)}
     ${moved('billing.credit_grant', 'remaining_n', 'revoked_n > 0', -2)}
     update billing.grant_day set consumed_n = consumed_n - 2;
     insert into billing.grant_day select id, cast(now() at time zone 'UTC' as date), 2
     from billing.credit_grant where revoked_n > 0`,
  ],
  ['I39', 'consumption noted under another day', `update billing.grant_day set day = day - 3`],
  [
    'I40 I13 I41',
    'a call erased whole',
    `${OF_EIGHT}
     delete from billing.reservation where ${IS_CHOSEN};
     delete from billing.entry where ${IS_CHOSEN};
     delete from requests.record where id in (select op_id from chosen);
     ${moved('billing.wallet', 'available_n', 'user_id in (select user_id from chosen)', 8)}
     ${moved('billing.credit_grant', 'remaining_n', DRAWN, 8)}
     update billing.grant_day set consumed_n = consumed_n - 8;
     update requests.rollup set charged_n = charged_n - 8 where ctid = any (array(${ONE_OF_EACH_SPAN}))`,
  ],
  [
    'I40 I41',
    'a charge moved to another user and a key of that user',
    `${MOVED_TO_ANOTHER};
     update billing.reservation r set api_key_id = k.id from keys.api_key k
     where k.owner_id = r.user_id and ${IS_CHOSEN};
     update requests.record q set api_key_id = k.id from keys.api_key k
     where k.owner_id = q.user_id and q.id in (select op_id from chosen)`,
  ],
  [
    'I33',
    'a charge and its record under the price version of another model',
    `${OF_EIGHT}
     create temporary table unused on commit drop as select id from catalog.price_version p
       where not exists (select from billing.reservation r where r.price_version_id = p.id);
     update billing.reservation set price_version_id = (select id from unused) where ${IS_CHOSEN};
     update requests.record set price_version_id = (select id from unused)
     where id in (select op_id from chosen)`,
  ],
  [
    'I41',
    'an answer that is kept of a call that has no hold',
    `update requests.idempotency set op_id = gen_random_uuid()`,
  ],
  [
    'I42',
    'a grant that was made earlier',
    `update billing.credit_grant set created_at = created_at - interval '1 day'`,
  ],
  ['I44', 'a memo row of another cost', `update billing.provider_cost set cost_n = cost_n + 1`],
  ['I43', 'a superuser beside ours', `create role evil_admin superuser login`],
  ['I43', 'a role that may make roles', `create role evil_admin createrole`],
  ['I43', 'a role with the name of a role of a provider', `create role rdsadmin superuser`],
  [
    'I43',
    'a role beside ours that may change prices',
    `create role evil_admin; grant update on catalog.price_version to evil_admin`,
  ],
  [
    'I43',
    'a service that may change prices',
    `grant update (prices) on catalog.price_version to tollgate_admin`,
  ],
  [
    'I43',
    'a member of those who may write everything',
    `create role evil_admin in role pg_write_all_data`,
  ],
  [
    'I43',
    'a member of a member',
    `create role evil_group; grant tollgate_admin to evil_group; create role evil_admin in role evil_group`,
  ],
  [
    'I43',
    'a table that somebody else owns',
    `create role evil_admin; alter table catalog.uplift_change owner to evil_admin`,
  ],
];
