import { getAsset } from '@tollgate/contract/routes/docs/pages';
import type { MountedRoute } from '@tollgate/http/route';
import type { DocsDeps } from '../../deps.ts';
import { docsRoute } from '../../docs-route.ts';
import { sendPage } from '../../pages.ts';

/** One of the files of the build; a name is looked up, never opened. */
export const handleGetAsset = ({ pages }: DocsDeps): MountedRoute =>
  docsRoute(getAsset, async ({ params }, exchange) => {
    await sendPage(pages, `docs/assets/${params.file}`, exchange);
  });
