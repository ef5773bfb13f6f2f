import { connectDatabase, row } from '@tollgate/db/connect';
import { createLogger } from '@tollgate/runtime/logger';
import type { Demo } from './demo.ts';
import { eventually } from './eventually.ts';

/** A hold as the ledger has it; amounts in nano-credits. */
export interface Hold {
  op_id: string;
  state: string;
  amount_n: bigint;
  charged_n: bigint | null;
  /** Units by dimension. */
  usage: Record<string, number> | null;
  usage_source: string | null;
  partial: boolean | null;
}

/** The holds of a stack, read in its ledger. */
export interface Holds {
  /** True while a call is held. */
  areOpen: () => Promise<boolean>;
  /**
   * The newest hold, once nothing is held any more.
   * @throws when nothing was ever held
   */
  last(): Promise<Hold>;
  /** Closes the connection; called before the stack is given back. */
  close(): Promise<void>;
}

/** Connects to the ledger of a demo as its owner. */
export function holdsOf({ stack }: Pick<Demo, 'stack'>): Holds {
  const owner = connectDatabase({
    url: stack.connections.databaseUrl,
    applicationName: 'holds',
    logger: createLogger('holds', 'silent'),
    poolMax: 1,
  });
  const areOpen = async (): Promise<boolean> =>
    (await row(owner, `select 1 from billing.reservation where state = 'held'`)) !== null;
  return {
    areOpen,
    async last() {
      await eventually(async () => !(await areOpen()));
      const found = await row<Hold>(
        owner,
        `select op_id, state, amount_n, charged_n, usage, usage_source, partial
         from billing.reservation order by op_id desc limit 1`,
      );
      if (found === null) throw new Error('nothing was held');
      return found;
    },
    close: () => owner.destroy(),
  };
}
