import type { Damage } from './damages.ts';

/** Rows that no function of the ledger writes, and that no check of a table refuses. */
export const MISSHAPEN: readonly Damage[] = [
  [
    'I45',
    'a movement of no kind',
    `insert into billing.entry (id, user_id, kind, grant_id, at)
     select billing.uuid7(now()), user_id, 'gift', id, now() from billing.credit_grant limit 1`,
  ],
  [
    'I45',
    'a grant of nothing',
    `insert into billing.entry (id, user_id, kind, grant_id, at)
     select billing.uuid7(now()), user_id, 'grant', id, now() from billing.credit_grant limit 1`,
  ],
  [
    'I46',
    'a hold of no state',
    `update billing.reservation set state = 'lost' where state = 'expired' and not late`,
  ],
  [
    'I46 I54',
    'a hold without an attempt',
    `update billing.reservation set attempt = 0 where state = 'held';
     update billing.entry set attempt = 0 where op_id in
       (select op_id from billing.reservation where attempt = 0)`,
  ],
  [
    'I46 I26 I34',
    'an uplift beyond what there is',
    `update billing.reservation set uplift_bp = 1000001 where state = 'held'`,
  ],
  [
    'I46 I33',
    'usage from nowhere',
    `update billing.reservation set usage_source = 'guessed' where state = 'settled'`,
  ],
  [
    'I46 I41',
    'a cost without its usage',
    `update billing.reservation set usage = null where state = 'settled'`,
  ],
  [
    'I46 I8 I34',
    'a ceiling below zero',
    `update billing.reservation set ceiling_n = -1 where state = 'held'`,
  ],
  [
    'I46 I7',
    'a late charge of a hold that was not closed for its end',
    `update billing.reservation set state = 'released' where late`,
  ],
];
