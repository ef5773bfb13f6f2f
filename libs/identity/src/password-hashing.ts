import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { GatewayError } from '@tollgate/contract/error-codes';

/** argon2id with 19 MiB and two passes, the recommended floor; some tens of milliseconds. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
/** Hashes at one time: they run in the thread pool, which files and names need too. */
const HASHES_AT_ONCE_MAX = 2;
/** Hashes that may wait, some seconds' worth; beyond it a caller is asked to come back. */
const HASHES_WAITING_MAX = 64;
const RETRY_AFTER_SECONDS = 2;

/** Hashing of passwords, bounded so that a burst of logins cannot starve the process. */
export interface Passwords {
  /**
   * The hash to keep of a password.
   * @throws GatewayError `rate_limit_exceeded` when too many wait already
   */
  hash(password: string): Promise<string>;
  /**
   * Whether the password is the hashed one. With null it takes as long and says no, so that a
   * caller cannot distinguish an unknown account from a wrong password.
   * @throws GatewayError `rate_limit_exceeded` when too many wait already
   */
  verify(hashed: string | null, password: string): Promise<boolean>;
}

/** How many hashes may run and wait, and what verifies one; argon2 unless a test watches it. */
export interface PasswordOptions {
  atOnceMax?: number;
  waitingMax?: number;
  verify?: (hashed: string, password: string) => Promise<boolean>;
}

/** One pool of hash work; a process has one. */
export async function createPasswords(options: PasswordOptions = {}): Promise<Passwords> {
  const atOnce = pLimit(options.atOnceMax ?? HASHES_AT_ONCE_MAX);
  const waitingMax = options.waitingMax ?? HASHES_WAITING_MAX;
  const verifyHash = options.verify ?? verify;
  const decoy = await hash(crypto.randomUUID(), { memoryCost: MEMORY_KIB, timeCost: PASSES });
  const bounded = <T>(work: () => Promise<T>): Promise<T> => {
    if (atOnce.pendingCount < waitingMax) return atOnce(work);
    throw new GatewayError('rate_limit_exceeded', 'Too many logins at once. Try again soon.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  };
  return {
    async hash(password) {
      return bounded(() => hash(normal(password), { memoryCost: MEMORY_KIB, timeCost: PASSES }));
    },
    async verify(hashed, password) {
      const right = await bounded(() => verifyHash(hashed ?? decoy, normal(password)));
      return right && hashed !== null;
    },
  };
}

/**
 * The password in normal form, because equal letters typed on two keyboards may differ in code
 * points.
 */
function normal(password: string): string {
  return password.normalize('NFC');
}
