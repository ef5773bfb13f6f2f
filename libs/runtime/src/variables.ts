import { CALL_SECONDS_MAX } from '@tollgate/contract/platform/call-times';
import { Type } from 'typebox';
import { BASE_TIMERS_MS } from './timers.ts';
import type { Timers } from './timers.ts';

/** How long a look at the whole ledger may take where nobody says, in seconds: less than the hour after which the next one begins. */
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
export type CallTimeConfig = Readonly<Partial<Record<keyof typeof callTimeVariables, number>>>;

/** The timers that these variables set, in milliseconds at scale 1. */
export function timersSetBy(config: CallTimeConfig): Partial<Timers> {
  const set: Partial<Record<keyof Timers, number | undefined>> = {
    callTotal: config.UPSTREAM_TOTAL_SECONDS,
    firstByte: config.UPSTREAM_FIRST_BYTE_SECONDS,
    firstByteReasoning: config.UPSTREAM_FIRST_BYTE_REASONING_SECONDS,
    firstByteLoading: config.UPSTREAM_FIRST_BYTE_LOADING_SECONDS,
  };
  return Object.fromEntries(
    Object.entries(set).flatMap(([name, seconds]) =>
      seconds === undefined ? [] : [[name, seconds * MS_PER_SECOND]],
    ),
  );
}
