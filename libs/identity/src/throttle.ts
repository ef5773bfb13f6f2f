import { createHash } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { GatewayError } from '@tollgate/contract/error-codes';

/** How many failures are let through in a window, in seconds. */
export interface Allowance {
  failures: number;
  seconds: number;
}

/** The allowances of one plane's login. */
export interface LoginLimits {
  /** Tries at one account from addresses that have never logged in to it. */
  account: Allowance;
  /**
   * Tries at one account from an address that has logged in to it, counted apart so that strangers
   * cannot lock the owner out.
   */
  knownAddress: Allowance;
  /** Tries of one address at all accounts that it has never logged in to. */
  address: Allowance;
}

/** What the login of users allows. */
export const USER_LOGIN_LIMITS: LoginLimits = {
  account: { failures: 10, seconds: 900 },
  knownAddress: { failures: 10, seconds: 60 },
  address: { failures: 100, seconds: 60 },
};

/** What the login of administrators allows: less. */
export const PLATFORM_LOGIN_LIMITS: LoginLimits = {
  account: { failures: 5, seconds: 300 },
  knownAddress: { failures: 5, seconds: 60 },
  address: { failures: 20, seconds: 60 },
};

/**
 * The limits of failed sign-ins through an OpenID provider: there is no password to guess, but each
 * is an event of the trail.
 */
export const OIDC_SIGN_IN_LIMITS: LoginLimits = {
  account: { failures: 30, seconds: 60 },
  knownAddress: { failures: 30, seconds: 60 },
  address: { failures: 30, seconds: 60 },
};

/** The limits of set-ups with a wrong token, each of which is an event of the trail. */
export const SETUP_LIMITS: LoginLimits = {
  account: { failures: 10, seconds: 60 },
  knownAddress: { failures: 10, seconds: 60 },
  address: { failures: 10, seconds: 60 },
};

/** Who tries to log in. */
export interface LoginAttempt {
  /** What names the account, known or not. */
  account: string;
  address: string;
  /** The account has been logged in to from this address. */
  addressIsKnown: boolean;
}

/** Counts failed logins; nobody is locked out for longer than a window. */
export interface LoginThrottle {
  /**
   * Counts an attempt before its password is looked at, so that parallel guesses count as well. The
   * result takes it back once the password was right.
   * @throws GatewayError `rate_limit_exceeded` with the seconds to wait
   */
  take(attempt: LoginAttempt): Promise<() => Promise<void>>;
}

/** What counts: Redis when there is one, with this process as the fallback while it is away. */
export interface ThrottleOptions {
  /** Keeps the planes apart. */
  plane: 'user' | 'platform' | 'oidc' | 'setup';
  limits: LoginLimits;
  /** An ioredis client. */
  redis?: unknown;
}

/** Makes the throttle of one plane. */
export function createLoginThrottle({ plane, limits, redis }: ThrottleOptions): LoginThrottle {
  const limiter = (kind: keyof LoginLimits): RateLimiterAbstract => {
    const options = {
      keyPrefix: `tollgate:login:${plane}:${kind}`,
      points: limits[kind].failures,
      duration: limits[kind].seconds,
    };
    const local = new RateLimiterMemory(options);
    if (redis === undefined) return local;
    return new RateLimiterRedis({
      ...options,
      storeClient: redis,
      rejectIfRedisNotReady: true,
      insuranceLimiter: local,
    });
  };
  const limiters = {
    account: limiter('account'),
    knownAddress: limiter('knownAddress'),
    address: limiter('address'),
  };
  return {
    async take(attempt) {
      const address = digestOf(attempt.address);
      const account = digestOf(attempt.account);
      if (attempt.addressIsKnown) return count(limiters.knownAddress, digestOf(account + address));
      const takeBackAddress = await count(limiters.address, address);
      const takeBackAccount = await count(limiters.account, account);
      return async () => {
        await Promise.all([takeBackAddress(), takeBackAccount()]);
      };
    },
  };
}

async function count(limiter: RateLimiterAbstract, key: string): Promise<() => Promise<void>> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw new GatewayError('rate_limit_exceeded', 'Too many attempts to log in. Wait a while.', {
      retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000)),
    });
  }
  return async () => {
    await limiter.reward(key);
  };
}

/** What callers send never becomes a key name unhashed. */
function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
