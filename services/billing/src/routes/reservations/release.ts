import type { releaseRoute } from '@tollgate/contract/billing';
import type { Handler } from '@tollgate/http/serve';
import type { Logger } from '@tollgate/runtime/logger';
import { readRelease } from '../../item-readers.ts';
import type { Ledger } from '../../ledger.ts';
import { moveItems } from '../../move-items.ts';

/** Gives the holds of a caller's batch back. */
export const handleRelease =
  ({ ledger, logger }: { ledger: Ledger; logger: Logger }): Handler<typeof releaseRoute> =>
  (input) =>
    moveItems({ logger, movement: 'release', read: readRelease, move: ledger.release }, input);
