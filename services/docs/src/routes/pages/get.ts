import { GatewayError } from '@tollgate/contract/error-codes';
import { getPage } from '@tollgate/contract/routes/docs/pages';
import type { MountedRoute } from '@tollgate/http/route';
import type { Request, Response } from 'express';
import type { DocsDeps, Edition } from '../../deps.ts';
import type { Plane } from '../../open-api.ts';
import { docsRoute } from '../../docs-route.ts';
import { pageOfPicture } from '../../pictures.ts';
import { isBrowser, sendPage, sendText } from '../../pages.ts';

const MARKDOWN = '.md';

const ICON = '.svg';

/** The search of each listener knows its own routes. */
const SEARCH = 'search.json';

/** The page by its name, or a file that pages load. */
export const handleGetPage = (deps: DocsDeps): MountedRoute =>
  docsRoute(getPage, async ({ params: { page } }, { caller, request, response }) => {
    const { plane } = caller;
    const exchange = { plane, request, response };
    const { folder } = deps.editions[plane];
    if (page === SEARCH) await sendPage(deps.pages, `${folder}${plane}/${SEARCH}`, exchange);
    else if (isFile(deps.editions[plane], page)) {
      await sendPage(deps.pages, `docs/${page}`, exchange);
    } else await sendGuide(deps, page, exchange);
  });

/** Whether a name is that of an icon, or of a picture of a page that this edition has. */
function isFile({ library }: Edition, name: string): boolean {
  const page = pageOfPicture(name);
  return name.endsWith(ICON) || (page !== undefined && library.find(page) !== undefined);
}

/**
 * Answers with a page of the guides.
 * @param name with `.md` it is Markdown whatever the client prefers
 * @throws GatewayError `not_found`
 */
export async function sendGuide(
  { editions, pages }: DocsDeps,
  name: string,
  exchange: { plane: Plane; request: Request; response: Response },
): Promise<void> {
  const { request, response } = exchange;
  const { library, folder } = editions[exchange.plane];
  const asMarkdown = name.endsWith(MARKDOWN);
  const page = library.find(asMarkdown ? name.slice(0, -MARKDOWN.length) : name);
  response.vary('accept');
  if (page !== undefined && (asMarkdown || !isBrowser(request))) {
    sendText(response, 'text/markdown; charset=utf-8', page.markdown);
    return;
  }
  if (asMarkdown) throw new GatewayError('not_found', 'There is no such page.');
  // A name that no page has is no name of a file either.
  await sendPage(pages, `${folder}docs/${page?.name ?? '.'}.html`, { ...exchange, folder });
}
