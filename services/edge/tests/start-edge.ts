import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { ResolveName } from '@tollgate/http/resolve-replicas';
import { createServiceTokenSigner } from '@tollgate/http/service-token';
import { createLogger } from '@tollgate/runtime/logger';
import { scaleTimers } from '@tollgate/runtime/timers';
import { createEdge } from '../src/edge.ts';
import type { Edge } from '../src/edge.ts';
import {
  AUTH_FAILURES_PER_MINUTE,
  CONNECTION_LIMITS,
  SERVICE_CALLS_MAX,
  SERVICE_CALLS_START,
} from '../src/bounds.ts';
import type { ConnectionLimits } from '../src/bounds.ts';
import { listenOn } from '../src/listener.ts';
import type { Listener } from '../src/listener.ts';
import { createRoutes } from '../src/routes.ts';
import type { PrefixRule, TargetName } from '../src/routes.ts';

/** A service of the test's own making behind the edge. */
export interface ToyService {
  server: Server;
  port: number;
  /** Requests as they arrived. */
  seen: IncomingMessage[];
  /** What it does with a request; replaceable. Answers `{"service": name}` at first. */
  handler: RequestListener;
  sockets: Set<Socket>;
  /** Cuts every connection and stops listening, like a killed process. */
  kill(): void;
}

/** An edge with toy services. */
export interface StartedEdge {
  edge: Edge;
  listeners: Record<'public' | 'internal', Listener>;
  services: Record<TargetName, ToyService>;
  /** All log lines so far. */
  logged(): string;
  /** JWKS that trusts the edge. */
  trustKeys: string;
  stop(): Promise<void>;
}

/** A busy machine must not shed calls of a test. */
const NEVER_LATE_MS = 60_000;

export interface StartOptions {
  limits?: Partial<ConnectionLimits>;
  route?: Partial<PrefixRule>;
  https?: boolean;
  serviceCallsMax?: number;
  serviceCallsStart?: number;
  waitMsMax?: number;
  trustedProxies?: string;
  corsOrigins?: string;
  authFailuresPerMinute?: number;
  /** How names of services are resolved; absent: as the system does. */
  resolve?: ResolveName;
  /** Where services are, given the addresses of the toys. */
  targets?: (toys: Record<TargetName, string>) => Partial<Record<TargetName, readonly string[]>>;
}

/** Starts a toy for each service and an edge before them, all on free ports. */
export async function startEdge(options: StartOptions = {}): Promise<StartedEdge> {
  const services = {
    inference: await startToy('inference'),
    account: await startToy('account'),
    admin: await startToy('admin'),
    docs: await startToy('docs'),
    console: await startToy('console'),
  };
  const toys = {
    inference: urlOf(services.inference),
    account: urlOf(services.account),
    admin: urlOf(services.admin),
    docs: urlOf(services.docs),
    console: urlOf(services.console),
  };
  const { signingKey, trustKeys } = edgeKeys();
  const lines: string[] = [];
  const routes = createRoutes(scaleTimers(1), 1).map((route) => ({ ...route, ...options.route }));
  const edge = await createEdge({
    routes,
    targets: {
      inference: [toys.inference],
      account: [toys.account],
      admin: [toys.admin],
      docs: [toys.docs],
      console: [toys.console],
      ...options.targets?.(toys),
    },
    follow: {
      probeEveryMs: 50,
      resolveEveryMs: 50,
      ...(options.resolve === undefined ? {} : { resolve: options.resolve }),
    },
    signer: await createServiceTokenSigner(signingKey),
    trustedProxies: options.trustedProxies ?? '',
    corsOrigins: options.corsOrigins ?? '',
    limits: { ...CONNECTION_LIMITS, ...options.limits },
    serviceCallsMax: options.serviceCallsMax ?? SERVICE_CALLS_MAX,
    serviceCallsStart: options.serviceCallsStart ?? SERVICE_CALLS_START,
    lagMsMax: NEVER_LATE_MS,
    waitMsMax: options.waitMsMax ?? NEVER_LATE_MS,
    authFailuresPerMinute: options.authFailuresPerMinute ?? AUTH_FAILURES_PER_MINUTE,
    https: options.https ?? false,
    logger: createLogger('edge', 'debug', { write: (line) => void lines.push(line) }),
  });
  const listeners = {
    public: await listenOn(edge.servers.public, 0, '127.0.0.1'),
    internal: await listenOn(edge.servers.internal, 0, '127.0.0.1'),
  };
  edge.health.markStarted();
  return {
    edge,
    listeners,
    services,
    logged: () => lines.join(''),
    trustKeys,
    stop: () => stopAll(edge, listeners, services),
  };
}

async function stopAll(
  edge: Edge,
  listeners: StartedEdge['listeners'],
  services: StartedEdge['services'],
): Promise<void> {
  const closing = Object.values(listeners).map((listener) => listener.close());
  for (const listener of Object.values(listeners)) listener.destroy();
  for (const service of Object.values(services)) service.kill();
  edge.close();
  await Promise.all(closing);
}

async function startToy(name: TargetName): Promise<ToyService> {
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    toy.seen.push(request);
    toy.handler(request, response);
  });
  server.keepAliveTimeout = 75_000;
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const toy: ToyService = {
    server,
    port: (server.address() as AddressInfo).port,
    seen: [],
    sockets,
    handler: (request, response) => {
      request.resume();
      response.setHeader('content-type', 'application/json');
      // As our services do, which know no address with OPTIONS.
      if (request.method === 'OPTIONS') response.writeHead(405, { allow: 'GET' });
      response.end(JSON.stringify({ service: name }));
    },
    kill() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return toy;
}

function edgeKeys(): { signingKey: string; trustKeys: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const named = { kid: 'edge', alg: 'EdDSA' };
  return {
    signingKey: JSON.stringify({ ...privateKey.export({ format: 'jwk' }), ...named }),
    trustKeys: JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), ...named }] }),
  };
}

function urlOf(service: ToyService): string {
  return `http://127.0.0.1:${service.port}`;
}
