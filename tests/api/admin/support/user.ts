import { randomUUID } from 'node:crypto';
import { createPlatformUser } from '@tollgate/contract/routes/admin/users';
import type { RunningAdmin } from './admin.ts';

/** Makes a user by the route; gives the public id. */
export const aUser = async (admin: RunningAdmin): Promise<{ id: string; email: string }> => {
  const email = `${randomUUID()}@example.com`;
  const made = await admin.send(createPlatformUser, {
    body: { email, password: 'twelve characters' },
  });
  if (made.status !== 201) throw new Error(`the user was answered ${made.status}`);
  return { id: made.body.id, email };
};
