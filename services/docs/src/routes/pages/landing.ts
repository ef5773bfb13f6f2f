import { defineRoute } from '@tollgate/contract/route';
import type { DocsHandler } from '../../deps.ts';
import { sendBytes } from '../../send.ts';

/** `GET /`: for people who open the address that programs use. */
export const getLanding = defineRoute({
  method: 'get',
  path: '/',
  auth: 'none',
  summary: 'What this address is, and where to read on',
  status: 200,
});

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tollgate</title>
<link rel="stylesheet" href="/api/docs/page.css">
</head>
<body>
<main>
<h1>Tollgate</h1>
<p>A gateway to language models behind one OpenAI-style API. Programs call it below <code>/v1</code> with an API key.</p>
<ul>
<li><a href="/docs/quick-start">Quick start</a>: the first call in five minutes</li>
<li><a href="/docs">Documentation</a></li>
<li><a href="/api/docs">Interface description</a>, to be tried</li>
</ul>
</main>
</body>
</html>
`;
const TEXT = [
  'Tollgate: a gateway to language models behind one OpenAI-style API.',
  'Programs call it below /v1 with an API key.',
  'Quick start: /docs/quick-start',
  'Documentation: /docs',
  'Interface description: /api/openapi.json',
  '',
].join('\n');

/** HTML for browsers, plain text for everybody else. */
export const handleGetLanding =
  (): DocsHandler<typeof getLanding> =>
  (_input, { request, response }) => {
    response.setHeader('vary', 'accept');
    const isBrowser = request.headers.accept?.includes('text/html') === true;
    if (isBrowser) sendBytes(response, 'text/html; charset=utf-8', PAGE);
    else sendBytes(response, 'text/plain; charset=utf-8', TEXT);
  };
