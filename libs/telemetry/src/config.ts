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
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({
      format: 'uri',
      pattern: '^https?://',
      description: 'root of a collector that takes OTLP over HTTP; without it nothing is traced',
    }),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: Type.Optional(
    Type.String({
      pattern: '^[^=,]+=[^,]*(,[^=,]+=[^,]*)*$',
      description: 'headers for the collector: name=value, separated by commas, values URL-encoded',
    }),
  ),
  OTEL_TRACES_SAMPLER_ARG: Type.Number({
    minimum: 0,
    maximum: 1,
    default: 1,
    description: 'the share of traces that are kept, decided at the edge',
  }),
};
