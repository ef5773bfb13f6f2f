import { MalformedReply, ProviderError } from '../adapter/adapter.ts';
import type { SpeechCall, SpeechEvents, SpeechPiece } from '../adapter/speech-wire.ts';
import { createDeframer } from '../framing/framing.ts';
import { toProviderError, withoutSecrets } from './call-failures.ts';
import type { Incoming } from './call.ts';
import type { CallTiming } from './call-timing.ts';
import { newTiming, open, withScopedIdentifiers } from './one-off-request.ts';
import type { Io, ProviderCall } from './one-off-request.ts';
import { BYTES_WITHOUT_EVENT_MAX, STREAM_BYTES_MAX } from './read-reply.ts';
import { Cut } from './reply-handler.ts';

const ACCEPT = 'audio/*, application/octet-stream, text/event-stream, application/json';
const EVENTS = /^text\/event-stream\b/iu;
/** Types of replies that are the file itself. */
const FILE =
  /^(?:audio\/[\w.+-]{1,40}|application\/octet-stream|binary\/octet-stream)(?=\s*(?:;|$))/iu;
/** A type that may be handed on. */
const AUDIO = /^audio\/[\w.+-]{1,40}$/u;
/** Divides the idle time once all audio is here, and only the end of the stream is missing. */
const SHARE_AFTER_DONE = 60;

/** Speech of a provider while it comes. */
export interface SpeechStream {
  /** Throws ProviderError when the connection breaks, or the provider reports a failure. */
  pieces: AsyncGenerator<SpeechPiece, void, void>;
  /** The type that the provider names; null where it sends events, or names none of audio. */
  mediaType: string | null;
  timing: CallTiming;
}

/**
 * Has a text read aloud. Resolves when the provider has answered 200; the first bytes are still to
 * come, and nothing is kept of what has been read.
 * @throws ProviderError
 */
export async function openSpeech(
  io: Io,
  call: ProviderCall,
  request: SpeechCall,
): Promise<SpeechStream> {
  const mapper = call.family.speech;
  if (mapper === undefined) throw new TypeError('the family does not have what is called');
  const timing = newTiming();
  const wire = withScopedIdentifiers(mapper.toWire(request, call.endpoint), call.scope);
  const path = mapper.path(call.endpoint);
  const body = JSON.stringify(wire);
  const incoming = await open(io, call, { path, body, timing, stream: true, accept: ACCEPT });
  const type = incoming.headers['content-type'] ?? '';
  if (EVENTS.test(type)) {
    const events = readEvents(incoming, { call, events: mapper.events(), timing });
    return { pieces: events, mediaType: null, timing };
  }
  const [file] = FILE.exec(type) ?? [];
  if (file === undefined && type !== '') {
    incoming.close();
    throw toProviderError(new MalformedReply('the reply is no audio'), timing);
  }
  const mediaType = file !== undefined && AUDIO.test(file) ? file.toLowerCase() : null;
  return { pieces: readFile(incoming, { call, timing }), mediaType, timing };
}

interface Reading {
  call: ProviderCall;
  timing: CallTiming;
}

/** The bytes of a reply as they come. The clock of the first byte runs on until there is one. */
async function* readFile(
  incoming: Incoming,
  { call, timing }: Reading,
): AsyncGenerator<SpeechPiece, void, void> {
  let length = 0;
  try {
    for (;;) {
      if (length > 0) incoming.deadline.wait(call.limits.idleMs, 'idle');
      const bytes = await incoming.read();
      if (bytes === null) return;
      incoming.deadline.rest();
      length += bytes.length;
      if (length > STREAM_BYTES_MAX) throw new Cut('too_large');
      if (bytes.length > 0) yield { kind: 'audio', bytes };
    }
  } catch (error) {
    throw toProviderError(error, timing);
  } finally {
    incoming.close();
  }
}

/** What events bring. A stream that ends without its last event broke off. */
async function* readEvents(
  incoming: Incoming,
  { call, events, timing }: Reading & { events: SpeechEvents },
): AsyncGenerator<SpeechPiece, void, void> {
  const deframer = createDeframer('sse');
  const bound = createBound();
  try {
    for (;;) {
      const { idleMs } = call.limits;
      const patienceMs = events.isDone() ? idleMs / SHARE_AFTER_DONE : idleMs;
      if (bound.hasEvents()) incoming.deadline.wait(patienceMs, 'idle');
      const bytes = await nextBytes(incoming, events);
      incoming.deadline.rest();
      const framed = bytes === null ? deframer.end() : deframer.push(bytes);
      bound.take(bytes, framed.length);
      for (const { data } of framed) yield* events.read(data);
      if (bytes === null) break;
    }
    if (!events.isDone()) throw new MalformedReply('the stream ended without its last event');
  } catch (error) {
    throw discreet(toProviderError(error, timing), call);
  } finally {
    incoming.close();
  }
}

/** Bounds the bytes of a stream, and those of it without an event. */
function createBound(): {
  take(bytes: Uint8Array | null, events: number): void;
  hasEvents(): boolean;
} {
  let [length, silent, hasEvents] = [0, 0, false];
  return {
    hasEvents: () => hasEvents,
    take(bytes, events) {
      const more = bytes?.length ?? 0;
      hasEvents ||= events > 0;
      length += more;
      silent = events > 0 ? 0 : silent + more;
      if (length > STREAM_BYTES_MAX || silent > BYTES_WITHOUT_EVENT_MAX) throw new Cut('too_large');
    },
  };
}

/** The next bytes, null at the end. After the last event a broken connection counts as the end. */
async function nextBytes(incoming: Incoming, events: SpeechEvents): Promise<Uint8Array | null> {
  try {
    return await incoming.read();
  } catch (error) {
    if (!events.isDone()) throw error;
    return null;
  }
}

/** The error without the secrets of the credential. */
function discreet(error: ProviderError, { credential }: ProviderCall): ProviderError {
  const failure = withoutSecrets(error.failure, Object.values(credential));
  return new ProviderError(failure, { cause: error });
}
