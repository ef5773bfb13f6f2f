import { Type } from 'typebox';

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
