import { setTimeout as pause } from 'node:timers/promises';
import { reserveBatch } from '../../services/billing/src/reservation.queries.ts';
import { createSealer } from '../../services/billing/src/sealer.ts';
import type { Sealer } from '../../services/billing/src/sealer.ts';
import { findOpenFrom, FIRST_ID, LAST_ID } from '../../services/billing/src/stretch.ts';
import type { Stretch } from '../../services/billing/src/stretch.ts';
import { quiet } from './a-ledger.ts';
import type { TestLedger } from './a-ledger.ts';
import { TERMS } from './damaged.ts';
import { aHold } from './items.ts';

const LIMIT_MS = 60_000;

/** Seals everything but the last so many movements, as young as it is, in seals of so many. */
export function aSealer(
  { replicas }: TestLedger,
  entriesMax: number,
  { limitMs = LIMIT_MS, replica = 0 }: { limitMs?: number; replica?: 0 | 1 } = {},
): Sealer {
  return createSealer({
    ...TERMS,
    db: replicas[replica],
    logger: quiet,
    limitMs,
    terms: { entriesMax, quietMs: 0 },
  });
}

/** What is left to the next seal of what grants gave. */
const SLACK_MS = 1_100;

/**
 * Seals everything but the last movement, with what wallets had when their grants were given.
 * @param userId who has credit
 */
export async function sealAll(ledger: TestLedger, userId: string): Promise<void> {
  await pause(SLACK_MS);
  const { priceVersionId, replicas } = ledger;
  const terms = { priceVersionId, userId, amount: 1 };
  await reserveBatch(replicas[0], [aHold(terms), aHold(terms)]);
  await aSealer(ledger, 1).seal();
}

/** What is open of a ledger. */
export async function openPart({ owner }: TestLedger): Promise<Stretch> {
  return { from: (await findOpenFrom(owner)) ?? FIRST_ID, upto: LAST_ID };
}
