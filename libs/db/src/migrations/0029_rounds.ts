import type { Knex } from 'knex';

/**
 * The functions of before 0019 go, with the types of their items: rounds that `place_round` and `charge_round` have replaced, and
 * batches that always waited for locked wallets.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    drop function billing.reserve_batch(jsonb);
    drop function billing.settle_batch(jsonb);
    drop function billing.release_batch(jsonb);
    drop function billing.reserve_round(billing.hold_item[]);
    drop function billing.settle_round(billing.settle_item[]);
    drop function billing.draw_grants(billing.settle_item[]);
    drop type billing.hold_item;
    drop type billing.settle_item;
  `);
}

/** Since then billing calls the batches that are told whether to wait, and those call the other rounds. */
export const contracts = { since: '0019_overruns', because: 'batches are told whether to wait' };
