import { Type } from 'typebox';
import { PlatformLossOut, PlatformLossQuery } from '@tollgate/contract/platform/losses';
import { defineRoute } from '@tollgate/contract/route';
import { emailsOf } from '@tollgate/identity/users';
import { formatCredits } from '@tollgate/money/credits';
import { encodeId } from '@tollgate/runtime/ids';
import type { AdminDeps, AdminHandler } from '../../deps.ts';

export const listPlatformLosses = defineRoute({
  method: 'get',
  path: '/api/platform/losses',
  auth: 'platform',
  needs: 'read',
  summary: 'What calls of users have cost beyond what they were charged, the largest first',
  query: PlatformLossQuery,
  status: 200,
  response: Type.Array(PlatformLossOut),
});

export const handleListPlatformLosses =
  ({ db, billing }: AdminDeps): AdminHandler<typeof listPlatformLosses> =>
  async ({ query }) => {
    const owners = await billing.losses(query);
    const users = owners.map(({ user_id: userId }) => userId);
    const emails = await emailsOf(db, users);
    return owners.map(({ user_id: userId, known_nano, at_most_nano, count, last_at }) => ({
      user_id: encodeId('usr', userId),
      user_email: emails.get(userId) ?? null,
      known: formatCredits(BigInt(known_nano)),
      at_most: formatCredits(BigInt(at_most_nano)),
      count,
      last_at,
    }));
  };
