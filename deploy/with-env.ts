/**
 * Runs a script with the environment that a process of the local stack has:
 * `node deploy/with-env.ts <process> <script> [arguments]`. Without a local stack the environment
 * is left as it is, so that the same command serves where the variables are set by hand.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { DEFAULT_STATE_DIR } from './local/paths.ts';
import { findSupervisor } from './local/supervision.ts';

const [name = '', script = '', ...args] = process.argv.slice(2);

const kept = await readFile(join(DEFAULT_STATE_DIR, 'environment.json'), 'utf8').catch(() => '{}');
const environments = JSON.parse(kept) as Record<string, Record<string, string>>;
const isRunning = findSupervisor(DEFAULT_STATE_DIR) !== undefined;
const env = isRunning ? environments[name] : undefined;

if (env === undefined && process.env['DATABASE_URL'] === undefined) {
  process.stderr.write('Tollgate is not running: start it with `make up`, or set DATABASE_URL.\n');
  process.exitCode = 1;
} else {
  const result = await execa(process.execPath, [script, ...args], {
    stdio: 'inherit',
    reject: false,
    ...(env === undefined ? {} : { env }),
  });
  process.exitCode = result.exitCode ?? 1;
}
