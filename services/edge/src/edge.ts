import type { Server } from 'node:http';
import { createAdmission } from '@tollgate/http/admission';
import type { Admission } from '@tollgate/http/admission';
import { createHealth } from '@tollgate/http/health';
import type { Health } from '@tollgate/http/health';
import { followReplicas, probe } from '@tollgate/http/replica-choice';
import type { FollowOptions } from '@tollgate/http/replica-choice';
import type { ServiceTokenSigner } from '@tollgate/http/service-token';
import type { Logger } from '@tollgate/runtime/logger';
import { watchLoopLag } from '@tollgate/runtime/loop-lag';
import { createEdgeApp } from './app.ts';
import { createClientAddress } from './request-headers.ts';
import { createConnections } from './connections.ts';
import type { Connections } from './connections.ts';
import { createFailureBudget } from '@tollgate/http/failure-budget';
import type { FailureBudget } from '@tollgate/http/failure-budget';
import { createCrossOrigin } from './cross-origin.ts';
import type { ConnectionLimits } from './bounds.ts';
import { createEdgeServer } from './listener.ts';
import { countServiceFailure, showConnections } from './metrics.ts';
import type { Plane, PrefixRule, TargetName } from './routes.ts';
import { createServiceProxy } from './service-proxy.ts';
import type { ServiceProxy } from './service-proxy.ts';
import { createEdgeTokens } from './tokens.ts';
import type { EdgeTokens } from './tokens.ts';

export interface EdgeDeps {
  routes: readonly PrefixRule[];
  /** Where the services' processes are, without a path. */
  targets: Readonly<Record<TargetName, readonly string[]>>;
  /** How the processes of each service are followed. */
  follow: FollowOptions;
  signer: ServiceTokenSigner;
  /** Proxies before us, as `createClientAddress` takes them. */
  trustedProxies: string;
  /** Sites whose pages may call `/v1`, as `createCrossOrigin` takes them. */
  corsOrigins: string;
  limits: ConnectionLimits;
  /** Calls under way to one service, streams left out. */
  serviceCallsMax: number;
  /** The part of them that is let in at once after a quiet time. */
  serviceCallsStart: number;
  /** A mean lag of the event loop above this lets fewer calls in, in milliseconds. */
  lagMsMax: number;
  /**
   * A mean wait of calls on the way to a service and back above which fewer are let in, in
   * milliseconds.
   */
  waitMsMax: number;
  /** Wrong keys and tokens that an address may send in a minute. */
  authFailuresPerMinute: number;
  /** Whether clients reach us by https only. */
  https: boolean;
  logger: Logger;
}

/** Both servers of an edge, ready to listen. */
export interface Edge {
  servers: Readonly<Record<Plane, Server>>;
  health: Health;
  /** Readiness goes off, and each answer closes its connection from now on. */
  drain(): void;
  /** Closes the sockets towards services and ends the background work. */
  close(): void;
}

/** What both listeners share. */
interface Shared {
  admissions: Readonly<Record<TargetName, Admission>>;
  proxies: Readonly<Record<TargetName, ServiceProxy>>;
  tokens: EdgeTokens;
  health: Health;
  failures: FailureBudget;
}

/** Builds the edge: two servers over the same proxies. */
export async function createEdge(deps: EdgeDeps): Promise<Edge> {
  const { logger, signer } = deps;
  const targets = Object.keys(deps.targets) as TargetName[];
  const onFailure = (error: unknown): void => logger.error({ error }, 'tokens were not renewed');
  const tokens = await createEdgeTokens({ signer, targets, onFailure });
  const forEach = <Made>(make: (name: TargetName) => Made) =>
    Object.fromEntries(targets.map((name) => [name, make(name)])) as Record<TargetName, Made>;
  const proxies = forEach((name) => proxyTo(deps, name));
  const lag = watchLoopLag();
  const admissions = forEach((target) =>
    createAdmission({
      callsMax: deps.serviceCallsMax,
      callsStart: deps.serviceCallsStart,
      // Connections bound the streams of both listeners already.
      streamsMax: 2 * deps.limits.connectionsMax,
      lagMsMax: deps.lagMsMax,
      waitMsMax: deps.waitMsMax,
      lag,
      logger: logger.child({ target }),
    }),
  );
  const health = createHealth([{ name: 'services', check: () => anyAlive(deps.targets) }]);
  const planes: Record<Plane, Connections> = {
    public: createConnections(deps.limits.connectionsMax),
    internal: createConnections(deps.limits.connectionsMax),
  };
  const hideConnections = showConnections(planes);
  const failures = createFailureBudget(deps.authFailuresPerMinute);
  const shared = { admissions, proxies, tokens, health, failures };
  return {
    servers: {
      public: serverOf(deps, shared, { plane: 'public', connections: planes.public }),
      internal: serverOf(deps, shared, { plane: 'internal', connections: planes.internal }),
    },
    health,
    drain() {
      health.markStopping();
      planes.public.drain();
      planes.internal.drain();
    },
    close() {
      lag.stop();
      hideConnections();
      tokens.stop();
      for (const proxy of Object.values(proxies)) proxy.close();
    },
  };
}

function serverOf(
  deps: EdgeDeps,
  shared: Shared,
  side: { plane: Plane; connections: Connections },
): Server {
  const { routes, https, logger, limits } = deps;
  const clientAddress = createClientAddress(deps.trustedProxies);
  const crossOrigin = createCrossOrigin(deps.corsOrigins);
  const own = { routes, https, logger, limits, clientAddress, crossOrigin };
  const app = createEdgeApp({ ...shared, ...side, ...own });
  return createEdgeServer({ app, connections: side.connections, limits, https });
}

function proxyTo(deps: EdgeDeps, name: TargetName): ServiceProxy {
  return createServiceProxy({
    replicas: followReplicas(deps.targets[name], deps.follow),
    onFailure: (failure) => {
      countServiceFailure(failure.target, failure.code);
      deps.logger.warn(failure, 'a service failed');
    },
  });
}

/**
 * An edge is ready when it reaches any service: while one service is down the other services must
 * stay reachable, and for callers of the service that is down a 503 of the edge is better than a
 * refused connection.
 */
async function anyAlive(targets: EdgeDeps['targets']): Promise<void> {
  await Promise.any(Object.values(targets).flat().map(assertAlive));
}

async function assertAlive(baseUrl: string): Promise<void> {
  const status = await probe(baseUrl, '/health/live');
  if (status !== 200) throw new Error(`answered ${status}`);
}
