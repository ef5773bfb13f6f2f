import { Type } from 'typebox';
import { defineRoute } from '../../route.ts';

/** `GET /docs/assets/:file`. */
export const getAsset = defineRoute({
  method: 'get',
  path: '/docs/assets/:file',
  auth: 'none',
  summary: 'A script or a style of the pages',
  params: Type.Object({ file: Type.String() }),
  status: 200,
});

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

/** `GET /docs/edit/:page`. */
export const editPage = defineRoute({
  method: 'get',
  path: '/docs/edit/:page',
  auth: 'none',
  summary: 'Where a page of the documentation is changed',
  params: Type.Object({ page: Type.String() }),
  status: 200,
});

/** `GET /docs/:page`: HTML for browsers, Markdown for `.md` and for everybody else. */
export const getPage = defineRoute({
  method: 'get',
  path: '/docs/:page',
  auth: 'none',
  summary: 'A page of the documentation',
  params: Type.Object({ page: Type.String() }),
  status: 200,
});

/** `GET /docs`. */
export const getFirstPage = defineRoute({
  method: 'get',
  path: '/docs{/}',
  auth: 'none',
  summary: 'The first page of the documentation',
  status: 200,
});

/** `GET /`: for people who open the address that programs use. */
export const getLanding = defineRoute({
  method: 'get',
  path: '/',
  auth: 'none',
  summary: 'What this address is, and where to read on',
  status: 200,
});

/** `GET /llms.txt`. */
export const getList = defineRoute({
  method: 'get',
  path: '/llms.txt',
  auth: 'none',
  summary: 'The list of all pages for programs',
  status: 200,
});

/** `GET /llms-full.txt`. */
export const getWhole = defineRoute({
  method: 'get',
  path: '/llms-full.txt',
  auth: 'none',
  summary: 'All pages in one',
  status: 200,
});
