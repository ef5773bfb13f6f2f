import { createUserKey } from '@tollgate/contract/routes/account/keys';
import type { RunningAccount } from './account.ts';
import type { SignedInUser } from './user.ts';

/** Makes a key of a user; gives its public id and its secret. */
export const aKey = async (
  account: RunningAccount,
  user: SignedInUser,
): Promise<{ id: string; secret: string }> => {
  const made = await account.send(createUserKey, { token: user.token, body: { name: 'a key' } });
  if (made.status !== 201) throw new Error(`the key was answered ${made.status}`);
  return made.body;
};
