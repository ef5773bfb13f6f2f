import type { SettleItem, UsageSource } from '@tollgate/contract/billing';
import type { SuspectReason } from '@tollgate/contract/suspect-usage';
import type { ReceiptLine, UsageCounts } from '@tollgate/money/rating';
import type { ChargeBounds } from '@tollgate/requests/records/request-record';

/** The faults of a report of usage, for administrators alone. */
export interface Doubts {
  /** What the provider reported, where it cannot be and was not believed. */
  reported?: UsageCounts;
  /** Why the report is in doubt. */
  suspect?: SuspectReason;
  /** The service tier that the provider says it has answered in. */
  tier?: string;
}

/** What was used, who says so, and whether the answer broke off. */
export interface Consumption extends Doubts {
  usage: UsageCounts;
  source: UsageSource;
  partial: boolean;
}

/** What settling the hold came to. */
export interface Bill extends Doubts {
  /** Nano-credits taken from the wallet. */
  charged: bigint;
  /** The charge may still change: billing has not said what it took. */
  unsure?: true;
  cost: bigint;
  /** Nano-credits of the hold; a charge above it is an overrun. Null where nothing was held. */
  hold: bigint | null;
  lines: ReceiptLine[];
  usage: UsageCounts;
  source: UsageSource;
  /** What bounded the charge; null where nothing was held. */
  bounds: ChargeBounds | null;
  /** Absent where no tier was asked for and the provider named none. */
  tiers?: Tiers;
}

/** The service tier of a call. */
export interface Tiers {
  /** With prices of its own; null: the standard one. */
  asked: string | null;
  /** In the provider's word; null where the provider said nothing. */
  answered: string | null;
}

/** A charge as it was decided; delivering it again does no harm. */
export interface Settlement extends Doubts {
  item: SettleItem;
  lines: ReceiptLine[];
  tiers?: Tiers;
  /** Nano-credits of the hold, as an integer string. */
  hold_nano: string;
}
