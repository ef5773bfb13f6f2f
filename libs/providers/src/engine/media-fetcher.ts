import type { LookupFunction } from 'node:net';
import { AddressRefused, assertUpstream } from './address-guard.ts';
import type { AllowedUpstreams } from './address-guard.ts';
import { createConnections } from './call.ts';
import type { Connections } from './call.ts';
import type { OutboundProxy } from './outbound-proxy.ts';
import { createFairShare } from './fair-share.ts';
import type { FairShare } from './fair-share.ts';

/** The largest file that is fetched, in bytes. */
export const FETCHED_BYTES_MAX = 20_971_520;
/** The most files of one request. */
export const FETCHES_MAX = 20;
/** How long all files of one request may take together, in milliseconds. */
const FETCH_MS_MAX = 15_000;
/** Requests of one owner whose files are fetched at one time. */
export const OWNER_REQUESTS_MAX = 2;
/** Requests of all owners whose files are fetched at one time. */
export const REQUESTS_MAX = 8;
/**
 * Fetched files that requests of one owner hold until they end, in bytes: an address is short, and
 * its file is not.
 */
export const OWNER_BYTES_MAX = 67_108_864;
/** Fetched files that requests of all owners hold until they end, in bytes. */
const BYTES_MAX = 268_435_456;
const REDIRECTS_MAX = 3;
const OK = 200;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** How much of an answer that nobody wants is read, in bytes, before its connection is closed. */
const UNREAD = { limit: 16_384 };
const USER_AGENT = 'Tollgate-Media/1';
const PDF_TYPE = 'application/pdf';
const HEAD_BYTES = 1_024;
/** The offset of the type in a container of this kind, in bytes. */
const WEBP_AT = 8;

/** Why a file could not be fetched, in words for the caller that reveal nothing of our network. */
export class FetchRefused extends Error {
  /** Whether the caller may try again in a moment. */
  readonly busy: boolean;

  constructor(message: string, { busy = false, cause }: { busy?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = 'FetchRefused';
    this.busy = busy;
  }
}

/** A file and its type, which is read from its content and not from its server. */
export interface FetchedFile {
  type: string;
  bytes: Buffer;
}

/**
 * The files of one request: fetched one behind the other, together within the limits of one file.
 */
export interface MediaSession {
  /** @throws FetchRefused */
  fetch(url: string): Promise<FetchedFile>;
}

/** The request that files are fetched for. */
export interface MediaRequest {
  /** Ends the fetching when nobody waits for it any more. */
  readonly gone?: AbortSignal;
  /**
   * Takes over what was fetched; the request calls the function once when it holds the files no
   * longer.
   */
  keep?(giveBack: () => void): void;
}

/** Fetches files for callers. */
export interface MediaFetcher {
  /** Whether anything is fetched at all. */
  readonly isOn: boolean;
  /**
   * @throws FetchRefused for an address that nobody may be sent to: not https, private, or of this
   *   machine
   */
  assertPublic(url: string): void;
  /**
   * Runs the work of one request of an owner. What it has fetched counts among the files of the
   * owner until the work ends, or until the caller gives it back.
   * @throws FetchRefused when too many are under way, or too much is held
   */
  run<Made>(
    ownerId: string,
    work: (session: MediaSession) => Promise<Made>,
    request?: MediaRequest,
  ): Promise<Made>;
  close(): void;
}

/**
 * A fetcher that connects to public addresses only, or to allowed ones, each redirect anew. Names
 * are looked up under guard, and the socket connects to the addresses that were checked. It sends
 * no cookies and no credentials.
 * @param lookup how names that are not allowed become addresses; the guarded look-up of the machine
 *   unless given
 * @param proxy the proxy of the installation; none unless given
 */
export function createMediaFetcher({
  isOn,
  allowed = new Set(),
  lookup,
  proxy = null,
}: {
  isOn: boolean;
  allowed?: AllowedUpstreams;
  lookup?: LookupFunction;
  proxy?: OutboundProxy | null;
}): MediaFetcher {
  const connections = createConnections(allowed, lookup, proxy);
  const requests = createFairShare({ owner: OWNER_REQUESTS_MAX, all: REQUESTS_MAX });
  const held = createFairShare({ owner: OWNER_BYTES_MAX, all: BYTES_MAX });
  return {
    isOn,
    assertPublic: (url) => void publicUrl(url, allowed),
    async run(ownerId, work, request = {}) {
      if (!requests.take(ownerId, 1)) {
        throw new FetchRefused('too many files are being fetched just now', { busy: true });
      }
      const budget = createBudget(held, ownerId);
      try {
        const made = await work(sessionOf({ connections, allowed, budget, gone: request.gone }));
        request.keep?.(budget.leave());
        return made;
      } finally {
        budget.giveBack();
        requests.giveBack(ownerId, 1);
      }
    },
    close: () => connections.close(),
  };
}

/** What one request has fetched, among what its owner holds. */
interface Budget {
  take(bytes: number): void;
  /** Gives back what was taken and not left to somebody. */
  giveBack(): void;
  /** Leaves all that was taken to somebody who gives it back. */
  leave(): () => void;
}

function createBudget(held: FairShare, ownerId: string): Budget {
  let taken = 0;
  return {
    take(bytes) {
      if (!held.take(ownerId, bytes)) {
        throw new FetchRefused('your calls hold too many fetched files just now', { busy: true });
      }
      taken += bytes;
    },
    giveBack() {
      held.giveBack(ownerId, taken);
      taken = 0;
    },
    leave() {
      let left = taken;
      taken = 0;
      return () => {
        held.giveBack(ownerId, left);
        left = 0;
      };
    },
  };
}

interface SessionParts extends Pick<Asking, 'connections' | 'allowed'> {
  budget: Budget;
  gone: AbortSignal | undefined;
}

function sessionOf({ connections, allowed, budget, gone }: SessionParts): MediaSession {
  const late = AbortSignal.timeout(FETCH_MS_MAX);
  const signal = gone === undefined ? late : AbortSignal.any([late, gone]);
  let bytesLeft = FETCHED_BYTES_MAX;
  let fetches = 0;
  return {
    async fetch(url) {
      fetches += 1;
      if (fetches > FETCHES_MAX) {
        throw new FetchRefused(`a request may name ${FETCHES_MAX} addresses at most`);
      }
      try {
        const body = await openBody(publicUrl(url, allowed), { connections, allowed, signal });
        const bytes = await readAll(body, bytesLeft, budget);
        bytesLeft -= bytes.length;
        return { type: typeOf(bytes), bytes };
      } catch (error) {
        throw inWords(error);
      }
    },
  };
}

function publicUrl(text: string, allowed: AllowedUpstreams): URL {
  if (!URL.canParse(text)) throw new FetchRefused('this is no address');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    throw new FetchRefused('an address must not hold a user name or a password');
  }
  try {
    assertUpstream(url, allowed);
  } catch (error) {
    throw new FetchRefused('only public https addresses at the ports 443 and 8443 are fetched', {
      cause: error,
    });
  }
  return url;
}

interface Asking {
  connections: Connections;
  allowed: AllowedUpstreams;
  signal: AbortSignal;
}

async function openBody(first: URL, asking: Asking): Promise<AsyncIterable<Buffer>> {
  const { connections, allowed, signal } = asking;
  let url = first;
  for (let hops = 0; hops <= REDIRECTS_MAX; hops += 1) {
    const reply = await connections.to(url).request({
      method: 'GET',
      path: `${url.pathname}${url.search}`,
      headers: { 'user-agent': USER_AGENT, 'accept-encoding': 'identity' },
      signal,
    });
    const { location } = reply.headers;
    if (!REDIRECTS.has(reply.statusCode) || typeof location !== 'string') {
      if (reply.statusCode === OK) return reply.body;
      await reply.body.dump(UNREAD);
      throw new FetchRefused(`the server answered ${reply.statusCode}`);
    }
    await reply.body.dump(UNREAD);
    url = publicUrl(new URL(location, url).href, allowed);
  }
  throw new FetchRefused(`the server redirects more than ${REDIRECTS_MAX} times`);
}

/** Leaving the loop hangs up. */
async function readAll(body: AsyncIterable<Buffer>, most: number, budget: Budget): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > most) throw new FetchRefused('the files of a request are larger than 20 MiB');
    budget.take(chunk.length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** How the content of each type of picture begins. */
const BEGINNINGS: readonly (readonly [type: string, begins: (head: string) => boolean])[] = [
  ['image/png', (head) => head.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (head) => head.startsWith('\xff\xd8\xff')],
  ['image/gif', (head) => head.startsWith('GIF87a') || head.startsWith('GIF89a')],
  ['image/webp', (head) => head.startsWith('RIFF') && head.startsWith('WEBP', WEBP_AT)],
];

/** The type that the content of a file shows; `text/plain` for text in UTF-8. */
function typeOf(bytes: Buffer): string {
  const head = bytes.subarray(0, HEAD_BYTES).toString('latin1');
  const found = BEGINNINGS.find(([, begins]) => begins(head));
  if (found !== undefined) return found[0];
  if (head.includes('%PDF-')) return PDF_TYPE;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return head.includes('\0') ? 'application/octet-stream' : 'text/plain';
  } catch {
    return 'application/octet-stream';
  }
}

/**
 * One sentence for every reason for which an address cannot be reached, so that nobody learns what
 * names and hosts there are inside.
 */
function inWords(error: unknown): FetchRefused {
  if (error instanceof FetchRefused) return error;
  const isLate = error instanceof Error && error.name === 'TimeoutError';
  const words = isLate ? 'no answer in time' : 'the address cannot be reached from here';
  return new FetchRefused(words, { cause: error instanceof AddressRefused ? undefined : error });
}
