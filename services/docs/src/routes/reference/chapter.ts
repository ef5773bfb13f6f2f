import { Type } from 'typebox';
import { defineRoute } from '@tollgate/contract/route';
import type { DocsDeps, DocsHandler } from '../../deps.ts';
import { sendPage } from '../../pages.ts';

/** `GET /api/docs/:file`. */
export const getChapter = defineRoute({
  method: 'get',
  path: '/api/docs/:file',
  auth: 'none',
  summary: 'A chapter of the reference; those of administrators through the internal listener',
  params: Type.Object({ file: Type.String() }),
  status: 200,
});

/** The chapter by its name, of the listener that was asked. */
export const handleGetChapter =
  ({ pages }: DocsDeps): DocsHandler<typeof getChapter> =>
  async ({ params }, { caller, request, response }) => {
    await sendPage(pages, `${caller.plane}/reference/chapters/${params.file}.html`, {
      request,
      response,
    });
  };
