import { transaction } from '@tollgate/db/connect';
import { defineRoute } from '@tollgate/contract/route';
import { CreditThreshold } from '@tollgate/contract/webhooks';
import type { Handler } from '@tollgate/http/serve';
import { ValidationError } from '@tollgate/http/validate';
import type { UserCaller } from '@tollgate/identity/authentication';
import { formatCredits, parseCredits } from '@tollgate/money/credits';
import { findThreshold, saveThreshold } from '@tollgate/webhooks/credit-watch';
import type { AccountDeps } from '../../deps.ts';
import { noteEvent } from '../../trail.ts';

/** `GET /api/credits/threshold`. */
export const getCreditThreshold = defineRoute({
  method: 'get',
  path: '/api/credits/threshold',
  auth: 'user',
  summary: 'The balance below which webhooks report that credit is low',
  status: 200,
  response: CreditThreshold,
});

/** Shows the caller's threshold. */
export const handleGetCreditThreshold =
  ({ db }: AccountDeps): Handler<typeof getCreditThreshold, UserCaller> =>
  async (_input, { caller }) => {
    const nano = await findThreshold(db, caller.user.id);
    return { threshold: nano === null ? null : formatCredits(nano) };
  };

/** `PUT /api/credits/threshold`. */
export const setCreditThreshold = defineRoute({
  method: 'put',
  path: '/api/credits/threshold',
  auth: 'user',
  summary: 'Set the balance below which webhooks report that credit is low; null: never',
  body: CreditThreshold,
  status: 200,
  response: CreditThreshold,
});

/** Sets the caller's threshold. */
export const handleSetCreditThreshold =
  ({ db }: AccountDeps): Handler<typeof setCreditThreshold, UserCaller> =>
  async ({ body }, context) => {
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
  };
