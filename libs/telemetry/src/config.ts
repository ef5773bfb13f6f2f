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
  OTEL_EXPORTER_OTLP_PROTOCOL: Type.Union(
    [Type.Literal('http/protobuf'), Type.Literal('http/json')],
    {
      default: 'http/protobuf',
      description: 'the encoding of spans that go to the collector',
    },
  ),
  OTEL_SERVICE_NAME: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'service.name of spans; without it tollgate- and the name of the service',
    }),
  ),
  OTEL_RESOURCE_ATTRIBUTES: Type.Optional(
    Type.String({
      pattern: '^[^=,]+=[^,]*(,[^=,]+=[^,]*)*$',
      description:
        'more attributes of the resource of spans: name=value, separated by commas, values URL-encoded; they go before our own',
    }),
  ),
  OTEL_TRACES_SAMPLER_ARG: Type.Number({
    minimum: 0,
    maximum: 1,
    default: 1,
    description: 'the share of traces that are kept, decided at the edge',
  }),
};
