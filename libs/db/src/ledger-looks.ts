import { row } from './connect.ts';
import type { Db } from './connect.ts';

/** Notes that a look at the whole ledger has come to its end now, and whether all was well. */
export async function noteLedgerLook(db: Db, isSound = true): Promise<void> {
  await db.raw(
    `insert into maintenance.ledger_look as look (ended_at, is_sound) values (now(), ?)
     on conflict (one) do update
     set ended_at = greatest(look.ended_at, excluded.ended_at), is_sound = excluded.is_sound`,
    [isSound],
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

/** How long ago that was, in seconds; null when none has. */
export async function ledgerLookAge(db: Db): Promise<number | null> {
  const found = await row<{ seconds: number }>(
    db,
    `select cast(extract(epoch from clock_timestamp() - ended_at) as float8) as seconds
     from maintenance.ledger_look`,
  );
  return found?.seconds ?? null;
}

/** Whether the newest look that came to its end found something broken; false when none has. */
export async function isLedgerBroken(db: Db): Promise<boolean> {
  const found = await row(db, 'select from maintenance.ledger_look where not is_sound');
  return found !== null;
}
