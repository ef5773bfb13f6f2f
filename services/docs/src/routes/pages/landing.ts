import { getLanding } from '@tollgate/contract/routes/docs/pages';
import type { MountedRoute } from '@tollgate/http/route';
import type { DocsDeps } from '../../deps.ts';
import { docsRoute } from '../../docs-route.ts';
import { isBrowser, sendPage, sendText } from '../../pages.ts';

const TEXT = [
  'Tollgate: a gateway to language models behind one OpenAI-style API.',
  'Programs call it below /v1 with an API key.',
  'Quick start: /docs/quick-start',
  'Documentation: /docs',
  'Every page, for programs: /llms.txt',
  'Interface description: /api/openapi.json',
  '',
].join('\n');

/** HTML for browsers, plain text for everybody else. */
export const handleGetLanding = ({ editions, pages }: DocsDeps): MountedRoute =>
  docsRoute(getLanding, async (_input, { caller, request, response }) => {
    response.vary('accept');
    if (!isBrowser(request)) {
      sendText(response, 'text/plain; charset=utf-8', TEXT);
      return;
    }
    const { folder } = editions[caller.plane];
    const path = `${folder}${caller.plane}/index.html`;
    await sendPage(pages, path, { request, response, folder });
  });
