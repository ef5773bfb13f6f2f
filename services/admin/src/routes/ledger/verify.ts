import type { RouteOutput } from '@tollgate/contract/route';
import { verifyPlatformLedger } from '@tollgate/contract/routes/admin/ledger';
import type { Db } from '@tollgate/db/connect';
import { lastLedgerLook } from '@tollgate/db/ledger-looks';
import type { MountedRoute } from '@tollgate/http/route';
import { setTimeout as pause } from 'node:timers/promises';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';

/** How long an administrator waits: less than the edge does, in milliseconds. */
const WAIT_MS = 100_000;

/** A look that takes longer goes on at billing, and whoever asks again waits for the same one. */
export const handleVerifyPlatformLedger = (
  { billing, db }: AdminDeps,
  waitMs = WAIT_MS,
): MountedRoute =>
  platformRoute(verifyPlatformLedger, async () => {
    const late = new AbortController();
    try {
      return await Promise.race([
        billing.verifyLedger(),
        pause(waitMs, null, { signal: late.signal }).then(() => uncheckedSoFar(db)),
      ]);
    } finally {
      late.abort();
    }
  });

async function uncheckedSoFar(db: Db): Promise<RouteOutput<typeof verifyPlatformLedger>> {
  const since = await lastLedgerLook(db);
  return { ok: false, unchecked_since: since?.toISOString() ?? null, checks: [] };
}
