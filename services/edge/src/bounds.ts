import { FILE_BYTES_MAX } from '@tollgate/contract/files';

/** The methods that services know; everything else ends at the edge. */
export const METHODS_ALLOWED: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
]);

/** The largest request body of inference routes, in bytes. */
export const INFERENCE_BODY_BYTES_MAX = 20_971_520;
/** The largest form that uploads a file, in bytes. */
export const FILE_FORM_BYTES_MAX = FILE_BYTES_MAX + 65_536;
/** The largest request body of the control planes, in bytes. */
export const CONTROL_BODY_BYTES_MAX = 1_048_576;
/**
 * The longest path with its query, in bytes; must be smaller than `HEADER_BYTES_MAX` to be
 * distinguished from it.
 */
export const TARGET_BYTES_MAX = 8_192;
/** The request line and all headers together, in bytes. */
export const HEADER_BYTES_MAX = 16_384;
/** Header lines of one request. */
export const HEADERS_MAX = 100;
/** Requests that one connection may carry before it is closed in good order. */
export const REQUESTS_PER_SOCKET_MAX = 1_000;
/** Requests of one connection that may wait for their answers at the same time. */
export const PIPELINED_REQUESTS_MAX = 16;
/**
 * Calls under way to one service when nothing else is configured; more than a process of inference
 * takes on.
 */
export const SERVICE_CALLS_MAX = 2_048;
/**
 * Calls that may come at once to a service after a quiet time when nothing else is configured; more
 * are let in as they last.
 */
export const SERVICE_CALLS_START = 128;
/**
 * Wrong keys and tokens of one address in a minute when nothing else is configured: more than
 * mistakes, too few to guess.
 */
export const AUTH_FAILURES_PER_MINUTE = 100;
/** Idle sockets kept towards one service. */
export const SERVICE_SOCKETS_IDLE_MAX = 256;

/**
 * Idle sockets towards services are closed by us; a service keeps its own for 75 s, so that it
 * never closes first.
 */
export const SERVICE_SOCKET_IDLE_MS = 60_000;
/**
 * After how long a service that has not accepted a connection counts as away; services are on the
 * same network.
 */
export const SERVICE_CONNECT_MS = 3_000;
/** What an answer of inference may take beyond the time inference gives itself. */
export const INFERENCE_ANSWER_MARGIN_MS = 30_000;
/** What an answer of a control plane may take to begin, and then between two bytes. */
export const CONTROL_ANSWER_MS = 120_000;
/**
 * How long a refused upload is read and thrown away, so that its sender sees the answer before the
 * reset.
 */
export const LINGER_MS = 1_000;
/** The longest body of a refused call that is waited for to keep the connection, in bytes. */
export const AWAITED_BYTES_MAX = 65_536;
/** Between two renewals of the tokens that services ask for; a token lives for 60 s. */
export const TOKEN_REFRESH_MS = 20_000;
/** A token older than this is not used any more: the process was asleep. */
export const TOKEN_AGE_MS_MAX = 55_000;
/**
 * When to ask a client that has closed its sending side whether it still listens. A full close and
 * a half close look alike until something is written, so an interim answer is; the last pause
 * repeats.
 */
export const HALF_CLOSE_PROBES_MS: readonly number[] = [150, 150, 300, 5_000];

/**
 * Times and counts of client connections; not scaled with the other timers, because clients'
 * networks are not.
 */
export interface ConnectionLimits {
  /** From a connection's first byte, or its opening, to the end of the headers. */
  headersMs: number;
  /** From a request's first byte to the end of its body, however fast it comes. */
  requestMs: number;
  /**
   * What a body may take, and a second more for each {@link bodyBytesPerSecond} of it that have
   * come.
   */
  bodyMs: number;
  bodyBytesPerSecond: number;
  /** How long an idle connection is kept. */
  idleMs: number;
  /** How often the times above are looked at. */
  checkEveryMs: number;
  /** Beyond this many, the connection that has been idle longest makes room. */
  connectionsMax: number;
}

/** The limits that hold when nothing else is configured. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  headersMs: 10_000,
  requestMs: 122_000,
  bodyMs: 10_000,
  bodyBytesPerSecond: 10_000,
  idleMs: 75_000,
  checkEveryMs: 1_000,
  connectionsMax: 4_096,
};
