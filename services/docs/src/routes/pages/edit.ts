import { GatewayError } from '@tollgate/contract/error-codes';
import { editPage } from '@tollgate/contract/routes/docs/pages';
import type { MountedRoute } from '@tollgate/http/route';
import type { DocsDeps } from '../../deps.ts';
import { docsRoute } from '../../docs-route.ts';
import { sendText } from '../../pages.ts';

const FOLDER = 'services/docs/content';

const report = (file: string): string =>
  `This page is ${FOLDER}/${file} in the source of this installation.\nEDIT_URL of the docs service makes a link of it.\n`;

/** Leads to the file at `EDIT_URL`; without one the answer names the file. */
export const handleEditPage = ({ editions, editUrl }: DocsDeps): MountedRoute =>
  docsRoute(editPage, ({ params }, { caller, response }) => {
    const page = editions[caller.plane].library.find(params.page);
    if (page === undefined) throw new GatewayError('not_found', 'There is no such page.');
    const file = `${page.name}.md`;
    if (editUrl !== undefined) {
      response.redirect(302, `${editUrl}${file}`);
      return;
    }
    sendText(response, 'text/plain; charset=utf-8', report(file));
  });
