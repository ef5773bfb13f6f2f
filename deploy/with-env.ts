/**
 * Runs a script with the environment that a process of the local stack has: `node
 * deploy/with-env.ts <process> <script> [arguments]`. Where the caller sets DATABASE_URL, or no
 * local stack runs, the environment is left as it is, so that the same command serves where the
 * variables are set by hand.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { chooseDatabase } from './local/database-choice.ts';
import { DEFAULT_STATE_DIR } from './local/paths.ts';
import { findSupervisor } from './local/supervision.ts';

const [name = '', script = '', ...args] = process.argv.slice(2);

const kept = await readFile(join(DEFAULT_STATE_DIR, 'environment.json'), 'utf8').catch(() => '{}');
const environments = JSON.parse(kept) as Record<string, Record<string, string>>;
const isRunning = findSupervisor(DEFAULT_STATE_DIR) !== undefined;
const choice = chooseDatabase(
  process.env['DATABASE_URL'],
  isRunning ? environments[name] : undefined,
);

if (choice === undefined) {
  process.stderr.write('Tollgate is not running: start it with `make up`, or set DATABASE_URL.\n');
  process.exitCode = 1;
} else {
  // On standard error, for standard output belongs to the script.
  process.stderr.write(`${choice.reported}\n`);
  const result = await execa(process.execPath, [script, ...args], {
    stdio: 'inherit',
    reject: false,
    ...(choice.env === undefined ? {} : { env: choice.env }),
  });
  process.exitCode = result.exitCode ?? 1;
}
