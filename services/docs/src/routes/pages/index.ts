import { defineRoute } from '@tollgate/contract/route';
import type { DocsDeps, DocsHandler } from '../../deps.ts';
import { sendGuide } from './get.ts';

/** `GET /docs`. */
export const getFirstPage = defineRoute({
  method: 'get',
  path: '/docs{/}',
  auth: 'none',
  summary: 'The first page of the documentation',
  status: 200,
});

/** The page `index`. */
export const handleGetFirstPage =
  (deps: DocsDeps): DocsHandler<typeof getFirstPage> =>
  async (_input, { request, response }) => {
    await sendGuide(deps, 'index', { request, response });
  };
