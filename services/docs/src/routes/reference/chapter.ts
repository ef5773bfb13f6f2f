import { getChapter } from '@tollgate/contract/routes/docs/reference';
import type { MountedRoute } from '@tollgate/http/route';
import type { DocsDeps } from '../../deps.ts';
import { docsRoute } from '../../docs-route.ts';
import { sendPage } from '../../pages.ts';

/** The chapter by its name, of the listener that was asked. */
export const handleGetChapter = ({ pages }: DocsDeps): MountedRoute =>
  docsRoute(getChapter, async ({ params }, { caller, request, response }) => {
    await sendPage(pages, `${caller.plane}/reference/chapters/${params.file}.html`, {
      request,
      response,
    });
  });
