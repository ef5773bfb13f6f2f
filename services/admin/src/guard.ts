import type { AccessActor } from '@tollgate/audit/access-log';
import type { Guard } from '@tollgate/http/serve';
import { authenticateAdministrator } from '@tollgate/identity/administrators';
import type { AdministratorCaller } from '@tollgate/identity/administrators';
import { credentialsOf } from '@tollgate/identity/credentials';
import type { AdminDeps } from './deps.ts';

/** Lets in signed-in administrators. */
export function administratorGuard(deps: AdminDeps): Guard {
  return (request): Promise<AdministratorCaller> =>
    authenticateAdministrator(
      { db: deps.db, tokens: deps.tokens, publicOrigin: deps.settings.publicOrigin },
      credentialsOf(request),
    );
}

/** Who asked, for access events. */
export function accessActor(caller: unknown): AccessActor {
  const administrator = (caller as AdministratorCaller | undefined)?.administrator;
  if (administrator === undefined) return { kind: 'none', id: null, userId: null };
  return { kind: 'administrator', id: administrator.id, userId: null };
}
