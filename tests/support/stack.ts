import { removeStateDir } from '@tollgate/deploy/local/paths';
import { startStack, type Stack, type StackOptions } from '@tollgate/deploy/local/stack';
import { aStateDir } from './state-dir.ts';

/** A whole stack that one test may break as it likes. */
export interface TestStack extends Stack {
  /** Folder of its data and logs. */
  stateDir: string;
  /** Stops everything and deletes its data. */
  drop(): Promise<void>;
}

/**
 * Starts every process, with a PostgreSQL and a Redis of its own, on any free ports. Processes that
 * are killed come back; timers run at a twentieth unless `timerScale` says otherwise.
 */
export const aStack = async (options: Partial<StackOptions> = {}): Promise<TestStack> => {
  const stateDir = await aStateDir();
  const defaults = { stateDir, timerScale: 0.05, durable: false, log: () => undefined };
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
  return { ...stack, stateDir, drop };
};
