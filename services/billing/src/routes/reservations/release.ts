import type { releaseRoute } from '@tollgate/contract/billing';
import type { Handler } from '@tollgate/http/serve';
import type { Ledger } from '../../ledger.ts';
import { storableText } from '../../storable.ts';

/** Gives the holds of a caller's batch back. */
export const handleRelease =
  ({ ledger }: { ledger: Ledger }): Handler<typeof releaseRoute> =>
  async ({ body }) => {
    const items = body.items.map((item) => ({ ...item, reason: storableText(item.reason) }));
    return { results: await Promise.all(items.map((item) => ledger.release(item))) };
  };
