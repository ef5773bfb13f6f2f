import { Type } from 'typebox';
import { defineRoute } from '../../route.ts';

/** `GET /api/openapi.json`. */
export const getOpenApi = defineRoute({
  method: 'get',
  path: '/api/openapi.json',
  auth: 'none',
  summary: 'This description; administrators see their plane through the internal listener',
  status: 200,
  furtherAnswers: {
    200: {
      description: 'OpenAPI 3.1.',
      schema: Type.Object({ openapi: Type.String(), paths: Type.Object({}) }),
    },
  },
});
