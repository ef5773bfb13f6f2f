import { readFile } from 'node:fs/promises';
import { Type } from 'typebox';
import { defineRoute } from '@tollgate/contract/route';
import type { DocsHandler } from '../../deps.ts';
import { sendText } from '../../pages.ts';

const FILE = new URL('../../../openapi/configuration.schema.json', import.meta.url);

/** `GET /docs/configuration.schema.json`. */
export const getDocumentSchema = defineRoute({
  method: 'get',
  path: '/docs/configuration.schema.json',
  auth: 'none',
  summary: 'The JSON Schema of documents of configuration, for editors',
  status: 200,
  furtherAnswers: {
    200: { description: 'JSON Schema, draft 7.', schema: Type.Object({ $schema: Type.String() }) },
  },
});

/** The schema as `make docs` has written it. */
export const handleGetDocumentSchema =
  (): DocsHandler<typeof getDocumentSchema> =>
  async (_input, { response }) => {
    sendText(response, 'application/schema+json; charset=utf-8', await readFile(FILE));
  };
