import type { Billing } from '@tollgate/billing-client/billing-client';
import type { Admission } from '@tollgate/http/admission';

/**
 * The same way to billing, which tells the admission how long each hold took: whatever is overloaded behind this process, the
 * ledger or the machine, shows there, and neither a provider nor a slow caller has a part in it.
 */
export function watchHolds(billing: Billing, admission: Pick<Admission, 'waited'>): Billing {
  return {
    ...billing,
    async reserve(item) {
      const startedMs = performance.now();
      try {
        return await billing.reserve(item);
      } finally {
        admission.waited(performance.now() - startedMs);
      }
    },
  };
}
