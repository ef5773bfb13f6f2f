import { KEY_OVERLAP_SECONDS_DEFAULT } from '@tollgate/contract/keys';
import { rotateUserKey } from '@tollgate/contract/routes/account/keys';
import { idempotencyKeyOf } from '@tollgate/http/optional-key';
import type { MountedRoute } from '@tollgate/http/route';
import { apiKeyOut, getKey, rotateKey } from '@tollgate/keys/keys';
import { claimKeyRotation } from '@tollgate/requests/operations/creations';
import type { AccountDeps } from '../../deps.ts';
import { changeKey } from '../../key-change.ts';
import { userRoute } from '../../user-route.ts';

/**
 * Gives a key another secret; 404 for every id that is not a key of the caller, 409 for an expired
 * key and for a repeat under the same `Idempotency-Key`.
 */
export const handleRotateKey = (deps: AccountDeps): MountedRoute =>
  userRoute(rotateUserKey, async ({ params, body }, context) => {
    const { id: ownerId } = context.caller.user;
    const key = { publicId: params.key_id, ownerId };
    const overlapSeconds = body.overlap_seconds ?? KEY_OVERLAP_SECONDS_DEFAULT;
    const idempotencyKey = idempotencyKeyOf(context);
    const rotated = await changeKey(deps, context, {
      action: 'key.rotate',
      change: async (trx) => {
        const { id: keyId } = await getKey(trx, key);
        if (idempotencyKey !== null) {
          const route = `POST ${rotateUserKey.path} ${keyId}`;
          await claimKeyRotation(trx, {
            actorId: ownerId,
            key: idempotencyKey,
            route,
            body,
            keyId,
          });
        }
        return rotateKey(trx, deps.pepper, { ...key, overlapSeconds });
      },
      keyId: ({ key: { id } }) => id,
      details: ({ key: { prefix, last4 } }) => ({
        overlap_seconds: overlapSeconds,
        prefix,
        last_four: last4,
      }),
    });
    return { ...apiKeyOut(rotated.key), secret: rotated.secret };
  });
