import { row, rows } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { INVARIANTS, WHOLE_BOOK } from '../../services/billing/src/invariants.ts';
import { createVerifier } from '../../services/billing/src/verifier.ts';
import { scaleTimers } from '@tollgate/runtime/timers';
import { aLedger, quiet } from './a-ledger.ts';
import type { TestLedger } from './a-ledger.ts';
import { CODE_DAMAGES } from './damages.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await aLedger();
});
afterAll(async () => {
  await ledger.drop();
});

const CODE = INVARIANTS.find(({ id }) => id === 'I32');
if (CODE === undefined) throw new Error('there is no I32');
const { sql, notCompared = '' } = CODE;

/** What is found after a change that is taken back. */
async function after<Result>(
  change: string,
  look: (trx: Knex.Transaction) => Promise<Result>,
): Promise<Result> {
  const trx = await ledger.owner.transaction();
  try {
    await trx.raw(change.replaceAll('?', '\\?'));
    return await look(trx);
  } finally {
    await trx.rollback();
  }
}

describe('I32 the code of the ledger', () => {
  test('is after all migrations what the reference says', async () => {
    expect(await rows(ledger.replicas[0], notCompared)).toEqual([]);
    expect(await rows(ledger.replicas[0], sql(WHOLE_BOOK))).toEqual([]);
  });

  test.each(CODE_DAMAGES)('%s is seen', async (_what, change, objects) => {
    const found = await after(change, (trx) =>
      rows<{ object: string; fault: string }>(trx, sql(WHOLE_BOOK)),
    );
    expect(found.map(({ object, fault }) => `${object} ${fault}`).sort()).toEqual(objects);
  });

  test('is not changed by partitions of more days', async () => {
    const found = await after('select maintenance.ensure_partitions(5, 20)', (trx) =>
      rows(trx, sql(WHOLE_BOOK)),
    );
    expect(found).toEqual([]);
  });

  test('is not compared while the schema is of another version, and the look says so', async () => {
    await rows(
      ledger.owner,
      `insert into public.schema_migration (name, batch, migration_time) values ('9999_to_come', 99, now())`,
    );
    await ledger.owner.raw('alter table billing.wallet add column of_the_next_version int');
    try {
      const verifier = createVerifier({
        db: ledger.replicas[0],
        timers: scaleTimers(1),
        logger: quiet,
      });
      const { checks } = await verifier.look();
      expect(checks.find(({ id }) => id === 'I32')).toMatchObject({
        ok: true,
        violations: [{ not_compared: 'the schema is not of this version: it has 9999_to_come' }],
      });
    } finally {
      await ledger.owner.raw('alter table billing.wallet drop column of_the_next_version');
      await rows(ledger.owner, `delete from public.schema_migration where name = '9999_to_come'`);
    }
    const left = await row(ledger.owner, notCompared);
    expect(left).toBeNull();
  });
});
