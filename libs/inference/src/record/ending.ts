import type { ErrorCode, GatewayError } from '@tollgate/contract/error-codes';
import type { Outcome } from '@tollgate/requests/records/request-record';
import type { Bill } from '../money/bill.ts';

/** Moments of a call by `performance.now()`; null where it did not come that far. */
export interface Timing {
  dispatchedMs: number | null;
  firstByteMs: number | null;
  firstTokenMs: number | null;
}

/** How a call ended, for its record. */
export interface Ending {
  status: number;
  outcome: Outcome;
  /** The error that the caller got, also where it is sent again. */
  error: { code: ErrorCode } | null;
  bill: Bill | null;
  timing: Timing | null;
  /** The model that the provider says has answered, where it says one. */
  answeredBy?: string | undefined;
}

/** The ending of a call that was refused or failed with an error. */
export function endingOf(error: GatewayError, dispatched: boolean): Ending {
  return {
    status: error.status,
    outcome: dispatched ? 'failed' : 'refused',
    error,
    bill: null,
    timing: null,
  };
}
