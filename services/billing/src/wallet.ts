import type { Wallet } from '@tollgate/contract/billing';

/** The wallet of a user who was never granted anything. */
export function emptyWallet(userId: string): Wallet {
  return {
    user_id: userId,
    granted_nano: '0',
    available_nano: '0',
    reserved_nano: '0',
    consumed_nano: '0',
    revoked_nano: '0',
    expired_nano: '0',
  };
}

/** One wallet for each user asked for, in their order. */
export function walletsOf(userIds: readonly string[], found: readonly Wallet[]): Wallet[] {
  const byUser = new Map(found.map((wallet) => [wallet.user_id, wallet]));
  return userIds.map((userId) => byUser.get(userId) ?? emptyWallet(userId));
}
