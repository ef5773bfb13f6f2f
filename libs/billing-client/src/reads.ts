import type { VIDEO_HOLDER } from '@tollgate/contract/billing';
import type { RouteDefinition, RouteInput, RouteOutput } from '@tollgate/contract/route';
import type { ServiceClient } from '@tollgate/http/call';
import {
  getWalletRoute,
  listAllEntriesRoute,
  listEntriesRoute,
  listGrantsRoute,
  listWalletsRoute,
  listOpenHoldsRoute,
} from '@tollgate/contract/routes/billing/wallets';
import { listOperationEntriesRoute } from '@tollgate/contract/routes/billing/operations';
import {
  listReservationsRoute,
  listUnownedRoute,
} from '@tollgate/contract/routes/billing/reservations';
import { listLossesRoute } from '@tollgate/contract/routes/billing/losses';
import { getStandingRoute } from '@tollgate/contract/routes/billing/ledger';
import { asBillingError } from './unavailable.ts';

/**
 * Asks billing for one thing.
 * @returns what the route answers; rejects with a GatewayError that callers can be shown
 */
export async function ask<R extends RouteDefinition>(
  client: ServiceClient,
  route: R,
  input: Partial<RouteInput<R>>,
): Promise<RouteOutput<R>> {
  try {
    return await client.call(route, input);
  } catch (error) {
    throw asBillingError(error);
  }
}

type Page = RouteInput<typeof listGrantsRoute>['query'];

/**
 * The reading functions of the billing client.
 * @param client asks for what a call or a sweep waits for
 * @param pages asks for what a page of a console shows, and waits longer
 */
export function readers(client: ServiceClient, pages: ServiceClient) {
  return {
    losses: async (query: RouteInput<typeof listLossesRoute>['query']) =>
      (await ask(pages, listLossesRoute, { query })).owners,
    standing: (since: Date) =>
      ask(pages, getStandingRoute, { query: { since: since.toISOString() } }),
    reservations: async (opId: string) =>
      (await ask(client, listReservationsRoute, { query: { op_id: opId } })).reservations,
    unowned: async (olderThanMs: number, holder?: typeof VIDEO_HOLDER) => {
      const query = { older_than_ms: olderThanMs, ...(holder === undefined ? {} : { holder }) };
      return (await ask(client, listUnownedRoute, { query })).reservations;
    },
    wallet: (userId: string) => ask(client, getWalletRoute, { params: { user_id: userId } }),
    wallets: async (userIds: readonly string[]) =>
      (await ask(pages, listWalletsRoute, { body: { user_ids: [...userIds] } })).wallets,
    grants: (userId: string, page: Page) =>
      ask(pages, listGrantsRoute, { params: { user_id: userId }, query: page }),
    entries: (userId: string, page: RouteInput<typeof listEntriesRoute>['query']) =>
      ask(pages, listEntriesRoute, { params: { user_id: userId }, query: page }),
    allEntries: (page: RouteInput<typeof listAllEntriesRoute>['query']) =>
      ask(pages, listAllEntriesRoute, { query: page }),
    openHolds: async (userId: string, page: RouteInput<typeof listOpenHoldsRoute>['query']) =>
      (await ask(pages, listOpenHoldsRoute, { params: { user_id: userId }, query: page })).holds,
    operationEntries: async (opId: string) =>
      (await ask(pages, listOperationEntriesRoute, { params: { op_id: opId } })).entries,
  };
}
