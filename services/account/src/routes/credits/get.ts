import { creditsOut } from '@tollgate/billing-client/credits-out';
import { CreditsOut } from '@tollgate/contract/credits';
import { defineRoute } from '@tollgate/contract/route';
import type { UserCaller } from '@tollgate/identity/authentication';
import type { Handler } from '@tollgate/http/serve';
import type { AccountDeps } from '../../deps.ts';

/** `GET /api/credits`. */
export const getCredits = defineRoute({
  method: 'get',
  path: '/api/credits',
  auth: 'user',
  summary: 'The wallet of the account',
  status: 200,
  response: CreditsOut,
});

/** Shows the wallet as billing has it now; 503 while billing is away. */
export const handleGetCredits =
  ({ billing }: AccountDeps): Handler<typeof getCredits, UserCaller> =>
  async (_input, { caller }) =>
    creditsOut(await billing.wallet(caller.user.id));
