import type { LookupFunction } from 'node:net';
import { createConnections } from '@tollgate/providers/engine/call';
import type { Connections } from '@tollgate/providers/engine/call';
import { AddressRefused, assertUpstream } from '@tollgate/providers/engine/address-guard';
import { readOutboundProxy } from '@tollgate/providers/engine/outbound-proxy';
import type { ProxySettings } from '@tollgate/providers/engine/outbound-proxy';
import { encodeId } from '@tollgate/runtime/ids';
import { Webhook } from 'standardwebhooks';
import { OPERATORS } from './owner.ts';
import type { Receivers } from './receivers.ts';
import type { Tried } from './delivery-work.queries.ts';

/** How much of an answer is read, in bytes, and not a byte more. */
const ANSWER_BYTES_MAX = 4_096;
/** How much of an answer is kept, in characters. */
const ANSWER_CHARACTERS_MAX = 500;
const MS_PER_SECOND = 1_000;
const OK = 200;
const REDIRECT = 300;
const FIRST_ERROR_STATUS = 400;

/** A message to bring, and what to sign it with. */
export interface Parcel {
  ownerId: string;
  messageId: string;
  url: string;
  body: string;
  /** `whsec_…`, one signature for each. */
  secrets: readonly string[];
}

/** What came of bringing a message. */
export interface Brought extends Tried {
  /** How long the receiver asks to wait, in milliseconds. */
  askedMs: number | null;
}

/** Brings messages to receivers. */
export interface Sender {
  /** Never rejects: whatever goes wrong is a failure of the attempt. */
  bring(parcel: Parcel, timeoutMs: number): Promise<Brought>;
  close(): void;
}

/** How connections to receivers are opened. */
export interface SenderOptions {
  /**
   * How names that are not allowed become addresses; the guarded look-up of the machine unless
   * given.
   */
  lookup?: LookupFunction;
  /** The variables of the installation's proxy; absent: none. */
  proxy?: ProxySettings | undefined;
}

/**
 * A sender that follows no redirect and connects to public addresses, or to allowed ones, only.
 * Names are looked up under guard, so that a name that changes its address gains nothing.
 */
export function createSender(receivers: Receivers, { lookup, proxy }: SenderOptions = {}): Sender {
  const through = proxy === undefined ? null : readOutboundProxy(proxy);
  const ofUsers = createConnections(receivers.allowedFor(''), lookup, through);
  const ofOperators = createConnections(receivers.allowedFor(OPERATORS), lookup, through);
  return {
    async bring(parcel, timeoutMs) {
      const connections = parcel.ownerId === OPERATORS ? ofOperators : ofUsers;
      const begunMs = performance.now();
      const came = await attempt({ receivers, connections }, parcel, timeoutMs).catch(
        (error: unknown): Omit<Brought, 'durationMs'> => ({
          status: null,
          failure: failureOf(error),
          answer: '',
          askedMs: null,
        }),
      );
      return { ...came, durationMs: Math.round(performance.now() - begunMs) };
    },
    close() {
      ofUsers.close();
      ofOperators.close();
    },
  };
}

/** The headers of the convention, and nothing of ours that anybody else must not see. */
function headersOf({ messageId, body, secrets }: Parcel, at: Date): Record<string, string> {
  const id = encodeId('msg', messageId);
  return {
    'content-type': 'application/json',
    'user-agent': 'Tollgate-Webhooks/1',
    'accept-encoding': 'identity',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / MS_PER_SECOND)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}

async function attempt(
  { receivers, connections }: { receivers: Receivers; connections: Connections },
  parcel: Parcel,
  timeoutMs: number,
): Promise<Omit<Brought, 'durationMs'>> {
  const url = new URL(parcel.url);
  // A literal address is never looked up, and what is allowed may have changed since the endpoint
  // was made.
  assertUpstream(url, receivers.allowedFor(parcel.ownerId));
  const {
    statusCode: status,
    headers,
    body,
  } = await connections.to(url).request({
    method: 'POST',
    path: `${url.pathname}${url.search}`,
    headers: headersOf(parcel, new Date()),
    body: parcel.body,
    signal: AbortSignal.timeout(timeoutMs),
  });
  const answer = await readBeginning(body);
  const askedMs = waitOf(headers['retry-after']);
  return { status, failure: failureOfStatus(status), answer, askedMs };
}

/**
 * Reads the beginning of an answer and hangs up on the rest. What breaks off after its status has a
 * status all the same.
 */
async function readBeginning(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= ANSWER_BYTES_MAX) break;
    }
  } catch {
    // The status has come; what was read of the answer is for people.
  }
  const text = Buffer.concat(chunks).subarray(0, ANSWER_BYTES_MAX).toString('utf8');
  return text.replaceAll('\0', '').slice(0, ANSWER_CHARACTERS_MAX).toWellFormed();
}

function failureOfStatus(status: number): string | null {
  if (status >= OK && status < REDIRECT) return null;
  if (status >= REDIRECT && status < FIRST_ERROR_STATUS) return 'redirects are not followed';
  return `the receiver answered ${status}`;
}

/** In words of ours: what a library or a system says of our network is nobody's business. */
function failureOf(error: unknown): string {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof AddressRefused) return 'the address is not on the public internet';
    if (one.name === 'TimeoutError' || one.name === 'ConnectTimeoutError') {
      return 'no answer in time';
    }
    if ('code' in one && typeof one.code === 'string' && TLS_FAULT.test(one.code)) {
      return 'the certificate cannot be trusted';
    }
  }
  return 'no connection';
}

const TLS_FAULT = /^(?:ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_SSL_)/u;

/** `Retry-After` in whole seconds, in milliseconds; dates and anything else count as nothing. */
function waitOf(header: string | string[] | undefined): number | null {
  if (typeof header !== 'string' || !/^\d{1,6}$/u.test(header)) return null;
  return Number(header) * MS_PER_SECOND;
}
