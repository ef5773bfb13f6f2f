import { getWhole } from '@tollgate/contract/routes/docs/pages';
import type { MountedRoute } from '@tollgate/http/route';
import type { DocsDeps } from '../../deps.ts';
import { docsRoute } from '../../docs-route.ts';
import { sendPage } from '../../pages.ts';

/** Every page, one behind the other. */
export const handleGetWhole = ({ editions, pages }: DocsDeps): MountedRoute =>
  docsRoute(getWhole, async (_input, exchange) => {
    await sendPage(pages, `${editions[exchange.caller.plane].folder}llms-full.txt`, exchange);
  });
