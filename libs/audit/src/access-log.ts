import type { Db } from '@tollgate/db/connect';
import { createWriteBehind } from '@tollgate/db/write-behind';
import { newUuid } from '@tollgate/runtime/ids';
import { redactText } from '@tollgate/runtime/logger';
import type { Logger } from '@tollgate/runtime/logger';
import { counter } from '@tollgate/telemetry/metrics';
import { insertAccessEvents } from './event.queries.ts';
import type { AccessEventJson } from './event.queries.ts';

/** Between two writes, in milliseconds. */
const ACCESS_FLUSH_MS = 1_000;
/** Events that may wait while the database is away; beyond it new ones are dropped. */
const ACCESS_WAITING_MAX = 10_000;
/** The most events of one statement. */
const ACCESS_BATCH_MAX = 1_000;

const PATH_CHARACTERS_MAX = 500;
const TEXT_CHARACTERS_MAX = 200;

const droppedEvents = counter({
  name: 'access_events_dropped_total',
  help: 'Access events that were dropped because too many waited or the database refused them.',
  labels: [],
});

/** Who asked. */
export interface AccessActor {
  kind: 'none' | 'user' | 'administrator' | 'key' | 'service';
  /** The uuid. */
  id: string | null;
  /** The uuid of the user whose data it was. */
  userId: string | null;
}

const NOBODY: AccessActor = { kind: 'none', id: null, userId: null };

/** One answered request, such as the `served` hook of the HTTP kit reports. */
export interface ServedAccess {
  request: { method: string; originalUrl: string; headers: { 'user-agent'?: string | undefined } };
  route: { path: string } | null;
  status: number;
  requestId: string;
  address: string;
  durationMs: number;
  errorCode: string | null;
  /** Whatever the guard of the route found out. */
  caller?: unknown;
  /** The uuid of the operation that credit was held for; absent where nothing was held. */
  opId?: string | undefined;
}

/** Keeps access events without ever making a request wait. */
export interface AccessLog {
  /** Notes one request; never throws and never waits. */
  served(event: ServedAccess): void;
  /** Writes what waits now. */
  flush(): Promise<void>;
  /** How many events were dropped because too many waited or the database refused them. */
  dropped(): number;
  /** Writes what waits and stops; for the end of the process. */
  close(): Promise<void>;
}

export interface AccessLogOptions {
  db: Db;
  logger: Logger;
  /** Who a caller is, as the guards of the service found it; absent: events name nobody. */
  actorOf?: (caller: unknown) => AccessActor;
  /** For tests; {@link ACCESS_FLUSH_MS} otherwise. */
  flushMs?: number;
  waitingMax?: number;
}

/** Collects events and writes them once a second. What could not be written while the
 * database was away is tried again with the next batch. */
export function createAccessLog(options: AccessLogOptions): AccessLog {
  const { db, logger } = options;
  const actorOf = options.actorOf ?? (() => NOBODY);
  let dropped = 0;
  let reported = 0;

  function drop(): void {
    dropped += 1;
    droppedEvents.add([]);
  }

  const events = createWriteBehind<AccessEventJson>({
    table: 'audit.access_event',
    write: (batch) => insertAccessEvents(db, batch),
    nameOf: (event) => event.id,
    dropped: drop,
    logger,
    batchMax: ACCESS_BATCH_MAX,
    waitingMax: options.waitingMax ?? ACCESS_WAITING_MAX,
    fullDrops: 'newest',
    overflowed: drop,
    everyMs: options.flushMs ?? ACCESS_FLUSH_MS,
    wrote({ waiting, error }) {
      if (error !== null) logger.warn({ error, waiting }, 'access events could not be written');
      if (dropped > reported) logger.warn({ dropped }, 'access events were dropped');
      reported = dropped;
    },
  });

  return {
    served: (event) => events.add(accessEvent(event, actorOf(event.caller))),
    flush: events.flush,
    dropped: () => dropped,
    close: events.close,
  };
}

function accessEvent(served: ServedAccess, actor: AccessActor): AccessEventJson {
  return {
    id: newUuid(),
    at: new Date().toISOString(),
    method: served.request.method,
    path: isPathOf(served) ? served.request.originalUrl : redactUrl(served.request.originalUrl),
    route: served.route?.path ?? null,
    status_code: served.status,
    error_code: served.errorCode,
    actor_kind: actor.kind,
    actor_id: actor.id,
    user_id: actor.userId,
    request_id: served.requestId,
    address: storable(served.address, TEXT_CHARACTERS_MAX),
    user_agent: userAgentOf(served),
    duration_ms: Math.round(served.durationMs),
    op_id: served.opId ?? null,
  };
}

function userAgentOf(served: ServedAccess): string | null {
  const agent = served.request.headers['user-agent'];
  return agent === undefined ? null : storable(agent, TEXT_CHARACTERS_MAX);
}

/** Whether a request has exactly the path of its route, which then holds no text of a caller. */
function isPathOf({ route, request }: ServedAccess): boolean {
  return route !== null && request.originalUrl === route.path;
}

/**
 * A request target that may be kept: what looks like a secret is cut out, and of the query only the
 * names of its parameters stay, because people put keys where they do not belong.
 */
export function redactUrl(url: string): string {
  const at = url.indexOf('?');
  const path = redactText(at === -1 ? url : url.slice(0, at));
  if (at === -1) return storable(path, PATH_CHARACTERS_MAX);
  const names = url
    .slice(at + 1)
    .split('&')
    .map((part) => `${redactText(part.split('=')[0] ?? '')}=[redacted]`);
  return storable(`${path}?${names.join('&')}`, PATH_CHARACTERS_MAX);
}

/** PostgreSQL keeps no NUL, and JSON no half surrogates. */
function storable(text: string, charactersMax: number): string {
  return text.slice(0, charactersMax).toWellFormed().replaceAll('\u0000', '');
}
