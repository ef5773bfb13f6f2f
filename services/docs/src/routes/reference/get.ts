import { defineRoute } from '@tollgate/contract/route';
import type { DocsDeps, DocsHandler } from '../../deps.ts';
import { sendPage } from '../../pages.ts';

/** `GET /api/docs`. */
export const getReference = defineRoute({
  method: 'get',
  path: '/api/docs{/}',
  auth: 'none',
  summary: 'The description as pages on which operations can be tried',
  status: 200,
});

/** The first page of the reference of the listener that was asked. */
export const handleGetReference =
  ({ pages }: DocsDeps): DocsHandler<typeof getReference> =>
  async (_input, { caller, request, response }) => {
    await sendPage(pages, `${caller.plane}/reference/index.html`, { request, response });
  };
