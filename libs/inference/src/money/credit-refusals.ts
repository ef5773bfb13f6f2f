/** What a caller reads whose call is not paid for: the wording of 402. */
import type { ReserveResult } from '@tollgate/contract/billing';
import { GatewayError } from '@tollgate/contract/error-codes';
import { formatCredits } from '@tollgate/money/credits';

/** How long a caller should wait when other requests of the wallet hold the credit, in seconds. */
const HELD_RETRY_SECONDS = 5;
/** How long a caller should wait when a hold was gone before anything was sent, in seconds. */
const GONE_RETRY_SECONDS = 1;

/** The 402 of an estimate that the wallet does not have, or has not just now. */
export function refusalOf(
  outcome: 'insufficient_credit' | 'credit_held',
  result: ReserveResult,
): GatewayError {
  switch (outcome) {
    case 'insufficient_credit':
      return new GatewayError(
        'insufficient_credit',
        `This request may cost up to ${credits(result.required_nano)} credits and ${credits(result.available_nano)} are available. Add credit or lower max_tokens.`,
        { facts: factsOf(result) },
      );
    case 'credit_held':
      return new GatewayError(
        'credit_held_by_requests_in_flight',
        'Other requests in flight hold the credit that this one needs. Try again when they are done.',
        { retryAfterSeconds: HELD_RETRY_SECONDS, facts: factsOf(result) },
      );
  }
}

/** A hold that was closed, or never was, before anything was sent: the call may be tried again. */
export function gone(): GatewayError {
  return new GatewayError('billing_unavailable', 'The credit for this call could not be held.', {
    retryAfterSeconds: GONE_RETRY_SECONDS,
    detail:
      'the hold was closed before anything was sent, or one with the same name and other values exists',
  });
}

/** An estimate that no wallet can hold, in nano-credits. */
export function overAnyBalance(amount: bigint): GatewayError {
  return new GatewayError(
    'insufficient_credit',
    `This request may cost up to ${formatCredits(amount)} credits, more than any balance. Ask for less, such as fewer output tokens, a shorter input or a shorter video.`,
    { facts: { required: formatCredits(amount) } },
  );
}

function factsOf(result: ReserveResult): Record<string, string> {
  return { required: credits(result.required_nano), available: credits(result.available_nano) };
}

function credits(nano: string | undefined): string {
  return formatCredits(BigInt(nano ?? '0'));
}
