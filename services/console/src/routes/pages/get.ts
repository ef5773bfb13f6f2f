import { GatewayError } from '@tollgate/contract/error-codes';
import { getPage } from '@tollgate/contract/routes/console/pages';
import { sendBuilt } from '@tollgate/http/built-files';
import { route } from '@tollgate/http/route';
import type { MountedRoute, RouteContext } from '@tollgate/http/route';
import type { ConsoleCaller, ConsoleDeps } from '../../deps.ts';

const USERS = '/console';

const PLATFORM = '/console/platform';

/**
 * A file by its name; every other address is a view of the console, which finds the page itself.
 * Through the public listener there is no console of administrators.
 */
export const handleGetPage = ({ builds }: ConsoleDeps): MountedRoute =>
  route(getPage, (_input, { caller, request, response }: RouteContext<ConsoleCaller>) => {
    const { path } = request;
    const isPlatform = path === PLATFORM || path.startsWith(`${PLATFORM}/`);
    if (isPlatform && caller.plane !== 'internal') throw nothing();
    const { index, files } = isPlatform ? builds.platform : builds.users;
    const name = path.slice((isPlatform ? PLATFORM : USERS).length + 1);
    const file = files.get(name);
    if (file === undefined && name.includes('.')) throw nothing();
    sendBuilt({ request, response }, file ?? index);
  });

function nothing(): GatewayError {
  return new GatewayError('not_found', 'There is nothing at this address.');
}
