import type { AccessActor } from '@tollgate/audit/access-log';
import type { UserCaller } from '@tollgate/identity/authentication';

/** Who asked, for access events; nobody in particular on the routes that need no login. */
export function accessActor(caller: unknown): AccessActor {
  const user = (caller as UserCaller | undefined)?.user;
  if (user === undefined) return { kind: 'none', id: null, userId: null };
  return { kind: 'user', id: user.id, userId: user.id };
}
