import type { Logger } from './logger.ts';
import type { Timers } from './timers.ts';

/** One thing to do before the process may leave; run in the order given. */
export interface ShutdownStep {
  name: string;
  run(): Promise<void> | void;
}

export interface ShutdownOptions {
  logger: Logger;
  timers: Timers;
  /** Called at once: turns readiness off, so that load balancers choose other processes. */
  onSignal(): void;
  /** Runs in order after the time of listening on: stop accepting, drain, flush, close. */
  steps: readonly ShutdownStep[];
}

/** Where SIGTERM and SIGINT lead to. */
export interface Signals {
  /** From now on this hears of them. */
  leadTo(stop: (signal: string) => void): void;
}

/**
 * Takes SIGTERM and SIGINT for the life of the process; at first they end the process at once with
 * exit 0, since a start may wait for its database for long. One listener for all of it: a signal
 * that came while one listener replaces another would be lost.
 */
export function takeSignals(logger: Logger): Signals {
  let stop = (signal: string): void => {
    logger.info({ signal }, 'stopped before the start was over');
    logger.flush(() => process.exit(0));
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  return { leadTo: (next) => void (stop = next) };
}

/**
 * Handles SIGTERM and SIGINT: readiness off, listen on a while, run the steps, exit 0; exit 1 when
 * the hard limit is reached. SIGINT comes from a person at a keyboard or from the local stack,
 * where no load balancer has to notice first: the process does not listen on then. An uncaught
 * error is logged and ends the process: a process in an unforeseen state must not handle money.
 */
export function installShutdown(signals: Signals, options: ShutdownOptions): void {
  let stopping = false;
  signals.leadTo((signal) => {
    if (stopping) return;
    stopping = true;
    void runShutdown(options, signal);
  });
  const crash = (error: unknown): void => {
    options.logger.fatal({ error }, 'uncaught error');
    options.logger.flush(() => process.exit(1));
    setTimeout(() => process.exit(1), 1_000).unref();
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
}

async function runShutdown(options: ShutdownOptions, signal: string): Promise<void> {
  const { logger, timers } = options;
  logger.info({ signal }, 'stopping');
  setTimeout(() => {
    logger.error('stop took too long');
    process.exit(1);
  }, timers.shutdownHard).unref();
  options.onSignal();
  if (signal !== 'SIGINT') {
    await new Promise((resolve) => setTimeout(resolve, timers.shutdownListen));
  }
  for (const step of options.steps) {
    try {
      await step.run();
    } catch (error) {
      logger.error({ error, step: step.name }, 'a stop step failed');
    }
  }
  logger.info('stopped');
  logger.flush(() => process.exit(0));
}
