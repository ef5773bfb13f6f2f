import type { releaseRoute } from '@tollgate/contract/billing';
import type { Handler } from '@tollgate/http/serve';
import type { Logger } from '@tollgate/runtime/logger';
import type { Ledger } from '../../ledger.ts';
import { moveItems } from '../../move-items.ts';
import { storableText } from '../../storable.ts';

/** Gives the holds of a caller's batch back. */
export const handleRelease =
  ({ ledger, logger }: { ledger: Ledger; logger: Logger }): Handler<typeof releaseRoute> =>
  async ({ body }) => {
    const items = body.items.map((item) => ({ ...item, reason: storableText(item.reason) }));
    return moveItems({ logger, movement: 'release' }, items, ledger.release);
  };
