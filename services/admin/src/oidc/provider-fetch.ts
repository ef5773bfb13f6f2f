import type { LookupFunction } from 'node:net';
import {
  assertUpstream,
  guardedLookup,
  isAllowedUpstream,
} from '@tollgate/providers/engine/address-guard';
import type { OutboundProxy } from '@tollgate/providers/engine/outbound-proxy';
import type { CustomFetch } from 'openid-client';
import { Agent } from 'undici';
import type { Dispatcher } from 'undici';
import type { OidcSettings } from './config.ts';

/** From the first byte of a request to the last one of its answer. */
const ANSWER_MS_MAX = 5_000;
const CONNECT_MS_MAX = 3_000;
/** The largest document of a provider; tokens, keys and descriptions are far smaller. */
const ANSWER_BYTES_MAX = 262_144;
const CONNECTIONS_MAX = 8;
const SERVER_ERROR = 500;
/** Answers that have no body. */
const EMPTY: ReadonlySet<number> = new Set([204, 205, 304]);

/** The provider gave no answer, or none that can be used; whether its user is good is not known. */
export class ProviderAway extends Error {}

/** Asks the provider. */
export interface ProviderFetch {
  fetch: CustomFetch;
  close(): Promise<void>;
}

/**
 * Asks public addresses over TLS, and those that are allowed by name, within bounds of time and
 * size, through the proxy of the installation where it has one. Redirects are not followed. Its
 * calls throw {@link ProviderAway}.
 */
export function createProviderFetch(
  { allowed, ca }: Pick<OidcSettings, 'allowed' | 'ca'>,
  proxy: OutboundProxy | null = null,
): ProviderFetch {
  const trust = ca === undefined ? {} : { ca };
  const connections = CONNECTIONS_MAX;
  const agents = (resolved: { lookup?: LookupFunction }): { direct: Agent; tunnelled: Agent } => {
    const direct = { timeout: CONNECT_MS_MAX, ...trust, ...resolved };
    const tunnelled = { timeoutMs: CONNECT_MS_MAX, ...trust, ...resolved };
    return {
      direct: new Agent({ connections, connect: direct }),
      tunnelled: new Agent({ connections, connect: proxy?.connector(tunnelled) ?? direct }),
    };
  };
  const open = agents({});
  const guarded = agents({ lookup: guardedLookup });
  return {
    async fetch(address, { method, headers, body }) {
      const url = new URL(address);
      const { direct, tunnelled } = isAllowedUpstream(url, allowed) ? open : guarded;
      const dispatcher = proxy?.takes(url) === true ? tunnelled : direct;
      try {
        assertUpstream(url, allowed);
        const answer = await dispatcher.request({
          origin: url.origin,
          path: url.pathname + url.search,
          method: method as Dispatcher.HttpMethod,
          headers: Object.fromEntries(new Headers(headers)),
          body: body instanceof URLSearchParams ? body.toString() : null,
          signal: AbortSignal.timeout(ANSWER_MS_MAX),
        });
        return await responseOf(answer);
      } catch (error) {
        if (error instanceof ProviderAway) throw error;
        const reported = error instanceof Error ? error.message : String(error);
        throw new ProviderAway(`${url.host} gave no answer: ${reported}`, { cause: error });
      }
    },
    async close() {
      const all = [open, guarded].flatMap(({ direct, tunnelled }) => [direct, tunnelled]);
      await Promise.all(all.map((agent) => agent.destroy()));
    },
  };
}

async function responseOf({
  statusCode,
  headers,
  body,
}: Dispatcher.ResponseData): Promise<Response> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > ANSWER_BYTES_MAX) {
      throw new ProviderAway(`an answer has more than ${ANSWER_BYTES_MAX} bytes`);
    }
    pieces.push(piece);
  }
  if (statusCode >= SERVER_ERROR) throw new ProviderAway(`the provider answered ${statusCode}`);
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
  return new Response(EMPTY.has(statusCode) ? null : Buffer.concat(pieces), {
    status: statusCode,
    headers: lines,
  });
}
