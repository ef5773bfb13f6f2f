import { rows } from '@tollgate/db/connect';
import { INVARIANTS } from '../../services/billing/src/invariants.ts';
import type { TestLedger } from './a-ledger.ts';
import { aBusyLedger } from './busy-ledger.ts';
import { afterDamage, brokenIn } from './damaged.ts';
import { DECIDES_NOTHING, WITNESSES } from './witnesses.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await aBusyLedger();
});
afterAll(async () => {
  await ledger.drop();
});

/** Every column of the tables whose rows hold amounts, and of those that amounts are made of. */
function columnsOfMoney(): Promise<{ name: string }[]> {
  return rows(
    ledger.owner,
    `select n.nspname || '.' || c.relname || '.' || t.attname as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute t on t.attrelid = c.oid
     where c.relkind in ('r', 'p') and not c.relispartition and t.attnum > 0 and not t.attisdropped
       and (n.nspname = 'billing'
         or n.nspname = 'catalog' and c.relname in
           ('price_version', 'uplift_change', 'uplift_user', 'uplift_user_model')
         or n.nspname = 'requests' and c.relname in ('record', 'rollup'))
     order by name`,
  );
}

describe('the witnesses of amounts', () => {
  test('are named for every column of the tables that hold amounts, or the reason why it decides none', async () => {
    const columns = (await columnsOfMoney()).map(({ name }) => name);
    const named = [...WITNESSES.map(([column]) => column), ...DECIDES_NOTHING.keys()];
    expect(named.toSorted()).toEqual(columns.toSorted());
  });

  test('are compared by invariants that there are', () => {
    const ids = new Set(INVARIANTS.map(({ id }) => id));
    expect(WITNESSES.filter(([, , id]) => !ids.has(id))).toEqual([]);
  });

  test.each(WITNESSES)(
    '%s is held against %s: %s sees a change',
    async (_column, _witness, id, change) => {
      const broken = await afterDamage(ledger, change, (trx) => brokenIn(trx, null));
      expect(broken).toContain(id);
    },
  );
});
