import { CONSOLE_PATH } from '@tollgate/contract/platform/sign-in';
import type { Response } from 'express';

const MARKUP: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (letter) => MARKUP[letter] ?? letter);

/** The page of the console that says in words why a sign-in came to nothing. */
export const faultPath = (fault: string): string => `${CONSOLE_PATH}?sign_in=${fault}`;

/**
 * A page of ours that goes on by itself. The browser comes from another site, and sends strict
 * cookies only to where a page of ours sends it. No script, no style, and the address with its code
 * is sent to nobody.
 */
export function answerPage(
  response: Response,
  { status, text, path }: { status: number; text: string; path: string },
): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  const target = escaped(path);
  response.end(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tollgate</title>` +
      `<meta http-equiv="refresh" content="0;url=${target}"></head>` +
      `<body><p>${escaped(text)}</p><p><a href="${target}">Go on</a></p></body></html>\n`,
  );
}
