import { Agent } from 'node:http';
import type { ClientRequestArgs } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { callbackify } from 'node:util';
import type { Replicas } from '@tollgate/http/replica-choice';
import { SERVICE_CONNECT_MS, SERVICE_SOCKET_IDLE_MS, SERVICE_SOCKETS_IDLE_MAX } from './bounds.ts';

type Connected = (error: Error | null, socket: Duplex) => void;

/** What a connection that came too late fails with. */
const CONNECT_LATE = 'CONNECT_LATE';
/**
 * Failures before there was a connection: the service is away and has seen nothing of the request.
 */
const AWAY: ReadonlySet<string> = new Set([
  CONNECT_LATE,
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
]);

const BRACKETS = /^\[|\]$/g;

/** Whether a request failed because no connection came about. */
export function isAway(error: Error): boolean {
  return AWAY.has((error as NodeJS.ErrnoException).code ?? '');
}

/**
 * The sockets towards one service. A request gets its socket once that is connected, and nothing of
 * a body is read before, so whatever the request is, a process that refuses the connection makes
 * room for the next one.
 */
export class ReplicaAgent extends Agent {
  readonly #replicas: Replicas;
  readonly #elsewhere = new WeakSet<Socket>();

  constructor(replicas: Replicas) {
    // No cap on sockets: requests would wait unseen in the agent's queue. Client connections are
    // capped instead.
    super({
      keepAlive: true,
      timeout: SERVICE_SOCKET_IDLE_MS,
      maxFreeSockets: SERVICE_SOCKETS_IDLE_MAX,
      scheduling: 'lifo',
    });
    this.#replicas = replicas;
  }

  override createConnection(options: ClientRequestArgs, callback?: Connected): undefined {
    const first = callbackify((given: ClientRequestArgs) => this.#firstOf(given));
    first(options, (error, socket) => callback?.(error, socket));
  }

  /**
   * A socket that leads elsewhere than its request asked for must not serve the next one of that
   * address.
   */
  override keepSocketAlive(socket: Socket): boolean {
    return !this.#elsewhere.has(socket) && Boolean(super.keepSocketAlive(socket));
  }

  async #firstOf(options: ClientRequestArgs): Promise<Socket> {
    let failure: unknown;
    const isAsked = (baseUrl: string): boolean => leadsTo(baseUrl, options);
    const order = this.#replicas.order();
    const others = order.filter((baseUrl) => !isAsked(baseUrl));
    for (const baseUrl of [...order.filter(isAsked), ...others]) {
      try {
        const { port } = new URL(baseUrl);
        const socket = await connected(options, {
          host: hostOf(baseUrl),
          port: Number(port || 80),
        });
        if (!isAsked(baseUrl)) this.#elsewhere.add(socket);
        return socket;
      } catch (error) {
        this.#replicas.refused(baseUrl);
        failure = error;
      }
    }
    throw failure;
  }
}

function leadsTo(baseUrl: string, { host, port }: ClientRequestArgs): boolean {
  const isHost = hostOf(baseUrl) === host?.replace(BRACKETS, '');
  return isHost && (new URL(baseUrl).port || '80') === String(port ?? 80);
}

/** The host of an address, as sockets take it: IPv6 without its brackets. */
function hostOf(baseUrl: string): string {
  return new URL(baseUrl).hostname.replace(BRACKETS, '');
}

/** @throws when the connection is refused or late */
function connected(
  options: ClientRequestArgs,
  address: { host: string; port: number },
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ ...(options as object), ...address });
    const timer = setTimeout(
      () =>
        socket.destroy(
          Object.assign(new Error('connecting took too long'), { code: CONNECT_LATE }),
        ),
      SERVICE_CONNECT_MS,
    );
    const failed = (error: Error): void => {
      clearTimeout(timer);
      reject(error);
    };
    socket.once('error', failed);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', failed);
      resolve(socket);
    });
  });
}
