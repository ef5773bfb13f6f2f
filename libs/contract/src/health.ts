import { Type } from 'typebox';
import { defineRoute } from './route.ts';

const Strings = (properties: Record<string, Type.TSchema>) =>
  Type.Object(properties, { additionalProperties: false });

export const liveRoute = defineRoute({
  method: 'get',
  path: '/health/live',
  auth: 'none',
  summary: 'Whether the process runs',
  status: 200,
  response: Strings({ status: Type.Literal('live') }),
});

export const startupRoute = defineRoute({
  method: 'get',
  path: '/health/startup',
  auth: 'none',
  summary: 'Whether the process has started',
  status: 200,
  response: Strings({ status: Type.Literal('started') }),
  furtherAnswers: {
    503: { description: 'Not yet.', schema: Strings({ status: Type.Literal('starting') }) },
  },
});

export const readyRoute = defineRoute({
  method: 'get',
  path: '/health/ready',
  auth: 'none',
  summary: 'Whether the process can serve',
  status: 200,
  response: Strings({ status: Type.Literal('ready'), degraded: Type.Optional(Type.String()) }),
  furtherAnswers: {
    503: {
      description: 'Not now; `reasons` names what is missing.',
      schema: Strings({ status: Type.Literal('not_ready'), reasons: Type.String() }),
    },
  },
});
