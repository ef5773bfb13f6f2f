import { MalformedReply, ProviderError } from '../adapter/adapter.ts';
import { createDeframer } from '../framing/framing.ts';
import { toProviderError, withoutSecrets } from './call-failures.ts';
import type { Incoming } from './call.ts';
import type { CallTiming } from './call-timing.ts';
import type { ProviderCall } from './one-off-request.ts';
import { Cut } from './reply-handler.ts';
import { TEXT_STREAM_BOUNDS } from './stream-bounds.ts';
import type { StreamBounds } from './stream-bounds.ts';

/** Divides the idle time once everything is here, and only the end of the stream is missing. */
const SHARE_AFTER_DONE = 60;

/** Reads events of a provider one by one. */
export interface EventReader<Piece> {
  /** @throws MalformedReply @throws ProviderError */
  read(data: string): Piece[];
  /** Whether the provider has said that nothing follows. */
  isDone(): boolean;
}

/** What events bring. A stream that ends without its last event broke off. */
export async function* readEvents<Piece>(
  incoming: Incoming,
  given: {
    call: ProviderCall;
    timing: CallTiming;
    events: EventReader<Piece>;
    /** Absent: those of any stream. */
    bounds?: StreamBounds;
  },
): AsyncGenerator<Piece, void, void> {
  const { call, timing, events, bounds } = given;
  const deframer = createDeframer('sse', bounds?.eventCharacters);
  const bound = createBound(bounds);
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
function createBound(bounds: Omit<StreamBounds, 'eventCharacters'> = TEXT_STREAM_BOUNDS): {
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
      if (length > bounds.bytes || silent > bounds.silentBytes) throw new Cut('too_large');
    },
  };
}

/** The next bytes, null at the end. After the last event a broken connection counts as the end. */
async function nextBytes(
  incoming: Incoming,
  events: Pick<EventReader<unknown>, 'isDone'>,
): Promise<Uint8Array | null> {
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
