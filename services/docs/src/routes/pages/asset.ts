import { Type } from 'typebox';
import { defineRoute } from '@tollgate/contract/route';
import type { DocsDeps, DocsHandler } from '../../deps.ts';
import { sendPage } from '../../pages.ts';

/** `GET /docs/assets/:file`. */
export const getAsset = defineRoute({
  method: 'get',
  path: '/docs/assets/:file',
  auth: 'none',
  summary: 'A script or a style of the pages',
  params: Type.Object({ file: Type.String() }),
  status: 200,
});

/** One of the files of the build; a name is looked up, never opened. */
export const handleGetAsset =
  ({ pages }: DocsDeps): DocsHandler<typeof getAsset> =>
  async ({ params }, exchange) => {
    await sendPage(pages, `docs/assets/${params.file}`, exchange);
  };
