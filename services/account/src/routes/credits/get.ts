import { creditsOut } from '@tollgate/billing-client/credits-out';
import { getCredits } from '@tollgate/contract/routes/account/credits';
import type { MountedRoute } from '@tollgate/http/route';
import type { AccountDeps } from '../../deps.ts';
import { userRoute } from '../../user-route.ts';

/** Shows the wallet as billing has it now; 503 while billing is away. */
export const handleGetCredits = ({ billing }: AccountDeps): MountedRoute =>
  userRoute(getCredits, async (_input, { caller }) =>
    creditsOut(await billing.wallet(caller.user.id)),
  );
