import type { RouteDefinition, RouteOutput } from '@tollgate/contract/route';
import type { Handler } from '@tollgate/http/serve';
import type { UserCaller } from '@tollgate/identity/authentication';
import { atMost, openLanes } from '@tollgate/runtime/lanes';

/** How many reports of one user are made at one time. Further reports wait; the places of the service bound how many wait. */
const REPORTS_OF_USER_MAX = 1;

/** Wraps a handler of a route that makes a report. */
export type InTurn = <R extends RouteDefinition>(
  handler: Handler<R, UserCaller>,
) => Handler<R, UserCaller>;

/** Makes the reports of each user in turn, so that no user takes all connections of the small pool for heavy queries. */
export function createReportTurns(): InTurn {
  const users = openLanes<{ userId: string; make: () => Promise<unknown> }, unknown>(
    ({ userId }) => userId,
    () => {
      const turn = atMost(REPORTS_OF_USER_MAX);
      return ({ make }) => turn(make);
    },
  );
  return <R extends RouteDefinition>(handler: Handler<R, UserCaller>): Handler<R, UserCaller> =>
    (input, context) =>
      users.call({
        userId: context.caller.user.id,
        make: async () => handler(input, context),
      }) as Promise<RouteOutput<R>>;
}
