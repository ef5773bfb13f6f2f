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
  summary:
    'What calls of users have cost beyond what they were charged, the largest first, and what overruns took beyond their holds',
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
    return owners.map((one) => ({
      user_id: encodeId('usr', one.user_id),
      user_email: emails.get(one.user_id) ?? null,
      known: formatCredits(BigInt(one.known_nano)),
      at_most: formatCredits(BigInt(one.at_most_nano)),
      count: one.count,
      covered: formatCredits(BigInt(one.covered_nano)),
      covered_count: one.covered_count,
      last_at: one.last_at,
    }));
  };
