import type { Request, Response } from 'express';
import { Type } from 'typebox';
import { GatewayError } from '@tollgate/contract/errors';
import { defineRoute } from '@tollgate/contract/route';
import type { DocsDeps, DocsHandler } from '../../deps.ts';
import { isBrowser, sendPage, sendText } from '../../pages.ts';

const MARKDOWN = '.md';
const PICTURE = '.svg';
/** The search of each listener knows its own routes. */
const SEARCH = 'search.json';

/** `GET /docs/:page`: HTML for browsers, Markdown for `.md` and for everybody else. */
export const getPage = defineRoute({
  method: 'get',
  path: '/docs/:page',
  auth: 'none',
  summary: 'A page of the documentation',
  params: Type.Object({ page: Type.String() }),
  status: 200,
});

/** The page by its name, or a file that pages load. */
export const handleGetPage =
  (deps: DocsDeps): DocsHandler<typeof getPage> =>
  async ({ params: { page } }, { caller, request, response }) => {
    const exchange = { request, response };
    if (page === SEARCH) await sendPage(deps.pages, `${caller.plane}/${SEARCH}`, exchange);
    else if (page.endsWith(PICTURE)) await sendPage(deps.pages, `docs/${page}`, exchange);
    else await sendGuide(deps, page, exchange);
  };

/**
 * Answers with a page of the guides.
 * @param name with `.md` it is Markdown whatever the client prefers
 * @throws GatewayError `not_found`
 */
export async function sendGuide(
  { library, pages }: DocsDeps,
  name: string,
  exchange: { request: Request; response: Response },
): Promise<void> {
  const { request, response } = exchange;
  const asMarkdown = name.endsWith(MARKDOWN);
  const page = library.find(asMarkdown ? name.slice(0, -MARKDOWN.length) : name);
  response.vary('accept');
  if (page !== undefined && (asMarkdown || !isBrowser(request))) {
    sendText(response, 'text/markdown; charset=utf-8', page.markdown);
    return;
  }
  if (asMarkdown) throw new GatewayError('not_found', 'There is no such page.');
  // A name that no page has is no name of a file either.
  await sendPage(pages, `docs/${page?.name ?? '.'}.html`, exchange);
}
