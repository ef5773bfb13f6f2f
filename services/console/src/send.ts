import type { Request, Response } from 'express';
import type { BuiltFile, Coding } from './builds.ts';

const YEAR_SECONDS = 31_536_000;
/** What the console may do in a browser: load its own files, ask its own origin, and be in nobody's frame. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
const HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  vary: 'accept-encoding',
};

/** Answers with a file of a build, in the smallest coding that the browser takes, or with 304. */
export function sendBuilt(request: Request, response: Response, file: BuiltFile): void {
  const headers = {
    ...HEADERS,
    etag: file.etag,
    'cache-control': file.isImmutable ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
  };
  if (isKnown(request, file.etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  const coding = codingFor(request, file);
  const body = file.bytes[coding] ?? Buffer.alloc(0);
  response.writeHead(200, {
    ...headers,
    'content-type': file.type,
    'content-length': String(body.length),
    ...(coding === 'identity' ? {} : { 'content-encoding': coding }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function isKnown(request: Request, etag: string): boolean {
  const known = request.headers['if-none-match'] ?? '';
  return known.split(',').some((one) => one.trim().replace(/^W\//u, '') === etag);
}

function codingFor(request: Request, file: BuiltFile): Coding {
  const accepted = new Map(
    (request.headers['accept-encoding'] ?? '').split(',').map((part) => {
      const [name = '', weight = ''] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*q=/u);
      return [name, weight === '' ? 1 : Number(weight)];
    }),
  );
  const taken = (['br', 'gzip'] as const).find(
    (coding) => file.bytes[coding] !== undefined && (accepted.get(coding) ?? 0) > 0,
  );
  return taken ?? 'identity';
}
