import { GatewayError } from '@tollgate/contract/error-codes';
import { COOKIE, HEADER, REQUEST_ID_PATTERN } from '@tollgate/contract/headers';
import { HEADERS_MAX } from './bounds.ts';
import { BlockList, isIP } from 'node:net';

/** Headers on their way to a service: lower-case names, one value each. */
export type ForwardedHeaders = Record<string, string>;

/** What the edge has read from a request's header lines. */
export interface ReadHeaders {
  /** Clean headers; the edge adds its own before they leave. */
  forwarded: ForwardedHeaders;
  /** Whether the body comes in chunks, its length unknown. */
  chunked: boolean;
  /** The announced length of the body in bytes; 0 without a body or when it comes in chunks. */
  bodyBytes: number;
  /** Whether the client waits for an interim answer before it sends its body. */
  expectsContinue: boolean;
  /**
   * What the client, or a proxy before us, says of where it comes from; to be believed from known
   * proxies only.
   */
  forwardedFor: string | undefined;
}

/**
 * Headers that mean something between a client and the edge only, or that claim what only the edge
 * may say.
 */
const STRIPPED: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'http2-settings',
  // A trace of ours begins here; what a client sends of its own is linked, and goes no further.
  'traceparent',
  'tracestate',
  'baggage',
  'forwarded',
  'via',
  'x-real-ip',
  'x-rewrite-url',
  'x-client-ip',
  'x-cluster-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
]);
const STRIPPED_PREFIXES = [
  'x-internal-',
  'x-svc-',
  'x-forwarded-',
  'x-original-',
  'x-http-method',
  'x-method-override',
  'proxy-',
] as const;

/** Headers under one of these prefixes that callers may send. */
const OURS_OF_CALLERS: ReadonlySet<string> = new Set([
  HEADER.maxCredits,
  HEADER.sessionId,
  HEADER.tag,
  HEADER.configurationLease,
]);

/** Headers that must not come twice, because two readers could each take a different one. */
const SINGLE: ReadonlySet<string> = new Set([
  'host',
  'authorization',
  'x-api-key',
  'content-type',
  'content-length',
  'transfer-encoding',
  HEADER.idempotencyKey,
  HEADER.requestId,
  HEADER.maxCredits,
  HEADER.sessionId,
  HEADER.tag,
]);
/** Headers that frame or route the message; `Connection` cannot take them away. */
const KEPT: ReadonlySet<string> = new Set(['host', 'content-length', 'transfer-encoding']);

/**
 * Where callers put credentials: ours, and those of other services that are sent here by mistake.
 */
const CREDENTIALS = ['authorization', 'cookie', 'x-api-key', 'api-key', 'x-goog-api-key'] as const;

const COOKIE_NAMES = Object.values(COOKIE);

const HOST = /^(?:[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,252})|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?$/;
const REQUEST_ID = new RegExp(REQUEST_ID_PATTERN);

/**
 * Reads raw header lines, drops what must not pass and refuses what is ambiguous.
 * @param raw names and values in turn, as Node keeps them
 * @param httpVersion `1.1` or `1.0`
 * @throws GatewayError `invalid_header` or `headers_too_large`
 */
export function readHeaders(raw: readonly string[], httpVersion: string): ReadHeaders {
  if (raw.length > HEADERS_MAX * 2) {
    throw new GatewayError(
      'headers_too_large',
      `A request may have ${HEADERS_MAX} headers at most.`,
    );
  }
  const forwarded = Object.create(null) as ForwardedHeaders;
  let connection = '';
  let forwardedFor: string | undefined;
  let expectsContinue = false;
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] as string).toLowerCase();
    const value = raw[index + 1] as string;
    if (name === 'connection') connection = connection === '' ? value : `${connection},${value}`;
    else if (name === 'upgrade') assertUpgradeIgnorable(value);
    else if (name === 'expect') expectsContinue = value.toLowerCase() === '100-continue';
    else if (name === 'x-forwarded-for') {
      forwardedFor = forwardedFor === undefined ? value : `${forwardedFor},${value}`;
    } else if (isForwardable(name)) add(forwarded, name, value);
  }
  if (connection !== '') dropNamed(forwarded, connection);
  assertHost(forwarded['host'], httpVersion);
  assertRequestId(forwarded[HEADER.requestId]);
  return { forwarded, forwardedFor, expectsContinue, ...readFraming(forwarded, httpVersion) };
}

/** Whether a client's request id may be used as it is. */
export function isRequestId(value: string | undefined): value is string {
  return value !== undefined && REQUEST_ID.test(value);
}

/** Removes the headers that name the caller. */
export function dropCredentials(headers: ForwardedHeaders): void {
  for (const name of CREDENTIALS) delete headers[name];
}

/** What a request shows of who sends it; undefined when it shows nothing. */
export function credentialOf(headers: Readonly<ForwardedHeaders>): string | undefined {
  const { authorization, cookie, 'x-api-key': key } = headers;
  if (authorization !== undefined) return authorization;
  if (key !== undefined) return key;
  return cookie !== undefined && COOKIE_NAMES.some((name) => cookie.includes(name))
    ? cookie
    : undefined;
}

function isForwardable(name: string): boolean {
  if (name.includes('_') || STRIPPED.has(name)) return false;
  const first = name.charCodeAt(0);
  if (first !== 0x78 && first !== 0x70) return true;
  if (OURS_OF_CALLERS.has(name)) return true;
  return !STRIPPED_PREFIXES.some((prefix) => name.startsWith(prefix));
}

function add(headers: ForwardedHeaders, name: string, value: string): void {
  const before = headers[name];
  if (before === undefined) {
    headers[name] = value;
    return;
  }
  if (SINGLE.has(name)) {
    throw new GatewayError('invalid_header', `The header ${name} must not come twice.`, {
      param: name,
    });
  }
  headers[name] = name === 'cookie' ? `${before}; ${value}` : `${before}, ${value}`;
}

/** Headers named in `Connection` are meant for the next hop only, which is us. */
function dropNamed(headers: ForwardedHeaders, connection: string): void {
  for (const token of connection.split(',')) {
    const name = token.trim().toLowerCase();
    if (KEPT.has(name)) {
      throw new GatewayError('invalid_header', `Connection must not name ${name}.`, {
        param: 'connection',
      });
    }
    delete headers[name];
  }
}

/**
 * Clients may offer HTTP/2, and a server may stay with HTTP/1.1; every other protocol needs the
 * upgrade to go on.
 */
function assertUpgradeIgnorable(value: string): void {
  if (value.trim().toLowerCase() === 'h2c') return;
  throw new GatewayError('invalid_header', 'Connection upgrades are not supported.', {
    param: 'upgrade',
  });
}

function assertHost(host: string | undefined, httpVersion: string): void {
  if (host === undefined && httpVersion === '1.0') return;
  if (host !== undefined && HOST.test(host)) return;
  throw new GatewayError('invalid_header', 'The Host header is missing or malformed.', {
    param: 'host',
  });
}

/**
 * A client that sends an id looks for this id in answers and logs; nobody would find another id.
 */
function assertRequestId(id: string | undefined): void {
  if (id === undefined || isRequestId(id)) return;
  throw new GatewayError(
    'invalid_header',
    'X-Request-ID may have 200 letters, digits and plain signs at most, without blanks, quotes, commas and angle brackets.',
    { param: HEADER.requestId },
  );
}

function readFraming(
  headers: ForwardedHeaders,
  httpVersion: string,
): { chunked: boolean; bodyBytes: number } {
  const coding = headers['transfer-encoding'];
  const length = headers['content-length'];
  if (coding === undefined) return { chunked: false, bodyBytes: Number(length ?? 0) };
  const plain = coding.toLowerCase() === 'chunked' && length === undefined;
  if (plain && httpVersion === '1.1') return { chunked: true, bodyBytes: 0 };
  throw new GatewayError(
    'invalid_header',
    'Transfer-Encoding may only be chunked, without Content-Length.',
    {
      param: 'transfer-encoding',
    },
  );
}

/** Finds the address of the client of a request. */
export type ClientAddress = (socketAddress: string, forwardedFor: string | undefined) => string;

/**
 * The client's address is the socket's, unless that is a proxy of ours: then it is the last address
 * of `X-Forwarded-For` that no proxy of ours has.
 * @param trusted addresses and networks (`10.0.0.0/8`) of proxies before the edge, separated by
 *   commas; may be empty
 * @throws Error naming an entry that is no address or network
 */
export function createClientAddress(trusted: string): ClientAddress {
  const entries = trusted
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  if (entries.length === 0) return (socketAddress) => plain(socketAddress);
  const proxies = new BlockList();
  for (const entry of entries) addEntry(proxies, entry);
  const isTrusted = (address: string): boolean =>
    proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return (socketAddress, forwardedFor) => {
    let client = plain(socketAddress);
    const hops = forwardedFor?.split(',') ?? [];
    while (hops.length > 0 && isTrusted(client)) {
      const hop = plain((hops.pop() ?? '').trim());
      if (isIP(hop) === 0) break;
      client = hop;
    }
    return client;
  };
}

function addEntry(proxies: BlockList, entry: string): void {
  const [address = '', bits] = entry.split('/');
  const version = isIP(address);
  const family = version === 6 ? 'ipv6' : 'ipv4';
  const width = bits === undefined ? (version === 6 ? 128 : 32) : Number(bits);
  if (
    version === 0 ||
    !Number.isInteger(width) ||
    width < 0 ||
    width > (version === 6 ? 128 : 32)
  ) {
    throw new Error(`TRUSTED_PROXIES: ${entry} is no address or network`);
  }
  proxies.addSubnet(address, width, family);
}

/** An IPv4 address that came through an IPv6 socket, in its own form. */
function plain(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}
