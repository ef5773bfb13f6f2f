import { getList } from '@tollgate/contract/routes/docs/pages';
import type { MountedRoute } from '@tollgate/http/route';
import type { DocsDeps } from '../../deps.ts';
import { docsRoute } from '../../docs-route.ts';
import { sendPage } from '../../pages.ts';

/** The list, with what each page is for. */
export const handleGetList = ({ editions, pages }: DocsDeps): MountedRoute =>
  docsRoute(getList, async (_input, exchange) => {
    await sendPage(pages, `${editions[exchange.caller.plane].folder}llms.txt`, exchange);
  });
