import type { Knex } from 'knex';
import type { Logger } from '@tollgate/runtime/logger';
import type { Ledger } from './ledger.ts';
import type { Sweeper } from './sweeper.ts';
import type { Verifier } from './verifier.ts';

/** What the routes of billing work with. */
export interface BillingDeps {
  db: Knex;
  ledger: Ledger;
  sweeper: Sweeper;
  verifier: Verifier;
  logger: Logger;
}
