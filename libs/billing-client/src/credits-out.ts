import type { Entry, Wallet } from '@tollgate/contract/billing';
import type { CreditsOut, CreditTransactionOut } from '@tollgate/contract/credits';
import { formatCredits } from '@tollgate/money/credits';
import { encodeId } from '@tollgate/runtime/ids';

/** A wallet as people see it: amounts in credits. */
export function creditsOut(wallet: Wallet): CreditsOut {
  return {
    available: formatCredits(BigInt(wallet.available_nano)),
    reserved: formatCredits(BigInt(wallet.reserved_nano)),
    granted: formatCredits(BigInt(wallet.granted_nano)),
    consumed: formatCredits(BigInt(wallet.consumed_nano)),
    revoked: formatCredits(BigInt(wallet.revoked_nano)),
    expired: formatCredits(BigInt(wallet.expired_nano)),
  };
}

/** A movement as people see it: public ids, and amounts in credits. */
export function transactionOut(entry: Entry): CreditTransactionOut {
  return {
    id: encodeId('txn', entry.id),
    type: entry.kind,
    available_change: formatCredits(BigInt(entry.available_nano)),
    reserved_change: formatCredits(BigInt(entry.reserved_nano)),
    consumed_change: formatCredits(BigInt(entry.consumed_nano)),
    net_change: formatCredits(BigInt(entry.available_nano) + BigInt(entry.reserved_nano)),
    balance: entry.balance_nano === undefined ? null : formatCredits(BigInt(entry.balance_nano)),
    grant_id: entry.grant_id === null ? null : encodeId('grt', entry.grant_id),
    operation_id: entry.op_id === null ? null : encodeId('op', entry.op_id),
    created_at: entry.at,
  };
}
