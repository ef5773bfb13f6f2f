import { row } from './connect.ts';
import type { Db } from './connect.ts';

/** Notes that a look at the whole ledger has come to its end now. */
export async function noteLedgerLook(db: Db): Promise<void> {
  await db.raw(
    `insert into maintenance.ledger_look as look (ended_at) values (now())
     on conflict (one) do update set ended_at = greatest(look.ended_at, excluded.ended_at)`,
  );
}

/** When the newest look at the whole ledger came to its end; null when none has. */
export async function lastLedgerLook(db: Db): Promise<Date | null> {
  const found = await row<{ ended: Date }>(
    db,
    'select ended_at as ended from maintenance.ledger_look',
  );
  return found?.ended ?? null;
}
