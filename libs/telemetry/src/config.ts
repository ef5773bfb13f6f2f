import { Type } from 'typebox';

/** The variables of metrics and traces, a part of every service's environment. */
export const telemetryVariables = {
  METRICS_PORT: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 65_535,
      description: 'port of /metrics, for the internal network only; without it there is none',
    }),
  ),
};
