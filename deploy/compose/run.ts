/**
 * `make compose` and `make compose-down`: everything of `deploy/compose.yaml` on this host, with
 * the demo in it. The secrets are made at the first start and kept, as the data are; `node
 * deploy/compose/run.ts down --volumes` deletes the data.
 */
import { join } from 'node:path';
import { OperatorError } from '@tollgate/db/command';
import { execa } from 'execa';
import got from 'got';
import { renderBox } from '../box.ts';
import { requireDocker } from '../docker.ts';
import { loadKeys } from '../local/keys.ts';
import { makeStateDir, REPOSITORY_ROOT } from '../local/paths.ts';
import { seed } from '../seed.ts';
import { writeSecrets } from './secrets.ts';

const STATE_DIR = join(REPOSITORY_ROOT, '.tollgate/compose');
const FILE = join(REPOSITORY_ROOT, 'deploy/compose.yaml');
/** As this host sees the edge, and as the services see the provider of the demo. */
const URLS = {
  public: 'http://127.0.0.1:8080',
  internal: 'http://127.0.0.1:8081',
  provider: 'http://provider:8090',
};
const READY_TIMEOUT_MS = 300_000;
const POLL_MS = 1_000;
const USAGE = 'usage: node deploy/compose/run.ts <up | down [--volumes]>\n';

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** The edge is ready once every service behind the edge is ready. */
async function ready(): Promise<void> {
  await got(`${URLS.public}/health/ready`, {
    retry: {
      limit: READY_TIMEOUT_MS / POLL_MS,
      calculateDelay: ({ computedValue }) => (computedValue === 0 ? 0 : POLL_MS),
      errorCodes: ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT'],
    },
    timeout: { request: POLL_MS },
  });
}

async function run([command = '', ...flags]: string[]): Promise<void> {
  await requireDocker('compose');
  await makeStateDir(STATE_DIR);
  const secrets = await writeSecrets(STATE_DIR, await loadKeys(STATE_DIR));
  const compose = ['compose', '--project-name', 'tollgate', '--file', FILE, '--env-file', secrets];
  const docker = async (...args: string[]): Promise<void> => {
    const { failed } = await execa('docker', [...compose, ...args], {
      stdio: 'inherit',
      reject: false,
    });
    if (failed) throw new OperatorError(`docker compose ${args[0]} failed; it says why above.`);
  };
  if (command === 'down') {
    await docker('down', ...flags);
    return;
  }
  await docker('up', '--build', '--detach');
  await ready();
  const demo = await seed({ stateDir: STATE_DIR, urls: URLS, providerKeys: process.env, log: say });
  say(renderBox(demo));
}

const args = process.argv.slice(2);
if (args[0] === 'up' || args[0] === 'down') {
  await run(args).catch((error: unknown) => {
    if (!(error instanceof OperatorError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
} else {
  process.stderr.write(USAGE);
  process.exitCode = 2;
}
