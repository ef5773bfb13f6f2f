import { defineRoute } from '@tollgate/contract/route';
import type { DocsDeps, DocsHandler } from '../../deps.ts';
import { sendPage } from '../../pages.ts';

/** `GET /llms.txt`. */
export const getList = defineRoute({
  method: 'get',
  path: '/llms.txt',
  auth: 'none',
  summary: 'The list of all pages for programs',
  status: 200,
});

/** The list, with what each page is for. */
export const handleGetList =
  ({ pages }: DocsDeps): DocsHandler<typeof getList> =>
  async (_input, exchange) => {
    await sendPage(pages, 'llms.txt', exchange);
  };

/** `GET /llms-full.txt`. */
export const getWhole = defineRoute({
  method: 'get',
  path: '/llms-full.txt',
  auth: 'none',
  summary: 'All pages in one',
  status: 200,
});

/** Every page, one behind the other. */
export const handleGetWhole =
  ({ pages }: DocsDeps): DocsHandler<typeof getWhole> =>
  async (_input, exchange) => {
    await sendPage(pages, 'llms-full.txt', exchange);
  };
