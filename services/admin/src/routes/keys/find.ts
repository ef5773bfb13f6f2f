import { findPlatformKeys } from '@tollgate/contract/routes/admin/keys';
import type { MountedRoute } from '@tollgate/http/route';
import { emailsOf } from '@tollgate/identity/users';
import { apiKeyOut } from '@tollgate/keys/keys';
import { findSeenKeys } from '@tollgate/keys/seen-keys';
import { encodeId } from '@tollgate/runtime/ids';
import type { AdminDeps } from '../../deps.ts';
import { fieldError } from '../../field-errors.ts';
import { platformRoute } from '../../platform-route.ts';

/** A POST, so that a secret is in no address and in no log. */
export const handleFindPlatformKeys = ({ db, pepper }: AdminDeps): MountedRoute =>
  platformRoute(findPlatformKeys, async ({ body }) => {
    const found = await findSeenKeys(db, pepper, body.key.trim());
    if (found === null) {
      throw fieldError(
        'body',
        'key',
        'must be a whole key, or its first 13 and last four characters',
      );
    }
    const emails = await emailsOf(
      db,
      found.map(({ ownerId }) => ownerId),
    );
    return {
      data: found.map((key) => ({
        ...apiKeyOut(key),
        user_id: encodeId('usr', key.ownerId),
        user_email: emails.get(key.ownerId) ?? '',
      })),
    };
  });
