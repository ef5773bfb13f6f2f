import type { Response } from 'express';

const CACHE_SECONDS = 300;
/** What a page of ours may load: what this origin serves, and the pictures inside the view's own style sheet. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Answers with a file of ours. */
export function sendBytes(response: Response, type: string, bytes: Buffer | string): void {
  const body = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  response.writeHead(200, {
    'content-type': type,
    'content-length': String(body.length),
    'cache-control': `public, max-age=${CACHE_SECONDS}`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': PAGE_POLICY,
  });
  response.end(body);
}
