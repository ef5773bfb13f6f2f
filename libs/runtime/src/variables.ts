import { CALL_SECONDS_MAX } from '@tollgate/contract/platform/call-times';
import { Type } from 'typebox';
import { BASE_TIMERS_MS } from './timers.ts';
import type { Timers } from './timers.ts';

/**
 * How long a look at the whole ledger may take where nobody says, in seconds: less than the hour
 * after which the next one begins.
 */
export const LEDGER_VERIFY_SECONDS_DEFAULT = 1_800;

/** The variable of a service that verifies the ledger, or waits for that. */
export const ledgerVerifyVariables = {
  LEDGER_VERIFY_SECONDS: Type.Integer({
    default: LEDGER_VERIFY_SECONDS_DEFAULT,
    minimum: 1,
    maximum: 86_400,
    description:
      'how long a look at the whole ledger may take; one that takes longer is cut, which is an alarm. The same for billing and worker',
  }),
};

/** The variables of timers and of the log, a part of every service's environment. */
export const processVariables = {
  TIMER_SCALE: Type.Number({
    default: 1,
    exclusiveMinimum: 0,
    maximum: 10,
    description: 'factor of every timer of the service',
  }),
  LOG_LEVEL: Type.String({
    default: 'info',
    pattern: '^(trace|debug|info|warn|error|fatal|silent)$',
    description: 'lowest level that is logged',
  }),
};

const MS_PER_SECOND = 1_000;

const callSeconds = (ms: number, description: string) =>
  Type.Integer({
    default: ms / MS_PER_SECOND,
    minimum: 1,
    maximum: CALL_SECONDS_MAX,
    description: `${description}; a credential or a model may have a limit of its own`,
  });

/** The variable of a service that calls providers, or waits for one that does. */
export const callTotalVariables = {
  UPSTREAM_TOTAL_SECONDS: callSeconds(
    BASE_TIMERS_MS.callTotal,
    'how long a call of a provider may take in all, in seconds. The same for edge, inference and worker',
  ),
};

/** How long calls under way may go on after SIGTERM where nobody says, in seconds. */
const DRAIN_SECONDS_DEFAULT = 660;

/** The variable of a service that paid calls pass through. */
export const drainVariables = {
  DRAIN_SECONDS: Type.Integer({
    default: DRAIN_SECONDS_DEFAULT,
    minimum: 1,
    maximum: 7_200,
    description:
      'how long calls in progress may go on when the process stops, in seconds: as long as the longest answer, so that none is cut. The process needs 30 seconds more between SIGTERM and SIGKILL. The same for edge and inference',
  }),
};

/** The variables of a service that calls providers. */
export const callTimeVariables = {
  ...callTotalVariables,
  UPSTREAM_FIRST_BYTE_SECONDS: callSeconds(
    BASE_TIMERS_MS.firstByte,
    'how long a provider may take to begin a stream, in seconds; a whole answer may take the time of the whole call',
  ),
  UPSTREAM_FIRST_BYTE_REASONING_SECONDS: callSeconds(
    BASE_TIMERS_MS.firstByteReasoning,
    'how long a model that reasons may take to begin a stream, in seconds',
  ),
  UPSTREAM_FIRST_BYTE_LOADING_SECONDS: callSeconds(
    BASE_TIMERS_MS.firstByteLoading,
    'how long a provider that loads models into memory, as Ollama does, may take to begin a stream, in seconds',
  ),
};

/** The values of these variables, as far as a service has them. */
export type TimeConfig = Readonly<
  Partial<Record<keyof typeof callTimeVariables | keyof typeof drainVariables, number>>
>;

/** The timers that these variables set, in milliseconds at scale 1. */
export function timersSetBy(config: TimeConfig): Partial<Timers> {
  const set: Partial<Record<keyof Timers, number | undefined>> = {
    callTotal: config.UPSTREAM_TOTAL_SECONDS,
    firstByte: config.UPSTREAM_FIRST_BYTE_SECONDS,
    firstByteReasoning: config.UPSTREAM_FIRST_BYTE_REASONING_SECONDS,
    firstByteLoading: config.UPSTREAM_FIRST_BYTE_LOADING_SECONDS,
  };
  const drain = config.DRAIN_SECONDS === undefined ? {} : drainTimers(config.DRAIN_SECONDS);
  const seconds = Object.fromEntries(
    Object.entries(set).flatMap(([name, seconds]) =>
      seconds === undefined ? [] : [[name, seconds * MS_PER_SECOND]],
    ),
  );
  return { ...seconds, ...drain };
}

/** From the end of the drain on: connections of callers that do not read are cut. */
const CUT_AFTER_MS = 7_000;
/** From the end of the drain on: what billing has not received stays on the disk. */
const SPOOL_AFTER_MS = 9_000;
/** From the end of the drain on: the process ends whatever it still does. */
const HARD_AFTER_MS = 15_000;

/** The timers of a process that stops, when calls under way may go on for so long. */
function drainTimers(seconds: number): Partial<Timers> {
  const shutdownDrain = seconds * MS_PER_SECOND;
  return {
    shutdownDrain,
    shutdownCut: shutdownDrain + CUT_AFTER_MS,
    shutdownSpool: shutdownDrain + SPOOL_AFTER_MS,
    shutdownHard: BASE_TIMERS_MS.shutdownListen + shutdownDrain + HARD_AFTER_MS,
  };
}
