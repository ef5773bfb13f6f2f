import { defineRoute } from '@tollgate/contract/route';
import type { DocsDeps, DocsHandler } from '../../deps.ts';
import { isBrowser, sendPage, sendText } from '../../pages.ts';

/** `GET /`: for people who open the address that programs use. */
export const getLanding = defineRoute({
  method: 'get',
  path: '/',
  auth: 'none',
  summary: 'What this address is, and where to read on',
  status: 200,
});

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
export const handleGetLanding =
  ({ pages }: DocsDeps): DocsHandler<typeof getLanding> =>
  async (_input, { caller, request, response }) => {
    response.vary('accept');
    if (!isBrowser(request)) {
      sendText(response, 'text/plain; charset=utf-8', TEXT);
      return;
    }
    await sendPage(pages, `${caller.plane}/index.html`, { request, response });
  };
