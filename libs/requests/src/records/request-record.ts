import type { RequestRouting } from '@tollgate/contract/request-records';
import type { SuspectReason } from '@tollgate/contract/suspect-usage';
import type { ReceiptLine, UsageCounts } from '@tollgate/money/rating';

/** How a request ended. */
export type Outcome = 'served' | 'refused' | 'failed' | 'partial' | 'client_gone' | 'replayed';

/**
 * What bounds a charge: the verifier compares it with the hold. Amounts are nano-credits as integer
 * strings.
 */
export interface ChargeBounds {
  hold_nano: string;
  /** The caller's own ceiling, and for a video at most its quote; null where there is neither. */
  ceiling_nano: string | null;
  /** Whether the answer broke off, so that nothing above the hold may be taken. */
  partial: boolean;
}

/**
 * What a charge was made of; re-rating it gives the charge again. The bounds are absent where
 * nothing was held, and in records of earlier releases.
 */
export interface Receipt extends Partial<ChargeBounds> {
  lines: ReceiptLine[];
  /**
   * Nano-credits that the usage is worth, as an integer string, however much of them was charged.
   */
  cost_nano: string;
  /** The service tier; absent where none was asked for and the provider named none. */
  tiers?: {
    /** With prices of its own; null: the standard one. */
    asked: string | null;
    /** In the provider's word; null where the provider said nothing. */
    answered: string | null;
  };
}

/** One call of a provider for a request. */
export interface TryRecord {
  provider: string;
  /** The exact public id. */
  model: string;
  /** The attempt at billing whose hold covered the try. */
  hold: number;
  /** Null when the provider kept its word; `cut_short` when we ended the try. */
  failure: string | null;
  /** The error code for the caller when this failure is what the request ends with. */
  error_code: string | null;
  /** The status that the provider answered, where it did. */
  upstream_status: number | null;
  /**
   * The paths of content that another model has signed and that this try went without; absent in
   * records of earlier releases.
   */
  left_out?: string[];
  /** How the alias ordered its targets: of the first try, and of calls by an alias alone. */
  routing?: RequestRouting;
  /** Milliseconds from the arrival of the request. */
  after_ms: number;
  /** Milliseconds. */
  took_ms: number;
}

/** One request, as it is kept. */
export interface RequestRecord {
  /** The operation's uuid. */
  id: string;
  /** When it arrived. */
  at: Date;
  request_id: string;
  user_id: string;
  api_key_id: string;
  mode: 'live' | 'test';
  route: string;
  model_requested: string | null;
  provider: string | null;
  model: string | null;
  /** The alias that led to the model; null for an exact id. */
  alias: string | null;
  stream: boolean;
  /** Accepted to be run by a worker. */
  async: boolean;
  status: number;
  outcome: Outcome;
  error_code: string | null;
  attempt: number;
  /** What the caller says the request belongs to. */
  session_id: string | null;
  /** What the caller sums its usage up by. */
  tag: string | null;
  usage: UsageCounts | null;
  usage_source: string | null;
  /** Nano-credits. */
  charged_n: bigint;
  price_version_id: string | null;
  uplift_bp: number | null;
  receipt: Receipt | null;
  /** What the provider reported, where that cannot be; the usage is then our own count. */
  reported: UsageCounts | null;
  /** The fault of the provider's report of usage; null where there is none. */
  usage_suspect: SuspectReason | null;
  output_policy: string | null;
  effective_max_tokens: number | null;
  /** Milliseconds from arrival to the first byte towards the provider. */
  queue_ms: number | null;
  /** Milliseconds from there to the provider's first byte. */
  upstream_ms: number | null;
  /** Milliseconds from arrival to the first content towards the client. */
  first_token_ms: number | null;
  total_ms: number;
  /**
   * In their order; null when the first one went well, because the record itself describes that
   * one.
   */
  tries: TryRecord[] | null;
}
