import { listLatestRefusals } from '@tollgate/requests/records/record-refusal.queries';
import { listWatchedUsers, lookAtCredit } from '@tollgate/webhooks/credit-watch';
import type { RepeatedJob } from '../job.ts';

/** Wallets that billing is asked for at once. */
const BATCH = 1_000;

/**
 * Looks at the wallets of users who want to be notified of their credit, and of nobody else: how
 * many calls were paid and how long the house has existed makes no difference.
 */
export const watchCreditJob: RepeatedJob = {
  name: 'watch-credit',
  everyMs: (timers) => timers.webhookLook,
  async run({ db, billing }) {
    let [looked, reported] = [0, 0];
    let after: string | null = null;
    for (;;) {
      const users = await listWatchedUsers(db, { after, limit: BATCH });
      if (users.length === 0) return { looked, reported };
      const ids = users.map(({ userId }) => userId);
      const wallets = await billing.wallets(ids);
      const refusals = await listLatestRefusals(db, ids);
      for (const [index, user] of users.entries()) {
        const wallet = wallets[index];
        if (wallet === undefined) continue;
        const balanceNano = BigInt(wallet.available_nano) + BigInt(wallet.reserved_nano);
        const refusedAt = refusals.get(user.userId) ?? null;
        reported += await lookAtCredit(db, user, { balanceNano, refusedAt });
      }
      looked += users.length;
      after = users.at(-1)?.userId ?? null;
    }
  },
};
