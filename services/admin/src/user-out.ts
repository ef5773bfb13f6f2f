import { creditsOut } from '@tollgate/billing-client/credits-out';
import { upliftsOfUsers } from '@tollgate/catalog/users';
import type { CreditsOut } from '@tollgate/contract/credits';
import { GatewayError } from '@tollgate/contract/error-codes';
import type { PlatformUserOut } from '@tollgate/contract/platform/users';
import { userOut } from '@tollgate/identity/users';
import type { User } from '@tollgate/identity/users';
import { formatCredits } from '@tollgate/money/credits';
import { limitsDocument, parseLimits } from '@tollgate/money/limit-set';
import { lastDays } from '@tollgate/requests/usage/report';
import { spendOfUsers } from '@tollgate/requests/usage/sum.queries';
import type { AdminDeps } from './deps.ts';

type Sources = Pick<AdminDeps, 'db' | 'billing' | 'logger' | 'now'>;

/** Days whose charges are shown beside a user. */
const SPENT_DAYS = 30;

/** Users with their wallets, uplifts and spending, in the order given. */
export async function platformUsersOut(
  sources: Sources,
  users: readonly User[],
): Promise<PlatformUserOut[]> {
  const ids = users.map(({ id }) => id);
  const { from } = lastDays(SPENT_DAYS, sources.now());
  const [uplifts, wallets, spent] = await Promise.all([
    upliftsOfUsers(sources.db, ids),
    walletsOf(sources, ids),
    spendOfUsers(sources.db, { userIds: ids, from }),
  ]);
  return users.map((user) => ({
    ...userOut(user),
    max_output_tokens: user.maxOutputTokens,
    limits: limitsDocument(parseLimits(user.limits)),
    uplift_bp: uplifts.get(user.id) ?? 0,
    credits: wallets?.get(user.id) ?? null,
    spent_30_days: formatCredits(spent.get(user.id) ?? 0n),
  }));
}

/** One user. */
export async function platformUserOut(sources: Sources, user: User): Promise<PlatformUserOut> {
  const [out] = await platformUsersOut(sources, [user]);
  if (out === undefined) throw new Error('a user went missing');
  return out;
}

/** Null while billing is away: a user can be suspended all the same. */
async function walletsOf(
  { billing, logger }: Sources,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CreditsOut> | null> {
  if (ids.length === 0) return new Map();
  try {
    const wallets = await billing.wallets(ids);
    return new Map(wallets.map((wallet) => [wallet.user_id, creditsOut(wallet)]));
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code !== 'billing_unavailable') throw error;
    logger.warn({ error }, 'users are shown without their wallets');
    return null;
  }
}
