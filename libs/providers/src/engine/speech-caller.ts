import { MalformedReply } from '../adapter/adapter.ts';
import type { SpeechCall, SpeechPiece } from '../adapter/speech-wire.ts';
import { toProviderError } from './call-failures.ts';
import type { Incoming } from './call.ts';
import type { CallTiming } from './call-timing.ts';
import { readEvents } from './event-pieces.ts';
import { newTiming, open, withScopedIdentifiers } from './one-off-request.ts';
import type { Io, ProviderCall } from './one-off-request.ts';
import { STREAM_BYTES_MAX } from './stream-bounds.ts';
import { Cut } from './reply-handler.ts';

const ACCEPT = 'audio/*, application/octet-stream, text/event-stream, application/json';
const EVENTS = /^text\/event-stream\b/iu;
/** Types of replies that are the file itself. */
const FILE =
  /^(?:audio\/[\w.+-]{1,40}|application\/octet-stream|binary\/octet-stream)(?=\s*(?:;|$))/iu;
/** A type that may be handed on. */
const AUDIO = /^audio\/[\w.+-]{1,40}$/u;

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
  const path = mapper.path(call.endpoint, request);
  const body = JSON.stringify(wire);
  const incoming = await open(io, call, { path, body, timing, stream: true, accept: ACCEPT });
  const type = incoming.headers['content-type'] ?? '';
  if (EVENTS.test(type)) {
    const events = readEvents(incoming, { call, events: mapper.events(request), timing });
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
