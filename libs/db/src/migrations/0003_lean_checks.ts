import type { Knex } from 'knex';

/** Code of every version writes what these checks let pass, and waits for none of them. */
export const contracts = { since: '0001_baseline', because: 'functions keep these rules' };

/**
 * Takes from the hottest tables of the ledger the checks whose rule the functions keep and the
 * verifier looks at each minute (I45 and I46 of `services/billing/src/invariants/shapes.ts`):
 * PostgreSQL reads the text of every check of a table in each statement that writes to the table.
 * What makes or loses credit, overdraws a wallet, or charges more than a cost, a ceiling or a hold
 * allows, the tables refuse as before.
 * Nothing is read or written anew but the wallets, for one check in place of six.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    alter table billing.entry
      drop constraint entry_kind_check, drop constraint entry_fits_its_kind;
    alter table billing.reservation
      drop constraint reservation_attempt_check, drop constraint reservation_state_check,
      drop constraint reservation_cost_n_check, drop constraint reservation_ceiling_n_check,
      drop constraint reservation_uplift_bp_check, drop constraint reservation_usage_source_check,
      drop constraint late_was_expired, drop constraint priced_has_usage;
    alter table billing.wallet
      drop constraint wallet_granted_n_check, drop constraint wallet_available_n_check,
      drop constraint wallet_reserved_n_check, drop constraint wallet_consumed_n_check,
      drop constraint wallet_revoked_n_check, drop constraint wallet_expired_n_check,
      add constraint wallet_never_below_zero check (
        least(granted_n, available_n, reserved_n, consumed_n, revoked_n, expired_n) >= 0)`);
}
