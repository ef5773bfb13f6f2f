import { join } from 'node:path';
import { buildPages } from '@tollgate/deploy/local/pages';
import { removeStateDir } from '@tollgate/deploy/local/paths';
import { startStack, type Stack } from '@tollgate/deploy/local/stack';
import type { StackOptions } from '@tollgate/deploy/local/stack-options';
import { SERVICES } from '@tollgate/deploy/local/services';
import { beginWith } from './beginnings.ts';
import { beginningsOfRun, bundleOfRun, folderOfRun } from './cluster.ts';
import { endWithFile } from './left-running.ts';
import { once } from './once-a-run.ts';
import { aStateDir } from './state-dir.ts';

/** A whole stack that one test may break as it likes. */
export interface TestStack extends Stack {
  /** Folder of its data and logs. */
  stateDir: string;
  /** Stops everything and deletes its data. */
  drop(): Promise<void>;
}

/**
 * Services that only show pages: most tests look at none, and each costs a second of every start.
 */
const PAGES: ReadonlySet<string> = new Set(['docs', 'console']);

/** What {@link aStack} takes. */
export interface TestStackOptions extends Partial<StackOptions> {
  /** Also run the services that only show pages; default false. */
  pages?: boolean;
  /** Keeps running behind the test file that starts it; default false. */
  outlivesFile?: boolean;
}

/** The tree of an earlier commit has no built console. */
const isWanted = (name: string, pages: boolean, tree: string | undefined): boolean =>
  !PAGES.has(name) || (pages && (tree === undefined || name !== 'console'));

/**
 * What every stack of this run begins with; a stack that is durable, is of another tree or has its
 * database elsewhere begins with nothing.
 */
const beginningsFor = (options: TestStackOptions): string | undefined => {
  const isLikeOthers =
    options.durable !== true && options.tree === undefined && options.databaseUrl === undefined;
  return isLikeOthers ? beginningsOfRun() : undefined;
};

/**
 * Whether the pages of this tree are built: once for a run, since each build writes the interface
 * descriptions first, and two at a time would do all of it twice.
 */
const buildWanted = async (pages: boolean, tree: string | undefined): Promise<boolean> => {
  const run = folderOfRun();
  if (!pages || tree !== undefined || run === undefined) return false;
  await once(join(run, 'pages'), () => buildPages(SERVICES));
  return true;
};

/**
 * Starts every process, with a PostgreSQL and a Redis of its own, on any free ports. Processes that
 * are killed come back; timers run at a twentieth unless `timerScale` says otherwise.
 */
export const aStack = async (given: TestStackOptions = {}): Promise<TestStack> => {
  const { pages = false, outlivesFile = false, ...options } = given;
  const stateDir = await aStateDir();
  const beginnings = beginningsFor(options);
  if (beginnings !== undefined) await beginWith(beginnings, stateDir);
  const bundled = bundleOfRun();
  const defaults = {
    stateDir,
    timerScale: 0.05,
    durable: false,
    isMigrated: beginnings !== undefined,
    arePagesBuilt: await buildWanted(pages, options.tree),
    ...(bundled === undefined ? {} : { bundled }),
    services: SERVICES.filter(({ name }) => isWanted(name, pages, options.tree)),
    log: () => undefined,
  };
  // A busy machine must not shed calls of a test.
  const calm = {
    LOOP_LAG_MS_MAX: '60000',
    HOLD_MS_MAX: '60000',
    WORK_CALLS_MAX: '100000',
    SERVICE_CALLS_START: '100000',
    // Attacks of one test come from one address.
    AUTH_FAILURES_PER_MINUTE: '1000000000',
  };
  const env = { ...calm, ...options.env };
  const stack = await startStack({ ...defaults, ...options, env }).catch(async (error: unknown) => {
    await removeStateDir(stateDir);
    throw error;
  });
  const drop = async (): Promise<void> => {
    await stack.stop();
    await removeStateDir(stateDir);
  };
  return { ...stack, stateDir, drop: outlivesFile ? drop : endWithFile(drop) };
};
