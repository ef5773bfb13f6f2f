import type { AccessActor } from '@tollgate/audit/access-log';
import { GatewayError } from '@tollgate/contract/error-codes';
import type { RouteDefinition } from '@tollgate/contract/route';
import { requestIdOf, addressOf } from '@tollgate/http/serve';
import type { Guard } from '@tollgate/http/serve';
import { authenticateAdministrator } from '@tollgate/identity/administrator-sessions';
import type { AdministratorCaller } from '@tollgate/identity/administrator-sessions';
import { assertMayUse } from '@tollgate/identity/assert-may-use';
import { credentialsOf } from '@tollgate/identity/credentials';
import { readAdministratorToken } from '@tollgate/keys/secret';
import type { Request } from 'express';
import type { AdminDeps } from './deps.ts';
import { noteRefusal } from './role-refusals.ts';

/**
 * Lets in signed-in administrators whose role has the right that the route needs; a refusal is in
 * the trail.
 */
export function administratorGuard(deps: AdminDeps): Guard {
  return async (request, route): Promise<AdministratorCaller> => {
    const caller = await signedIn(deps, request);
    if (route.auth === 'platform') await assertRight(deps, request, { route, caller });
    return caller;
  };
}

/**
 * Who is signed in, whatever their role.
 * @throws GatewayError `unauthenticated` or `cross_site_request`
 */
export function signedIn(deps: AdminDeps, request: Request): Promise<AdministratorCaller> {
  const { db, tokens, settings, oidc, pepper } = deps;
  const issuer = oidc?.provider.settings.issuer ?? null;
  return authenticateAdministrator(
    {
      db,
      tokens,
      publicOrigin: settings.publicOrigin,
      issuer,
      readToken: (text) => readAdministratorToken(text, pepper),
    },
    credentialsOf(request),
  );
}

async function assertRight(
  deps: AdminDeps,
  request: Request,
  { route, caller }: { route: RouteDefinition & { auth: 'platform' }; caller: AdministratorCaller },
): Promise<void> {
  try {
    assertMayUse(caller.administrator.role, route.needs);
  } catch (error) {
    if (error instanceof GatewayError) {
      const from = { requestId: requestIdOf(request), address: addressOf(request) };
      await noteRefusal(deps, { ...from, caller, route });
    }
    throw error;
  }
}

/** Who asked, for access events. */
export function accessActor(caller: unknown): AccessActor {
  const administrator = (caller as AdministratorCaller | undefined)?.administrator;
  if (administrator === undefined) return { kind: 'none', id: null, userId: null };
  return { kind: 'administrator', id: administrator.id, userId: null };
}
