import { defineRoute } from '@tollgate/contract/route';
import type { DocsHandler } from '../../deps.ts';
import { sendBytes } from '../../send.ts';

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tollgate API</title>
<link rel="icon" href="/api/docs/favicon-32x32.png">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<div id="view"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;

/** `GET /api/docs`. */
export const getInteractive = defineRoute({
  method: 'get',
  path: '/api/docs',
  auth: 'none',
  summary: 'The description as a page on which operations can be tried',
  status: 200,
});

/** The page; its files follow from `asset.ts`. */
export const handleGetInteractive =
  (): DocsHandler<typeof getInteractive> =>
  (_input, { response }) => {
    sendBytes(response, 'text/html; charset=utf-8', PAGE);
  };
