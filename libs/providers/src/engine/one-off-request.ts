import { MalformedReply, ProviderError } from '../adapter/adapter.ts';
import { proxyOf } from '../adapter/endpoint.ts';
import type { Credential, Failure, Family, HttpCall, Endpoint } from '../adapter/adapter.ts';
import { failureOfReply, toProviderError, withoutSecrets } from './call-failures.ts';
import { send } from './call.ts';
import type { CallLimits, Incoming, Wire } from './call.ts';
import type { CallTiming } from './call-timing.ts';
import { isObject, parseJson, repeatedUsage } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { readBytes } from './read-reply.ts';
import { toFailure } from '../wire/failures.ts';

/** The most decoded bytes of one JSON reply. */
const JSON_BYTES_MAX = 33_554_432;
/** The most decoded bytes that are read of an error's body. */
const ERROR_BYTES_MAX = 65_536;
const OK = 200;
const ACCEPTED = 202;
const NO_CONTENT = 204;
const NOT_FOUND = 404;
/** Statuses of replies that may have no body. */
const EMPTY: ReadonlySet<number> = new Set([ACCEPTED, NO_CONTENT]);

/** Turns a name that a caller chose into one that no other owner of keys can choose. */
export type IdentifierScope = (chosen: string) => string;

/** The endpoint of a call, its credential and its time limits. */
export interface ProviderCall {
  family: Family;
  endpoint: Endpoint;
  credential: Credential;
  limits: CallLimits;
  /** Puts names that the caller chose into the owner's scope; absent where the operator asks. */
  scope?: IdentifierScope;
  /** Aborts the call: the connection closes at once. */
  signal: AbortSignal;
}

/** What a verb works with. */
export interface Io {
  wire: Wire;
  now: () => Date;
  /**
   * Stands in for the network where a request is written for later, or its answer came otherwise.
   * @throws ProviderError
   */
  instead?: (call: ProviderCall, request: Pick<OneOffRequest, 'path' | 'body'>) => JsonReply;
}

/** One HTTP request of a verb; without a method it is a POST with a body, else a GET. */
export interface OneOffRequest {
  path: string;
  method?: HttpCall['method'];
  body?: string | Buffer;
  /** The media type of a body that is no JSON. */
  contentType?: string;
  timing: CallTiming;
  stream?: boolean;
  /** Types of replies, where these are neither JSON nor a stream of events alone. */
  accept?: string;
  /** Further headers of a request without a body. */
  headers?: Readonly<Record<string, string>>;
  /** The most decoded bytes of the reply; absent: those of any JSON reply. */
  bytesMax?: number;
  /** Whether statuses 202 and 204 count, too, and a reply without a body. */
  mayBeEmpty?: boolean;
}

/** A reply that is JSON; `body` is undefined for an empty one that may be empty. */
export interface JsonReply {
  body: unknown;
  headers: Record<string, string>;
}

/** The moments of a call that has not begun. */
export function newTiming(): CallTiming {
  return { dispatchedMs: null, firstByteMs: null };
}

/** Sends a call and reads its reply as JSON. @throws ProviderError */
export async function fetchJson(
  io: Io,
  call: ProviderCall,
  request: OneOffRequest,
): Promise<JsonReply> {
  if (io.instead !== undefined) return io.instead(call, request);
  const incoming = await open(io, call, request);
  return wholeJson(incoming, call, request);
}

/** The JSON of a reply, whatever its content type says. */
export async function wholeJson(
  incoming: Incoming,
  call: ProviderCall,
  {
    timing,
    mayBeEmpty = false,
    bytesMax = JSON_BYTES_MAX,
  }: Pick<OneOffRequest, 'bytesMax' | 'timing' | 'mayBeEmpty'>,
): Promise<JsonReply> {
  try {
    const bytes = await readBytes(incoming, {
      bytesMax,
      idleMs: call.limits.idleMs,
      awaitsFirst: true,
    });
    const text = bytes.toString('utf8').replace(/^\uFEFF/u, '');
    const body = parseJson(text);
    if (body === undefined && !(mayBeEmpty && text.trim() === ''))
      throw new MalformedReply('the reply is no JSON');
    const repeated = repeatedUsage(text);
    if (repeated !== undefined) throw new MalformedReply(`the reply has ${repeated} twice`);
    return { body, headers: incoming.headers };
  } catch (error) {
    throw toProviderError(error, timing);
  } finally {
    incoming.close();
  }
}

/** Signs, sends, and turns every status but that of success into the provider's failure. */
export async function open(io: Io, call: ProviderCall, request: OneOffRequest): Promise<Incoming> {
  const { timing } = request;
  try {
    const outgoing = {
      call: await call.family.sign(unsigned(call, request), call.credential, io.now()),
      limits: call.limits,
      signal: call.signal,
      compressed: request.stream !== true,
      proxy: proxyOf(call.credential),
    };
    const incoming = await send(io.wire, outgoing, timing);
    if (isTaken(incoming, request)) return incoming;
    const failure = await failureOf(incoming, call);
    throw new ProviderError(request.body === undefined ? ofLookup(failure) : failure);
  } catch (error) {
    throw toProviderError(error, timing);
  }
}

function isTaken({ status }: Incoming, { mayBeEmpty }: OneOffRequest): boolean {
  return status === OK || (mayBeEmpty === true && EMPTY.has(status));
}

function unsigned({ endpoint }: ProviderCall, request: OneOffRequest): HttpCall {
  const { path, body, contentType = 'application/json', stream } = request;
  const usual = stream === true ? 'text/event-stream, application/json' : 'application/json';
  const accept = request.accept ?? usual;
  const url = endpoint.baseUrl + path;
  if (body === undefined) {
    return { method: request.method ?? 'GET', url, headers: { ...request.headers, accept } };
  }
  const method = request.method ?? 'POST';
  return { method, url, headers: { accept, 'content-type': contentType }, body };
}

/**
 * The failure in an error reply. Its body helps to find the kind; an unreadable body is ignored.
 */
export async function failureOf(
  incoming: Incoming,
  call: ProviderCall,
): Promise<ReturnType<typeof failureOfReply>> {
  let text = '';
  try {
    const { idleMs } = call.limits;
    const bytes = await readBytes(incoming, { bytesMax: ERROR_BYTES_MAX, idleMs, cutsOff: true });
    text = bytes.toString('utf8');
  } catch {
    text = '';
  } finally {
    incoming.close();
  }
  return failureOfReply(call, incoming, text);
}

/**
 * The failure of a call that names no model, but a list or a thing that was made before: what is
 * not there is none of the models.
 */
export function ofLookup(failure: Failure): Failure {
  if (failure.kind !== 'model_unavailable') return failure;
  const { status = NOT_FOUND, detail, isDocument } = failure;
  const lookup = toFailure('rejected', { status, text: detail });
  return isDocument === undefined ? lookup : { ...lookup, isDocument };
}

/**
 * Members of a request by which providers distinguish the users of one account: OpenAI's
 * `prompt_cache_key`, `safety_identifier` and `user`, OpenRouter's `session_id`, DeepSeek's and
 * Z.ai's `user_id`, and Anthropic's `metadata.user_id`. All owners of keys share the operator's
 * account there.
 */
const IDENTIFIERS = ['prompt_cache_key', 'safety_identifier', 'user', 'user_id', 'session_id'];
const IDENTIFIERS_IN_METADATA = ['user_id'];

/**
 * The body of a request with every such name in the owner's scope. Bodies are looked at as they
 * leave, so that it makes no difference whether a name was mapped or handed on as it came.
 * @param scope absent where a credential has one user only; the body then stays as it is
 * @returns the same body where nothing changes
 */
export function withScopedIdentifiers(body: unknown, scope: IdentifierScope | undefined): unknown {
  if (scope === undefined || !isObject(body)) return body;
  const scoped = scopedMembers(body, IDENTIFIERS, scope);
  const { metadata } = body;
  if (!isObject(metadata)) return scoped;
  return { ...scoped, metadata: scopedMembers(metadata, IDENTIFIERS_IN_METADATA, scope) };
}

function scopedMembers(
  given: JsonObject,
  names: readonly string[],
  scope: IdentifierScope,
): JsonObject {
  const present = names.filter((name) => given[name] !== undefined && given[name] !== null);
  if (present.length === 0) return given;
  const changed = present.map((name) => [name, scope(textOf(given[name]))]);
  return { ...given, ...Object.fromEntries(changed) };
}

/** A provider of this wire may take a number as well. */
function textOf(chosen: unknown): string {
  return typeof chosen === 'string' ? chosen : JSON.stringify(chosen);
}

/** Maps a whole reply; secrets of the credential are removed from an error inside the reply. */
export function mapped<T>({ credential }: ProviderCall, map: () => T): T {
  try {
    return map();
  } catch (thrown) {
    const error = toProviderError(thrown, { dispatchedMs: 0, firstByteMs: 0 });
    const failure = withoutSecrets(error.failure, Object.values(credential));
    throw new ProviderError(failure, { cause: error });
  }
}
