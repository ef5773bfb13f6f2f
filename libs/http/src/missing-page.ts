import type { IncomingHttpHeaders } from 'node:http';

/** A request, as far as it says who asks. */
interface Asked {
  method?: string | undefined;
  headers: IncomingHttpHeaders;
}

/** What readers get where there is nothing; programs get the error as JSON. */
export const MISSING_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Not found · Tollgate</title>
</head>
<body>
<main>
<h1>There is nothing at this address</h1>
<p>The page may have moved, or the address may be mistyped.</p>
<ul>
<li><a href="/">Start</a></li>
<li><a href="/console">Console</a></li>
<li><a href="/docs">Documentation</a></li>
<li><a href="/api/docs">API reference</a></li>
</ul>
</main>
</body>
</html>
`;

/** Whether a browser asks for a page: programs say that they take everything, or JSON. */
export function asksForPage({ method, headers }: Asked): boolean {
  return method === 'GET' && headers.accept?.includes('text/html') === true;
}
