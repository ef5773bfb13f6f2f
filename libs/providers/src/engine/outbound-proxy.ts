import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import type { LookupFunction, Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { callbackify } from 'node:util';
import ipaddr from 'ipaddr.js';
import type { buildConnector } from 'undici';
import { AddressRefused } from './address-guard.ts';

/** The variables of a process that say through which proxy it calls others, as it has them. */
export interface ProxySettings {
  /** `http` or `https`, perhaps with a name and a password; absent where there is no proxy. */
  readonly HTTPS_PROXY?: string | undefined;
  /** A comma list of targets that are called without the proxy. */
  readonly NO_PROXY: string;
}

/** How a connection to a target is opened. */
export interface TunnelOptions {
  /**
   * How the name of the target becomes the addresses that the proxy is asked for; absent for a
   * target that an administrator has allowed by name, which the proxy then resolves.
   */
  lookup?: LookupFunction;
  /** From the look-up to the end of the handshake with the target, in milliseconds. */
  timeoutMs: number;
  /** Certificates (PEM) that the target is trusted by instead of those of the system. */
  ca?: string | undefined;
}

/** A proxy that connections to targets are tunnelled through. */
export interface OutboundProxy {
  /** Whether calls to the target go through the proxy. */
  takes(target: URL): boolean;
  /** Opens connections for undici. */
  connector(options: TunnelOptions): buildConnector.connector;
}

/** The proxy could not be reached or refuses; nothing has been sent to the target. */
class ProxyFailed extends Error {
  /** `PROXY_407`, with the status of the refusal, or `PROXY_` with the code of the error. */
  readonly code: string;

  constructor(what: string | number, cause?: unknown) {
    super('the outbound proxy gave no connection', { cause });
    this.name = 'ProxyFailed';
    this.code = `PROXY_${what}`;
  }
}

const OK = 200;
const HTTPS_PORT = '443';

/**
 * The proxy that the environment names. Targets without TLS, which are inside the network, never
 * go through it.
 * @returns null where there is none
 */
export function readOutboundProxy({ HTTPS_PROXY, NO_PROXY }: ProxySettings): OutboundProxy | null {
  if (HTTPS_PROXY === undefined) return null;
  const rules = NO_PROXY.split(',').flatMap((entry) => directRule(entry.trim().toLowerCase()));
  return {
    takes(target) {
      if (target.protocol !== 'https:') return false;
      const host = bare(target.hostname.toLowerCase());
      const port = target.port === '' ? HTTPS_PORT : target.port;
      return !rules.some((isDirect) => isDirect(host, port));
    },
    connector: connectorThrough({ url: new URL(HTTPS_PROXY) }),
  };
}

/**
 * The proxy of one credential, which every target with TLS is called through.
 * @param lookup how the name of the proxy becomes an address; absent where an administrator has
 *   allowed it by name
 */
export function credentialProxy(url: URL, lookup?: LookupFunction): OutboundProxy {
  return {
    takes: (target) => target.protocol === 'https:',
    connector: connectorThrough(lookup === undefined ? { url } : { url, lookup }),
  };
}

/** Where a proxy is, and how its name becomes an address. */
interface ProxyAt {
  url: URL;
  lookup?: LookupFunction;
}

function connectorThrough(proxy: ProxyAt): OutboundProxy['connector'] {
  return (options) => {
    const open = callbackify((target: buildConnector.Options) =>
      openTunnel(proxy, target, options),
    );
    return (target, callback) =>
      open(target, (error, socket) =>
        error === null ? callback(null, socket) : callback(error, null),
      );
  };
}

type DirectRule = (host: string, port: string) => boolean;

/** One entry of NO_PROXY; an empty entry is no rule. */
function directRule(entry: string): DirectRule[] {
  if (entry === '') return [];
  if (entry === '*') return [() => true];
  if (ipaddr.isValidCIDR(entry)) return [(host) => isWithin(host, entry)];
  const found = /^(?<host>\[[^\]]+\]|[^:]+|[^:]*:[^:]*:.*?)(?::(?<port>\d+))?$/u.exec(entry);
  const named = bare(found?.groups?.['host'] ?? entry).replace(/^\*?\./u, '');
  const only = found?.groups?.['port'];
  return [
    (host, port) =>
      (only === undefined || only === port) && (host === named || host.endsWith(`.${named}`)),
  ];
}

function isWithin(host: string, network: string): boolean {
  if (isIP(host) === 0) return false;
  const address = ipaddr.process(host);
  const [base, bits] = ipaddr.parseCIDR(network);
  return address.kind() === base.kind() && address.match([base, bits]);
}

/** An IPv6 address without its brackets. */
function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/u, '$1');
}

/** Looks the target up, has the proxy connect to the very address, and speaks TLS with it. */
async function openTunnel(
  proxy: ProxyAt,
  { hostname, port, protocol }: buildConnector.Options,
  { lookup, timeoutMs, ca }: TunnelOptions,
): Promise<Socket> {
  const signal = AbortSignal.timeout(timeoutMs);
  const name = bare(hostname);
  const address =
    isIP(name) === 0 && lookup !== undefined ? await found(name, lookup, signal) : name;
  const host = isIP(address) === 6 ? `[${address}]` : address;
  const socket = await connectThrough(proxy, `${host}:${port === '' ? HTTPS_PORT : port}`, signal);
  if (protocol !== 'https:') return socket;
  return secured(
    socket,
    { ...(isIP(name) === 0 ? { servername: name } : { host: name }), ca },
    signal,
  );
}

/** The first address of a name, of the older protocol where the name has both. */
function found(name: string, lookup: LookupFunction, signal: AbortSignal): Promise<string> {
  return untilLate(signal, (resolve, reject) => {
    lookup(name, { all: true }, (error, addresses) => {
      if (error !== null) return reject(error);
      const list = typeof addresses === 'string' ? [{ address: addresses, family: 4 }] : addresses;
      const first = list.find(({ family }) => family === 4) ?? list[0];
      return first === undefined ? reject(new ProxyFailed('NO_ADDRESS')) : resolve(first.address);
    });
  });
}

/**
 * Asks the proxy for a connection.
 * @param authority `host:port` of the target
 */
function connectThrough(
  { url, lookup }: ProxyAt,
  authority: string,
  signal: AbortSignal,
): Promise<Socket> {
  return untilLate(signal, (resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: 'CONNECT',
      path: authority,
      auth: undefined,
      headers: { host: authority, ...authorization(url) },
      agent: false,
      ...(lookup === undefined ? {} : { lookup }),
    });
    // Bound to the request by hand, because a connection outlives the time for opening it.
    const late = (): void => void request.destroy();
    signal.addEventListener('abort', late, { once: true });
    request.once('close', () => signal.removeEventListener('abort', late));
    request.once('error', (error: NodeJS.ErrnoException) =>
      reject(new ProxyFailed(signal.aborted ? 'TIMEOUT' : codeOf(error), error)),
    );
    // A target says nothing before it is spoken to: what comes with the head is not from it.
    request.once('connect', (reply, socket: Socket, early) => {
      signal.removeEventListener('abort', late);
      if (reply.statusCode === OK && early.length === 0) return resolve(socket);
      socket.destroy();
      return reject(new ProxyFailed(early.length > 0 ? 'EARLY_DATA' : (reply.statusCode ?? 0)));
    });
    request.end();
  });
}

function codeOf(error: NodeJS.ErrnoException): string {
  return error.code ?? (error instanceof AddressRefused ? 'ADDRESS_REFUSED' : 'ERROR');
}

function authorization({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** Speaks TLS with the target, whose certificate has to be good for its own name. */
function secured(
  socket: Socket,
  trust: { servername?: string; host?: string; ca: string | undefined },
  signal: AbortSignal,
): Promise<Socket> {
  const { ca, ...target } = trust;
  const secure = connectTls({
    socket,
    ...target,
    ...(ca === undefined ? {} : { ca }),
    ALPNProtocols: ['http/1.1'],
  });
  return untilLate<Socket>(signal, (resolve, reject) => {
    secure.once('secureConnect', () => {
      secure.off('error', reject);
      resolve(secure);
    });
    secure.once('error', reject);
  }).catch((error: unknown) => {
    secure.on('error', () => undefined);
    secure.destroy();
    socket.destroy();
    throw error;
  });
}

/** A step of opening, which ends at the latest when there is no time left. */
async function untilLate<T>(
  signal: AbortSignal,
  step: (resolve: (made: T) => void, reject: (error: Error) => void) => void,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const late = (): void => reject(new ProxyFailed('TIMEOUT'));
  if (signal.aborted) late();
  signal.addEventListener('abort', late, { once: true });
  step(resolve, reject);
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', late);
  }
}
