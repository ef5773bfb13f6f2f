import type { Handler } from '@tollgate/http/serve';
import type { RouteDefinition } from '@tollgate/contract/route';
import pLimit from 'p-limit';
import type { LimitFunction } from 'p-limit';
import type { UserCaller } from '@tollgate/identity/authentication';

/** Reports of one user that are made at one time. Further ones wait: places of the service bound how many may. */
const REPORTS_OF_USER_MAX = 1;

/** Wraps a handler of a route that makes a report. */
export type InTurn = <R extends RouteDefinition>(
  handler: Handler<R, UserCaller>,
) => Handler<R, UserCaller>;

/** Has each user's reports made in turn, so that no user takes all connections of the small pool for heavy queries. */
export function createReportTurns(): InTurn {
  const users = new Map<string, { limit: LimitFunction; calls: number }>();
  return (handler) => async (input, context) => {
    const { id } = context.caller.user;
    const turns = users.get(id) ?? { limit: pLimit(REPORTS_OF_USER_MAX), calls: 0 };
    users.set(id, turns);
    turns.calls += 1;
    try {
      return await turns.limit(async () => handler(input, context));
    } finally {
      turns.calls -= 1;
      if (turns.calls === 0) users.delete(id);
    }
  };
}
