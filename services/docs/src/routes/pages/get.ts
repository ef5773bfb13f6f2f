import type { Request, Response } from 'express';
import { Type } from 'typebox';
import { GatewayError } from '@tollgate/contract/errors';
import { defineRoute } from '@tollgate/contract/route';
import type { DocsDeps, DocsHandler } from '../../deps.ts';
import { renderPage } from '../../library.ts';
import { sendBytes } from '../../send.ts';

const MARKDOWN = '.md';

/** `GET /docs/:page`: HTML for browsers, Markdown for `.md` and for everybody else. */
export const getPage = defineRoute({
  method: 'get',
  path: '/docs/:page',
  auth: 'none',
  summary: 'A page of the documentation',
  params: Type.Object({ page: Type.String() }),
  status: 200,
});

/** The page by its name. */
export const handleGetPage =
  (deps: DocsDeps): DocsHandler<typeof getPage> =>
  ({ params }, { request, response }) => {
    sendPage(deps, params.page, { request, response });
  };

/**
 * Answers with a page.
 * @param name with `.md` it is Markdown whatever the client prefers
 * @throws GatewayError `not_found`
 */
export function sendPage(
  { library }: DocsDeps,
  name: string,
  { request, response }: { request: Request; response: Response },
): void {
  const asMarkdown = name.endsWith(MARKDOWN);
  const page = library.find(asMarkdown ? name.slice(0, -MARKDOWN.length) : name);
  if (page === undefined) throw new GatewayError('not_found', 'There is no such page.');
  response.setHeader('vary', 'accept');
  const accepts = request.headers.accept ?? '';
  if (asMarkdown || !accepts.includes('text/html')) {
    sendBytes(response, 'text/markdown; charset=utf-8', page.markdown);
  } else {
    sendBytes(response, 'text/html; charset=utf-8', renderPage(page, library.pages));
  }
}
