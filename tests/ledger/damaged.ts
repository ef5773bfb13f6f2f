import { rows } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { scaleTimers } from '@tollgate/runtime/timers';
import { INVARIANTS } from '../../services/billing/src/invariants.ts';
import { invariantBindings, sqlFor } from '../../services/billing/src/run-invariants.ts';
import type { Stretch } from '../../services/billing/src/stretch.ts';
import type { TestLedger } from './a-ledger.ts';

/** Takes constraints, triggers and unique indexes off for one transaction. */
export const UNGUARD = `
  set local session_replication_role = replica;
  do $$ declare c record; begin
    for c in select conrelid, conname from pg_constraint
      where connamespace = (select oid from pg_namespace where nspname = 'billing')
        and contype = 'c' and conislocal loop
      execute format('alter table %s drop constraint if exists %I', cast(c.conrelid as regclass),
        c.conname);
    end loop;
  end $$;
  drop index billing.reservation_one_open_hold;
  drop index billing.reservation_one_charge;
`;

/** The timers of these tests; nobody else may do everything. */
export const TERMS = { timers: scaleTimers(1), trustedRoles: [] };
/** Taking the guards off breaks it in any case; `code.test.ts` looks at it alone. */
export const CODE = 'I32';
/** What is about seals; `seals.test.ts` plays it. */
export const OF_SEALS = ['I48', 'I49'];
/** What is about years that left; `left-years.test.ts` plays it. */
export const OF_LEFT_YEARS = 'I52';
/** Everything that follows a movement has followed in these tests. */
const NO_GRACE = { record_grace_ms: 0, trail_grace_ms: 0, given_back_grace_ms: 0, hold_ms: 0 };

/**
 * The ids of all invariants that are broken, as their owner sees it. @param looked null for the
 * whole book
 */
export async function brokenIn(
  trx: Knex.Transaction,
  looked: Date | Stretch | null,
  more: Readonly<Record<string, number>> = NO_GRACE,
): Promise<string[]> {
  const broken: string[] = [];
  for (const one of INVARIANTS) {
    if (one.id === CODE || (looked instanceof Date && one.isFullOnly === true)) continue;
    const bindings = { ...invariantBindings(TERMS, looked), ...NO_GRACE, ...more };
    const found = await rows(trx, sqlFor(one, looked), bindings);
    if (found.length > 0) broken.push(one.id);
  }
  return broken;
}

/** Damages the book with every guard off, looks, and takes it all back. */
export async function afterDamage<Result>(
  ledger: TestLedger,
  damage: string,
  look: (trx: Knex.Transaction) => Promise<Result>,
): Promise<Result> {
  const trx = await ledger.owner.transaction();
  try {
    await trx.raw(UNGUARD);
    await trx.raw(damage.replaceAll('?', '\\?'));
    return await look(trx);
  } finally {
    await trx.rollback();
  }
}
