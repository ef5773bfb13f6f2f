import { setTimeout as pause } from 'node:timers/promises';
import { PlatformLedgerVerification } from '@tollgate/contract/ledger-verification';
import { defineRoute } from '@tollgate/contract/route';
import type { RouteOutput } from '@tollgate/contract/route';
import type { Db } from '@tollgate/db/connect';
import { lastLedgerLook } from '@tollgate/db/ledger-looks';
import type { AdminDeps, AdminHandler } from '../../deps.ts';

export const verifyPlatformLedger = defineRoute({
  method: 'get',
  path: '/api/platform/ledger/verify',
  auth: 'platform',
  needs: 'read',
  summary: 'Check every invariant of the ledger',
  status: 200,
  response: PlatformLedgerVerification,
});

/** How long an administrator waits: less than the edge does, in milliseconds. */
const WAIT_MS = 100_000;

/** A look that takes longer goes on at billing, and whoever asks again waits for the same one. */
export const handleVerifyPlatformLedger =
  ({ billing, db }: AdminDeps, waitMs = WAIT_MS): AdminHandler<typeof verifyPlatformLedger> =>
  async () => {
    const late = new AbortController();
    try {
      return await Promise.race([
        billing.verifyLedger(),
        pause(waitMs, null, { signal: late.signal }).then(() => uncheckedSoFar(db)),
      ]);
    } finally {
      late.abort();
    }
  };

async function uncheckedSoFar(db: Db): Promise<RouteOutput<typeof verifyPlatformLedger>> {
  const since = await lastLedgerLook(db);
  return { ok: false, unchecked_since: since?.toISOString() ?? null, checks: [] };
}
