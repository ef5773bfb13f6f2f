import { MalformedReply, ProviderError } from './adapter.ts';
import type { Credential, Failure, Family, HttpCall, Target } from './adapter.ts';
import { failureOfReply, toProviderError, withoutSecrets } from './call-failures.ts';
import { send } from './call.ts';
import type { IdentifierScope } from './caller-identifiers.ts';
import type { CallLimits, Incoming, Wire } from './call.ts';
import type { CallTiming } from './call-timing.ts';
import { parseJson, repeatedUsage } from './json.ts';
import { readBytes } from './read-reply.ts';
import { toFailure } from './wire/failures.ts';

/** The most decoded bytes of one JSON reply. */
const JSON_BYTES_MAX = 33_554_432;
/** The most decoded bytes that are read of an error's body. */
const ERROR_BYTES_MAX = 65_536;
const OK = 200;
const ACCEPTED = 202;
const NOT_FOUND = 404;

/** The target of a call, its credential and its time limits. */
export interface ProviderCall {
  family: Family;
  target: Target;
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
}

/** One HTTP call of a verb; without a body it is a GET. */
export interface Errand {
  path: string;
  body?: string | Buffer;
  /** Of a body that is no JSON. */
  contentType?: string;
  timing: CallTiming;
  stream?: boolean;
  /** Whether a status 202 counts, too, and without a body. */
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
export async function fetchJson(io: Io, call: ProviderCall, errand: Errand): Promise<JsonReply> {
  const incoming = await open(io, call, errand);
  return wholeJson(incoming, call, errand);
}

/** The JSON of a reply, whatever its content type says. */
export async function wholeJson(
  incoming: Incoming,
  call: ProviderCall,
  { timing, mayBeEmpty = false }: Pick<Errand, 'timing' | 'mayBeEmpty'>,
): Promise<JsonReply> {
  try {
    const bytes = await readBytes(incoming, {
      bytesMax: JSON_BYTES_MAX,
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
export async function open(io: Io, call: ProviderCall, errand: Errand): Promise<Incoming> {
  const { timing } = errand;
  try {
    const outgoing = {
      call: await call.family.sign(unsigned(call, errand), call.credential, io.now()),
      limits: call.limits,
      signal: call.signal,
      compressed: errand.stream !== true,
    };
    const incoming = await send(io.wire, outgoing, timing);
    if (isTaken(incoming, errand)) return incoming;
    const failure = await failureOf(incoming, call);
    throw new ProviderError(errand.body === undefined ? ofLookup(failure) : failure);
  } catch (error) {
    throw toProviderError(error, timing);
  }
}

function isTaken({ status }: Incoming, { mayBeEmpty }: Errand): boolean {
  return status === OK || (mayBeEmpty === true && status === ACCEPTED);
}

function unsigned({ target }: ProviderCall, errand: Errand): HttpCall {
  const { path, body, contentType = 'application/json', stream } = errand;
  const accept = stream === true ? 'text/event-stream, application/json' : 'application/json';
  const url = target.baseUrl + path;
  if (body === undefined) return { method: 'GET', url, headers: { accept } };
  return { method: 'POST', url, headers: { accept, 'content-type': contentType }, body };
}

/** The failure in an error reply. Its body helps to find the kind; an unreadable body is ignored. */
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

/** The failure of a call that names no model, but a list or a thing that was made before: what is not there is none of the models. */
export function ofLookup(failure: Failure): Failure {
  if (failure.kind !== 'model_unavailable') return failure;
  const { status = NOT_FOUND, detail, isDocument } = failure;
  const lookup = toFailure('rejected', { status, text: detail });
  return isDocument === undefined ? lookup : { ...lookup, isDocument };
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
