import { runCommand } from '@tollgate/db/command';
import { pingDatabase } from '@tollgate/db/connect';
import { scaleTimers } from '@tollgate/runtime/timers';
import { createLogger } from '@tollgate/runtime/logger';
import { namesIn } from './config.ts';
import { INVARIANTS } from './invariants.ts';
import { connectReports } from './reports.ts';
import { describeSeals } from './seal.queries.ts';
import { createVerifier } from './verifier.ts';

const MS_PER_SECOND = 1_000;
/** A large ledger takes minutes; nobody waits at the other end of a connection. */
const SECONDS_DEFAULT = 3_600;
const STATEMENT_MS =
  Number(process.env['LEDGER_VERIFY_SECONDS'] ?? SECONDS_DEFAULT) * MS_PER_SECOND;

/**
 * Prints one line for each invariant of the ledger as it is checked; exit 1 when one is broken.
 * Needs DATABASE_URL; takes DATABASE_ROLES_TRUSTED, and FULL to read what is sealed as well.
 */
const url = process.env['DATABASE_URL'];
if (url === undefined || url === '') throw new Error('DATABASE_URL is not set');
const isFull = !['', '0', undefined].includes(process.env['FULL']);
const db = connectReports(url, STATEMENT_MS);
const timers = scaleTimers(Number(process.env['TIMER_SCALE'] ?? '1'));
const verifier = createVerifier({
  db,
  whole: { db, limitMs: STATEMENT_MS },
  timers,
  logger: createLogger('verify-ledger'),
  trustedRoles: namesIn(process.env['DATABASE_ROLES_TRUSTED'] ?? ''),
});
const width = Math.max(...INVARIANTS.map(({ invariant }) => invariant.length));
let begunMs = 0;
await runCommand(url, async () => {
  await pingDatabase(db);
  const { ok, unchecked_since: since } = await verifier.verify(
    {
      begins({ id, invariant }) {
        begunMs = performance.now();
        process.stdout.write(`${id.padEnd(4)} ${invariant.padEnd(width)}  `);
      },
      ends({ ok: good, violations }) {
        const seconds = ((performance.now() - begunMs) / MS_PER_SECOND).toFixed(1);
        process.stdout.write(`${(good ? 'ok' : 'BROKEN').padEnd(6)} ${seconds.padStart(6)} s\n`);
        for (const violation of violations) {
          process.stdout.write(`     ${JSON.stringify(violation)}\n`);
        }
      },
    },
    isFull ? 'whole' : 'open',
  );
  if (since !== undefined) {
    process.stdout.write(
      `\nCUT: the whole ledger is unchecked since ${since ?? 'ever'}. Set LEDGER_VERIFY_SECONDS higher.\n`,
    );
  }
  process.stdout.write(`\n${await describeSeals(db, isFull)}\n`);
  process.exitCode = ok ? 0 : 1;
});
await db.destroy();
