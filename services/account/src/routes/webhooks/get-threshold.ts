import { getCreditThreshold } from '@tollgate/contract/routes/account/webhooks';
import type { MountedRoute } from '@tollgate/http/route';
import { formatCredits } from '@tollgate/money/credits';
import { findThreshold } from '@tollgate/webhooks/credit-watch';
import type { AccountDeps } from '../../deps.ts';
import { userRoute } from '../../user-route.ts';

/** Shows the caller's threshold. */
export const handleGetCreditThreshold = ({ db }: AccountDeps): MountedRoute =>
  userRoute(getCreditThreshold, async (_input, { caller }) => {
    const nano = await findThreshold(db, caller.user.id);
    return { threshold: nano === null ? null : formatCredits(nano) };
  });
