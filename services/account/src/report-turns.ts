import type { MountRoute } from '@tollgate/http/route';
import type { UserCaller } from '@tollgate/identity/authentication';
import { atMost, openLanes } from '@tollgate/runtime/micro-batch';
import { userRoute } from './user-route.ts';

/**
 * How many reports of one user are made at one time. Further reports wait; the permits of the
 * service bound how many wait.
 */
const REPORTS_OF_USER_MAX = 1;

/**
 * Pairs routes with handlers that make the reports of each user in turn, so that no user takes all
 * connections of the small pool for heavy queries.
 */
export function createReportTurns(): MountRoute<UserCaller> {
  const users = openLanes<{ userId: string; make: () => Promise<unknown> }, unknown>(
    ({ userId }) => userId,
    () => {
      const turn = atMost(REPORTS_OF_USER_MAX);
      return ({ make }) => turn(make);
    },
  );
  return (definition, handler) =>
    userRoute(definition, (input, context) => {
      const make = async () => handler(input, context);
      return users.call({ userId: context.caller.user.id, make }) as ReturnType<typeof make>;
    });
}
