import type { Knex } from 'knex';
import {
  createGrantRoute,
  farewellRoute,
  getWalletRoute,
  heartbeatRoute,
  listAllEntriesRoute,
  listEntriesRoute,
  listGrantsRoute,
  listOperationEntriesRoute,
  listReservationsRoute,
  listUnownedRoute,
  listWalletsRoute,
  moveRoute,
  releaseRoute,
  reserveRoute,
  revokeGrantRoute,
  settleRoute,
  sweepRoute,
  verifyLedgerRoute,
} from '@tollgate/contract/billing';
import { getStandingRoute } from '@tollgate/contract/standing';
import { bookLossesRoute, listLossesRoute } from '@tollgate/contract/losses';
import { listOpenHoldsRoute } from '@tollgate/contract/open-holds';
import { on } from '@tollgate/http/serve';
import type { MountedRoute } from '@tollgate/http/serve';
import type { Logger } from '@tollgate/runtime/logger';
import type { Ledger } from './ledger.ts';
import { handleCreateGrant } from './routes/grants/create.ts';
import { handleRevokeGrant } from './routes/grants/revoke.ts';
import { handleSweep } from './routes/ledger/sweep.ts';
import { handleVerifyLedger } from './routes/ledger/verify.ts';
import { handleGetStanding } from './routes/ledger/standing.ts';
import { handleBookLosses } from './routes/losses/book.ts';
import { handleListLosses } from './routes/losses/list.ts';
import { handleListOperationEntries } from './routes/operations/entries.ts';
import { handleFarewell } from './routes/processes/farewell.ts';
import { handleHeartbeat } from './routes/processes/heartbeat.ts';
import { handleListReservations } from './routes/reservations/list.ts';
import { handleMove } from './routes/reservations/move.ts';
import { handleRelease } from './routes/reservations/release.ts';
import { handleReserve } from './routes/reservations/reserve.ts';
import { handleListUnowned } from './routes/reservations/unowned.ts';
import { handleSettle } from './routes/reservations/settle.ts';
import { handleListAllEntries } from './routes/wallets/all-entries.ts';
import { handleListEntries } from './routes/wallets/entries.ts';
import { handleGetWallet } from './routes/wallets/get.ts';
import { handleListGrants } from './routes/wallets/grants.ts';
import { handleListOpenHolds } from './routes/wallets/holds.ts';
import { handleQueryWallets } from './routes/wallets/query.ts';
import type { Sweeper } from './sweeper.ts';
import type { Verifier } from './verifier.ts';

export interface BillingDeps {
  db: Knex;
  ledger: Ledger;
  sweeper: Sweeper;
  verifier: Verifier;
  logger: Logger;
}

/** Every route of the billing service. */
export const routes = (deps: BillingDeps): MountedRoute[] => [
  on(reserveRoute, handleReserve(deps)),
  on(settleRoute, handleSettle(deps)),
  on(releaseRoute, handleRelease(deps)),
  on(moveRoute, handleMove(deps)),
  on(bookLossesRoute, handleBookLosses(deps)),
  on(listLossesRoute, handleListLosses(deps)),
  on(listReservationsRoute, handleListReservations(deps)),
  on(listOperationEntriesRoute, handleListOperationEntries(deps)),
  on(listUnownedRoute, handleListUnowned(deps)),
  on(heartbeatRoute, handleHeartbeat(deps)),
  on(farewellRoute, handleFarewell(deps)),
  on(createGrantRoute, handleCreateGrant(deps)),
  on(revokeGrantRoute, handleRevokeGrant(deps)),
  on(listWalletsRoute, handleQueryWallets(deps)),
  on(getWalletRoute, handleGetWallet(deps)),
  on(listGrantsRoute, handleListGrants(deps)),
  on(listEntriesRoute, handleListEntries(deps)),
  on(listAllEntriesRoute, handleListAllEntries(deps)),
  on(listOpenHoldsRoute, handleListOpenHolds(deps)),
  on(getStandingRoute, handleGetStanding(deps)),
  on(verifyLedgerRoute, handleVerifyLedger(deps)),
  on(sweepRoute, handleSweep(deps)),
];
