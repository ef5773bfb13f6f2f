import { setCreditThreshold } from '@tollgate/contract/routes/account/webhooks';
import { transaction } from '@tollgate/db/connect';
import type { MountedRoute } from '@tollgate/http/route';
import { ValidationError } from '@tollgate/http/validate';
import { formatCredits, parseCredits } from '@tollgate/money/credits';
import { saveThreshold } from '@tollgate/webhooks/credit-watch';
import type { AccountDeps } from '../../deps.ts';
import { noteEvent } from '../../trail.ts';
import { userRoute } from '../../user-route.ts';

/** Sets the caller's threshold. */
export const handleSetCreditThreshold = ({ db }: AccountDeps): MountedRoute =>
  userRoute(setCreditThreshold, async ({ body }, context) => {
    const { user } = context.caller;
    const nano = body.threshold === null ? null : parseCredits(body.threshold);
    if (body.threshold !== null && nano === null) {
      throw new ValidationError([
        { loc: ['body', 'threshold'], msg: 'must be an amount of credits', type: 'value_error' },
      ]);
    }
    const threshold = nano === null ? null : formatCredits(nano);
    await transaction(db, async (trx) => {
      await saveThreshold(trx, { userId: user.id, nano });
      await noteEvent(trx, context, { action: 'credit.threshold', user, details: { threshold } });
    });
    return { threshold };
  });
