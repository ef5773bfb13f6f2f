import { createPlatformUser } from '@tollgate/contract/routes/admin/users';
import type { MountedRoute } from '@tollgate/http/route';
import { createUser } from '@tollgate/identity/users';
import { randomBytes } from 'node:crypto';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';
import { change } from '../../trail.ts';
import { platformUserOut } from '../../user-out.ts';

const UNGUESSABLE_BYTES = 32;

/** A password that nobody knows. */
const unguessable = (): string => randomBytes(UNGUESSABLE_BYTES).toString('base64url');

export const handleCreatePlatformUser = (deps: AdminDeps): MountedRoute =>
  platformRoute(createPlatformUser, async ({ body }, context) => {
    const passwordHash = await deps.passwords.hash(body.password ?? unguessable());
    const { email } = body;
    const name = body.name ?? email.slice(0, email.lastIndexOf('@'));
    const user = await change(deps, context, async (trx, note) => {
      const made = await createUser(trx, { email, name, passwordHash });
      await note({
        action: 'user.create',
        target: { kind: 'user', id: made.id },
        userId: made.id,
        details: { email: made.email },
      });
      return made;
    });
    return platformUserOut(deps, user);
  });
