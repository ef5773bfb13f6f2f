import { randomBytes } from 'node:crypto';
import { transaction } from '@tollgate/db/connect';
import { createUser } from '@tollgate/identity/users';
import { newUuid } from '@tollgate/runtime/ids';
import { login } from '@tollgate/contract/routes/account/auth';
import type { RunningAccount } from './account.ts';

/** A user who has logged in. */
export interface SignedInUser {
  /** The uuid. */
  userId: string;
  email: string;
  password: string;
  token: string;
  /** Both cookies, as a browser sends them back. */
  cookie: string;
  /** The value of `svc_session` alone. */
  session: string;
}

/** Makes a user without logging in. */
export const aUser = async (
  account: RunningAccount,
): Promise<{ userId: string; email: string; password: string }> => {
  const email = `${newUuid()}@example.com`;
  const password = randomBytes(12).toString('hex');
  const passwordHash = await account.deps.passwords.hash(password);
  const user = await transaction(account.deps.db, (trx) =>
    createUser(trx, { email, name: 'A user', passwordHash }),
  );
  return { userId: user.id, email, password };
};

/** The value of a cookie that an answer sets. */
export const cookieOf = (
  answer: { headers: { 'set-cookie'?: string[] | undefined } },
  name: string,
): string | undefined =>
  answer.headers['set-cookie']
    ?.find((line) => line.startsWith(`${name}=`))
    ?.split(';')[0]
    ?.slice(name.length + 1);

/** Logs a user in. */
export const signIn = async (
  account: RunningAccount,
  user: { userId: string; email: string; password: string },
): Promise<SignedInUser> => {
  const { email, password } = user;
  const answer = await account.send(login, { body: { email, password } });
  if (answer.status !== 200) throw new Error(`login answered ${answer.status}`);
  const session = cookieOf(answer, 'svc_session') ?? '';
  const access = cookieOf(answer, 'svc_access_token') ?? '';
  return {
    ...user,
    token: answer.body.access_token,
    session,
    cookie: `svc_access_token=${access}; svc_session=${session}`,
  };
};

/** Makes a user and logs in. */
export const aSignedInUser = async (account: RunningAccount): Promise<SignedInUser> =>
  signIn(account, await aUser(account));

/** An error body without what differs between any two answers. */
export const withoutRequestId = (body: { error: Record<string, unknown> }): unknown => ({
  error: { ...body.error, request_id: '' },
});
