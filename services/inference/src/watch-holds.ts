import type { Billing } from '@tollgate/billing-client/billing-client';
import type { Admission } from '@tollgate/http/admission';

/**
 * The same way to billing, which tells the admission how long each hold took: whatever is overloaded behind this process, the
 * ledger or the machine, shows there, and neither a provider nor a slow caller has a part in it. A hold that waits for its own wallet,
 * which somebody has locked, says nothing about what others have to wait for.
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
