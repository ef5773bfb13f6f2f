import { randomBytes } from 'node:crypto';
import { PlatformUserCreate, PlatformUserOut } from '@tollgate/contract/platform/users';
import { defineRoute } from '@tollgate/contract/route';
import { createUser } from '@tollgate/identity/users';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { change } from '../../trail.ts';
import { platformUserOut } from '../../user-out.ts';

export const createPlatformUser = defineRoute({
  method: 'post',
  path: '/api/platform/users',
  auth: 'platform',
  needs: 'users',
  leased: true,
  summary: 'Create a user',
  body: PlatformUserCreate,
  status: 201,
  errors: ['conflict'],
  response: PlatformUserOut,
});

const UNGUESSABLE_BYTES = 32;

/** A password that nobody knows. */
const unguessable = (): string => randomBytes(UNGUESSABLE_BYTES).toString('base64url');

export const handleCreatePlatformUser =
  (deps: AdminDeps): AdminHandler<typeof createPlatformUser> =>
  async ({ body }, context) => {
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
  };
