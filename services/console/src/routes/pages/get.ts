import { GatewayError } from '@tollgate/contract/error-codes';
import { getPage } from '@tollgate/contract/routes/console/pages';
import { PAGE_HEADERS, sendBuilt } from '@tollgate/http/built-files';
import { asksForPage, MISSING_PAGE } from '@tollgate/http/missing-page';
import { route } from '@tollgate/http/route';
import type { MountedRoute, RouteContext } from '@tollgate/http/route';
import type { Request, Response } from 'express';
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
    if (isPlatform && caller.plane !== 'internal') {
      answerNothing(request, response);
      return;
    }
    const { index, files } = isPlatform ? builds.platform : builds.users;
    const name = path.slice((isPlatform ? PLATFORM : USERS).length + 1);
    const file = files.get(name);
    if (file === undefined && name.includes('.')) answerNothing(request, response);
    else sendBuilt({ request, response }, file ?? index);
  });

/** @throws GatewayError `not_found` for programs */
function answerNothing(request: Request, response: Response): void {
  response.vary('accept');
  if (!asksForPage(request)) {
    throw new GatewayError('not_found', 'There is nothing at this address.');
  }
  response.status(404).set(PAGE_HEADERS).set('cache-control', 'no-store').type('html');
  response.send(MISSING_PAGE);
}
