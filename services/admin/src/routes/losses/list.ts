import { listPlatformLosses } from '@tollgate/contract/routes/admin/losses';
import type { MountedRoute } from '@tollgate/http/route';
import { emailsOf } from '@tollgate/identity/users';
import { formatCredits } from '@tollgate/money/credits';
import { encodeId } from '@tollgate/runtime/ids';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';

export const handleListPlatformLosses = ({ db, billing }: AdminDeps): MountedRoute =>
  platformRoute(listPlatformLosses, async ({ query }) => {
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
  });
