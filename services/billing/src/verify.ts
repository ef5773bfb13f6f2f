import { scaleTimers } from '@tollgate/runtime/timers';
import { createLogger } from '@tollgate/runtime/logger';
import { connectReports } from './reports.ts';
import { createVerifier } from './verifier.ts';

/** Prints one line for each invariant of the ledger; exit 1 when one is broken. Needs DATABASE_URL. */
const url = process.env['DATABASE_URL'];
if (url === undefined || url === '') throw new Error('DATABASE_URL is not set');
const db = connectReports(url);
const timers = scaleTimers(Number(process.env['TIMER_SCALE'] ?? '1'));
const verifier = createVerifier({ db, timers, logger: createLogger('verify-ledger') });
try {
  const { ok, checks } = await verifier.verify();
  const width = Math.max(...checks.map((check) => check.invariant.length));
  for (const { id, invariant, ok: good, violations } of checks) {
    process.stdout.write(`${id.padEnd(4)} ${invariant.padEnd(width)}  ${good ? 'ok' : 'BROKEN'}\n`);
    for (const violation of violations) process.stdout.write(`     ${JSON.stringify(violation)}\n`);
  }
  process.exitCode = ok ? 0 : 1;
} finally {
  await db.destroy();
}
