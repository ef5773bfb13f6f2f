import { Type } from 'typebox';

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
