import { OperatorError } from '@tollgate/db/command';
import { poll } from '@tollgate/runtime/timers';

/** How long a run that has died keeps the next one from beginning, in milliseconds. */
export const LEASE_MS = 120_000;
const RENEWAL_MS = 20_000;

/** A claim that is renewed while work goes on. */
export interface KeptClaim {
  /** @throws OperatorError once another run has the claim */
  goOn: () => void;
  stop(): void;
}

/** Renews a claim until it is stopped. @param renew gives false once the claim is lost */
export function keepUp(renew: () => Promise<boolean>): KeptClaim {
  let isLost = false;
  const looks = poll({
    everyMs: RENEWAL_MS,
    look: async () => {
      isLost = !(await renew());
    },
    // A claim that cannot be renewed ends by the clock of the database; the next try may succeed.
    failed: () => undefined,
  });
  return {
    goOn() {
      if (isLost) throw new OperatorError('Another run has taken over the archive.');
    },
    stop: () => looks.stop(),
  };
}
