import { Type } from 'typebox';
import { defineRoute } from '@tollgate/contract/route';
import type { DocsDeps, DocsHandler } from '../../deps.ts';
import { sendText } from '../../pages.ts';

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

/** The document of the listener that was asked. */
export const handleGetOpenApi =
  ({ openApi }: DocsDeps): DocsHandler<typeof getOpenApi> =>
  (_input, { caller, response }) => {
    sendText(response, 'application/json; charset=utf-8', openApi[caller.plane].bytes);
  };
