import { GatewayError } from '@tollgate/contract/error-codes';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

const MINUTE_SECONDS = 60;
const SECOND_MS = 1_000;

/** Counts the calls of each address. */
export interface CallLimit {
  /** @throws GatewayError `rate_limit_exceeded` */
  count(address: string): Promise<void>;
}

/** A limit of one process. @param callsPerMinute of one address */
export function createCallLimit(callsPerMinute: number): CallLimit {
  const limiter = new RateLimiterMemory({ points: callsPerMinute, duration: MINUTE_SECONDS });
  return {
    async count(address) {
      try {
        await limiter.consume(address);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw new GatewayError(
          'rate_limit_exceeded',
          `One address may ask the documentation server ${callsPerMinute} times a minute.`,
          { retryAfterSeconds: refusal.msBeforeNext / SECOND_MS },
        );
      }
    },
  };
}
