import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import type { Request, Response } from 'express';

/** How a file may be sent. */
type Coding = 'br' | 'gzip' | 'identity';

/** A file of a build, in memory. */
export interface BuiltFile {
  type: string;
  etag: string;
  /** Its name changes with its content. */
  isImmutable: boolean;
  /** The bytes by coding; `identity` is always there. */
  bytes: Readonly<Partial<Record<Coding, Buffer>>>;
}

/**
 * The files of a build. What is asked for is looked up among the names that were there at the
 * start, never opened by its name.
 */
export interface BuiltFolder {
  /** The paths of all files, such as `assets/main-1a2b3c.js`. */
  paths: readonly string[];
  /** The file at a path; read once, when somebody asks for it first. */
  find: (path: string) => Promise<BuiltFile | undefined>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.txt': 'text/plain; charset=utf-8',
};
const SUFFIX = { br: '.br', gzip: '.gz' } as const;
/** Vite puts everything with a hash in its name there. */
const HASHED = /(?:^|\/)assets\//u;
const YEAR_SECONDS = 31_536_000;

/**
 * What a page may do in a browser: load its own files, ask its own origin, and be in nobody's
 * frame.
 */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  // Videos that a page has fetched with a key play from its memory.
  'media-src blob:',
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The headers of everything that browsers show. */
export const PAGE_HEADERS = {
  'content-security-policy': PAGE_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

/** Lists the files of a build. @throws when there is no such folder */
export async function openBuiltFolder(folder: string): Promise<BuiltFolder> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  const all = new Set(paths);
  const plain = new Set(paths.filter((path) => extname(path) in TYPES));
  const read = new Map<string, Promise<BuiltFile>>();
  return {
    paths: [...plain],
    async find(path) {
      if (!plain.has(path)) return undefined;
      const file = read.get(path) ?? readBuilt(folder, path, all);
      read.set(path, file);
      // A file that could not be read is tried again.
      file.catch(() => read.delete(path));
      return file;
    },
  };
}

async function readBuilt(
  folder: string,
  path: string,
  all: ReadonlySet<string>,
): Promise<BuiltFile> {
  const identity = await readFile(join(folder, path));
  const bytes: Partial<Record<Coding, Buffer>> = { identity };
  for (const coding of ['br', 'gzip'] as const) {
    const name = `${path}${SUFFIX[coding]}`;
    if (all.has(name)) bytes[coding] = await readFile(join(folder, name));
  }
  const digest = createHash('sha256').update(identity).digest('base64url');
  return {
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    etag: `"${digest.slice(0, 22)}"`,
    isImmutable: HASHED.test(path),
    bytes,
  };
}

/**
 * Answers with a file of a build, in the smallest coding that the browser takes, or with 304.
 * @param status 200, or 404 for a page that says that there is none
 */
export function sendBuilt(
  { request, response }: { request: Request; response: Response },
  file: BuiltFile,
  status: 200 | 404 = 200,
): void {
  response.vary('accept-encoding');
  response.set(PAGE_HEADERS);
  response.set(
    'cache-control',
    file.isImmutable ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
  );
  if (status === 200) response.set('etag', file.etag);
  if (status === 200 && isKnown(request, file.etag)) {
    response.writeHead(304).end();
    return;
  }
  const coding = codingFor(request, file);
  const body = file.bytes[coding] ?? Buffer.alloc(0);
  response.writeHead(status, {
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
