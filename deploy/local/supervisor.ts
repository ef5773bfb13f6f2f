/**
 * The process behind `make up`: starts the stack of one state folder, restarts what dies, and stops
 * everything in order on SIGTERM. Its output is its log. `node deploy/local/supervisor.ts [folder]`
 */
import { beganEmpty } from './empty-start.ts';
import { DEFAULT_STATE_DIR, makeStateDir } from './paths.ts';
import { startStack, type Stack } from './stack.ts';
import {
  claimSupervision,
  findSupervisor,
  releaseSupervision,
  writeStatus,
} from './supervision.ts';

const OWNERSHIP_CHECK_MS = 1_000;

/** What the demo shows although it is off unless set, and what makes its logs readable. */
const DEMO_ENVIRONMENT = {
  RESPONSES_STREAMING: 'true',
  // Traces in the logs name our files instead of the bundle.
  NODE_OPTIONS: '--enable-source-maps',
};

const stateDir = process.argv[2] ?? DEFAULT_STATE_DIR;

function log(line: string): void {
  process.stdout.write(`${new Date().toISOString()} ${line}\n`);
}

async function start(): Promise<Stack | undefined> {
  writeStatus(stateDir, { state: 'starting', urls: {} });
  try {
    const stack = await startStack({
      stateDir,
      withDemoProvider: true,
      isEmpty: beganEmpty(stateDir),
      preferKnownPorts: true,
      edgeFirst: true,
      env: DEMO_ENVIRONMENT,
      databaseUrl: process.env['DATABASE_URL'],
      redisUrl: process.env['REDIS_URL'],
      log,
    });
    writeStatus(stateDir, { state: 'ready', urls: stack.urls });
    log('ready');
    return stack;
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    log(failure);
    writeStatus(stateDir, { state: 'failed', urls: {}, failure });
    process.exitCode = 1;
    return undefined;
  }
}

const askedToStop = new Promise<void>((resolve) => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve());
});

/**
 * Waits for the signal. When the state folder is deleted or taken over meanwhile, for example with
 * the whole work tree, there is nothing to go on for: leaving ends the children too.
 */
async function untilAskedToStop(): Promise<void> {
  const timer = setInterval(() => {
    if (findSupervisor(stateDir) !== process.pid) process.exit(1);
  }, OWNERSHIP_CHECK_MS);
  await askedToStop;
  clearInterval(timer);
}

await makeStateDir(stateDir);
if (claimSupervision(stateDir)) {
  const stack = await start();
  if (stack !== undefined) {
    await untilAskedToStop();
    log('stopping');
    await stack.stop();
    writeStatus(stateDir, { state: 'stopped', urls: {} });
    log('stopped');
  }
  releaseSupervision(stateDir);
}
