import type { ReleaseItem, ReserveItem, SettleItem } from '@tollgate/contract/billing';
import { rows } from '@tollgate/db/connect';
import type { Knex } from 'knex';
import type { Random } from '../support/random.ts';
import { releaseOf, settlementOf } from './items.ts';

const BATCH_MOST = 5;
/** Operations of which a batch may name one again. */
const REMEMBERED = 6;

const WALLETS = `select cast(to_jsonb(w) as text) as line from billing.wallet w
  union all
  select cast(to_jsonb(g) - '{id,created_at,body_sha,expires_at}'::text[] as text)
  from billing.credit_grant g`;

/** Wallets and grants as they stand, without ids of their own and moments. */
export const walletsOf = (db: Knex): Promise<unknown[]> => rows(db, `${WALLETS} order by line`);

/** All that a ledger holds, without ids of their own and moments. */
export const bookOf = (db: Knex): Promise<unknown[]> =>
  rows(
    db,
    `${WALLETS}
     union all
     select cast(to_jsonb(r) - '{created_at,expires_at,funded_at,closed_at}'::text[] as text)
       || case when r.closed_at is null then 'open' else 'closed' end
       || case when r.funded_at is null then 'own' else 'taken over' end
     from billing.reservation r
     union all
     select cast(to_jsonb(e) - '{id,at,grant_id}'::text[] as text) from billing.entry e
     union all
     select cast(to_jsonb(p) - '{at}'::text[] as text) from billing.provider_cost p
     union all
     select cast(sum(d.consumed_n) as text) || cast(g.amount_n as text)
     from billing.grant_day d join billing.credit_grant g on g.id = d.grant_id group by g.id
     order by line`,
  );

/** What chance items are made of. */
export interface ChanceTerms {
  random: Random;
  users: readonly string[];
  readonly holdOf: (userId: string, amount: number) => ReserveItem;
}

/** Batches of one kind each, made by a chance. */
export interface ChanceItems {
  readonly holds: () => ReserveItem[];
  readonly settlements: () => SettleItem[];
  readonly releases: () => ReleaseItem[];
}

/**
 * Batches by chance: holds that fit and holds that do not, operations that are new and such as have
 * been seen.
 */
export function chanceItems({ random, users, holdOf }: ChanceTerms): ChanceItems {
  const known: ReserveItem[] = [];
  const many = <Item>(make: () => Item): Item[] =>
    Array.from({ length: random.chance(0.5) ? 1 : random.between(2, BATCH_MOST) }, make);
  const remembered = (): ReserveItem =>
    known.length === 0 ? newHold() : random.pick(known.slice(-REMEMBERED));
  const newHold = (): ReserveItem => {
    const userId = random.pick(users);
    const hold = holdOf(userId, random.chance(0.1) ? 100_000 : random.between(0, 40));
    known.push(hold);
    return hold;
  };
  const next = (hold: ReserveItem): ReserveItem => {
    const attempt = hold.attempt + 1;
    const replacing = random.chance(0.7) ? { supersedes: hold.attempt } : {};
    const amount = random.between(0, 40);
    const worth = { amount_nano: `${amount}`, estimate: { request: Math.min(1, amount) } };
    const later = { ...hold, attempt, ...worth, ...replacing };
    known.push(later);
    return later;
  };
  const settle = () => {
    const hold = remembered();
    const cost = random.chance(0.8)
      ? random.between(0, Math.min(40, Number(hold.amount_nano)))
      : random.between(0, 90);
    const owner = random.chance(0.05) ? { user_id: random.pick(users) } : {};
    return settlementOf({ ...hold, ...owner }, cost, {
      ...(random.chance(0.1)
        ? { ceiling_nano: `${Number(hold.amount_nano) + random.between(0, 40)}` }
        : {}),
      ...(random.chance(0.1) ? { partial: true } : {}),
      usage_source: random.pick(['provider', 'provider', 'estimated'] as const),
    });
  };
  return {
    holds: () =>
      many(() =>
        random.chance(0.8) ? newHold() : random.chance(0.5) ? remembered() : next(remembered()),
      ),
    settlements: () => many(settle),
    releases: () =>
      many(() => releaseOf(random.chance(0.9) ? remembered() : holdOf(random.pick(users), 1))),
  };
}
