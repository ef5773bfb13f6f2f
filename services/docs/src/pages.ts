import { join } from 'node:path';
import type { Request, Response } from 'express';
import { openBuiltFolder, PAGE_HEADERS, sendBuilt } from '@tollgate/http/built-files';
import type { BuiltFolder } from '@tollgate/http/built-files';
import { GatewayError } from '@tollgate/contract/error-codes';

const DIST = join(import.meta.dirname, '../dist');
const MISSING = 'docs/missing.html';
const CACHE_SECONDS = 300;

/** An exchange with somebody who reads. */
interface Exchange {
  request: Request;
  response: Response;
  /** The folder of the edition, whose page helps where there is none; empty: that of all pages. */
  folder?: string;
}

/** Lists what was built for browsers; a file is read when somebody asks for it. */
export async function openPages(folder = DIST): Promise<BuiltFolder> {
  const pages = await openBuiltFolder(folder).catch((cause: unknown) => {
    throw new Error(`${folder} is not there: build the documentation first`, { cause });
  });
  if (!pages.paths.includes(MISSING)) throw new Error(`${folder} has no ${MISSING}`);
  return pages;
}

/** Whether it is a browser that asks: programs say that they take everything, or nothing. */
export function isBrowser(request: Request): boolean {
  return request.headers.accept?.includes('text/html') === true;
}

/**
 * Answers with a file of the build; where there is none, browsers get a page that helps, and
 * programs an error.
 * @throws GatewayError `not_found`
 */
export async function sendPage(
  pages: BuiltFolder,
  path: string,
  exchange: Exchange,
): Promise<void> {
  const file = await pages.find(path);
  if (file !== undefined) {
    sendBuilt(exchange, file);
    return;
  }
  exchange.response.vary('accept');
  const { request, folder = '' } = exchange;
  const missing = isBrowser(request) ? await pages.find(`${folder}${MISSING}`) : undefined;
  if (missing === undefined) throw new GatewayError('not_found', 'There is no such page.');
  sendBuilt(exchange, missing, 404);
}

/** Answers with a text of ours. */
export function sendText(response: Response, type: string, text: Buffer | string): void {
  const body = typeof text === 'string' ? Buffer.from(text) : text;
  response.set(PAGE_HEADERS);
  response.writeHead(200, {
    'content-type': type,
    'content-length': String(body.length),
    'cache-control': `public, max-age=${CACHE_SECONDS}`,
  });
  response.end(body);
}
