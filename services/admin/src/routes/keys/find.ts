import { PlatformKeyFound, PlatformKeySought } from '@tollgate/contract/platform/users';
import { defineRoute } from '@tollgate/contract/route';
import { emailsOf } from '@tollgate/identity/users';
import { apiKeyOut } from '@tollgate/keys/keys';
import { findSeenKeys } from '@tollgate/keys/seen-keys';
import { encodeId } from '@tollgate/runtime/ids';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { fieldError } from '../../field-errors.ts';

export const findPlatformKeys = defineRoute({
  method: 'post',
  path: '/api/platform/keys/find',
  auth: 'platform',
  needs: 'read',
  summary: 'Whose a key is that was seen somewhere; changes nothing',
  body: PlatformKeySought,
  status: 200,
  response: PlatformKeyFound,
});

/** A POST, so that a secret stands in no address and in no log. */
export const handleFindPlatformKeys =
  ({ db, pepper }: AdminDeps): AdminHandler<typeof findPlatformKeys> =>
  async ({ body }) => {
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
  };
