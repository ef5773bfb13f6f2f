import { createLogger } from '@tollgate/runtime/logger';
import type { Logger } from '@tollgate/runtime/logger';
import { installShutdown, takeSignals } from '@tollgate/runtime/shutdown';
import type { ShutdownStep, Signals } from '@tollgate/runtime/shutdown';
import { scaleTimers } from '@tollgate/runtime/timers';
import type { Timers } from '@tollgate/runtime/timers';
import { timersSetBy } from '@tollgate/runtime/variables';
import type { TimeConfig } from '@tollgate/runtime/variables';
import { startTelemetry } from '@tollgate/telemetry/telemetry';
import type { Telemetry, TelemetryConfig } from '@tollgate/telemetry/telemetry';
import type { Health } from './health.ts';

/** The part of the environment that every service has. */
export interface ProcessConfig extends TelemetryConfig, TimeConfig {
  LOG_LEVEL: string;
  TIMER_SCALE: number;
}

/** A process of a service, with the parts that every process starts with. */
export interface ServiceProcess<Config> {
  /** The name of the service, as in its log and its metrics. */
  name: string;
  config: Config;
  logger: Logger;
  timers: Timers;
  telemetry: Telemetry;
  /** End the process at once until it serves. */
  signals: Signals;
}

/** How a process serves and ends. */
export interface ProcessEnd {
  health: Pick<Health, 'markStarted' | 'markStopping'>;
  /** Makes each answer from now on the last of its connection. */
  listening: { drain(): void };
  /**
   * What the process does before it leaves, in this order; telemetry ends after the last of them.
   */
  steps: readonly ShutdownStep[];
}

/** Starts the parts that every process has: log, timers, metrics and traces. */
export async function startProcess<Config extends ProcessConfig>(
  name: string,
  config: Config,
): Promise<ServiceProcess<Config>> {
  const logger = createLogger(name, config.LOG_LEVEL);
  const timers = scaleTimers(config.TIMER_SCALE, timersSetBy(config));
  const signals = takeSignals(logger);
  const telemetry = await startTelemetry({ component: name, config, logger });
  return { name, config, logger, timers, telemetry, signals };
}

/** Reports that the process has started, and makes it end in good order on a signal. */
export function serveUntilStopped(
  self: Pick<ServiceProcess<unknown>, 'logger' | 'timers' | 'telemetry' | 'signals'>,
  { health, listening, steps }: ProcessEnd,
): void {
  const { logger, timers, telemetry, signals } = self;
  health.markStarted();
  installShutdown(signals, {
    logger,
    timers,
    onSignal() {
      health.markStopping();
      listening.drain();
    },
    steps: [...steps, { name: 'telemetry', run: () => telemetry.stop() }],
  });
}
