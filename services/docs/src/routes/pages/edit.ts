import { Type } from 'typebox';
import { GatewayError } from '@tollgate/contract/errors';
import { defineRoute } from '@tollgate/contract/route';
import type { DocsDeps, DocsHandler } from '../../deps.ts';
import { sendText } from '../../pages.ts';

const FOLDER = 'services/docs/content';

const tell = (file: string): string =>
  `This page is ${FOLDER}/${file} in the source of this installation.\nEDIT_URL of the docs service makes a link of it.\n`;

/** `GET /docs/edit/:page`. */
export const editPage = defineRoute({
  method: 'get',
  path: '/docs/edit/:page',
  auth: 'none',
  summary: 'Where a page of the documentation is changed',
  params: Type.Object({ page: Type.String() }),
  status: 200,
});

/** Leads to the file at `EDIT_URL`; without one its name is told. */
export const handleEditPage =
  ({ library, editUrl }: DocsDeps): DocsHandler<typeof editPage> =>
  ({ params }, { response }) => {
    const page = library.find(params.page);
    if (page === undefined) throw new GatewayError('not_found', 'There is no such page.');
    const file = `${page.name}.md`;
    if (editUrl !== undefined) {
      response.redirect(302, `${editUrl}${file}`);
      return;
    }
    sendText(response, 'text/plain; charset=utf-8', tell(file));
  };
