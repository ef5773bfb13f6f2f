/**
 * Runs a script with the sign-ins of the demo of `make up`: `node deploy/with-demo.ts <script>
 * [arguments]`. What the caller has set stays as it is, so that the same command serves any
 * installation.
 */
import { execa } from 'execa';
import { DEFAULT_STATE_DIR } from './local/paths.ts';
import { readDemoEnv } from './seed/demo-env.ts';

const [script = '', ...args] = process.argv.slice(2);
const isSet = process.env['TOLLGATE_ADMIN_URL'] !== undefined;
const env = isSet ? {} : await readDemoEnv(DEFAULT_STATE_DIR);
const options = { stdio: 'inherit', reject: false, env } as const;
const result = await execa(process.execPath, [script, ...args], options);
process.exitCode = result.exitCode ?? 1;
