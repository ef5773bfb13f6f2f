import type { Billing } from '@tollgate/billing-client/billing-client';
import type { Admission } from '@tollgate/http/admission';

/**
 * The same client of billing, which also tells the admission how long each hold took. An overloaded ledger or machine shows in this
 * time, and neither a provider nor a slow caller has a part in it. A hold that waits for its own locked wallet is not counted,
 * because other calls do not wait for that wallet.
 */
export function watchHolds(billing: Billing, admission: Pick<Admission, 'waited'>): Billing {
  return {
    ...billing,
    async reserve(item, listener) {
      const startedMs = performance.now();
      let isLocked = false;
      const locked = (): void => {
        isLocked = true;
        listener?.locked();
      };
      try {
        return await billing.reserve(item, { locked });
      } finally {
        if (!isLocked) admission.waited(performance.now() - startedMs);
      }
    },
  };
}
