import { GatewayError } from '@tollgate/contract/errors';
import { defineRoute } from '@tollgate/contract/route';
import { sendBuilt } from '@tollgate/http/built-files';
import type { Handler } from '@tollgate/http/serve';
import type { ConsoleCaller, ConsoleDeps } from '../../deps.ts';

const USERS = '/console';
const PLATFORM = '/console/platform';

/** `GET /console` and everything below. */
export const getPage = defineRoute({
  method: 'get',
  path: `${USERS}{/{*rest}}`,
  auth: 'none',
  summary: 'The console of users, and of administrators through the internal listener',
  status: 200,
});

/**
 * A file by its name; every other address is a view of the console, which finds its way itself. Through the public listener there
 * is no console of administrators.
 */
export const handleGetPage =
  ({ builds }: ConsoleDeps): Handler<typeof getPage, ConsoleCaller> =>
  (_input, { caller, request, response }) => {
    const { path } = request;
    const isPlatform = path === PLATFORM || path.startsWith(`${PLATFORM}/`);
    if (isPlatform && caller.plane !== 'internal') throw nothing();
    const { index, files } = isPlatform ? builds.platform : builds.users;
    const name = path.slice((isPlatform ? PLATFORM : USERS).length + 1);
    const file = files.get(name);
    if (file === undefined && name.includes('.')) throw nothing();
    sendBuilt({ request, response }, file ?? index);
  };

function nothing(): GatewayError {
  return new GatewayError('not_found', 'There is nothing at this address.');
}
