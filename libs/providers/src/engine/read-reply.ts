import { MalformedReply } from '../adapter/adapter.ts';
import type { Framing, MappedEvent, StreamMapper, StreamState } from '../adapter/adapter.ts';
import { toProviderError } from './call-failures.ts';
import type { CallLimits, Incoming } from './call.ts';
import type { CallTiming } from './call-timing.ts';
import { Cut } from './reply-handler.ts';
import { createDeframer } from '../framing/framing.ts';
import type { StreamBounds } from './stream-bounds.ts';
import { failed, malformed } from '../wire/stream-mapper.ts';

/**
 * The divisor of the idle time by state: after the answer a provider gets only a part of it for
 * what may still follow.
 */
const SHARE_AFTER: Record<StreamState, number> = { open: 1, answered: 12, closed: 60 };

/** How a body is read. */
interface BodyReading {
  bytesMax: number;
  idleMs: number;
  cutsOff?: boolean;
  awaitsFirst?: boolean;
}

/**
 * The decoded bytes of a body.
 * @param cutsOff keeps the beginning of a body that is too long instead of failing
 * @param awaitsFirst lets the clock of the first byte run on until the first byte of the body: some
 *   providers send the status line long before the answer
 * @throws Cut when it is too long, or the connection's own error
 */
export async function readBytes(
  incoming: Incoming,
  { bytesMax, idleMs, cutsOff, awaitsFirst }: BodyReading,
): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    if (awaitsFirst !== true || length > 0) incoming.deadline.wait(idleMs, 'idle');
    const piece = await incoming.read();
    if (piece === null) break;
    length += piece.length;
    if (length > bytesMax && cutsOff !== true) throw new Cut('too_large');
    pieces.push(piece);
    if (length > bytesMax) break;
  }
  incoming.deadline.rest();
  return Buffer.concat(pieces).subarray(0, bytesMax);
}

/** How a stream is read. */
interface StreamReading {
  framing: Framing;
  mapper: StreamMapper;
  limits: CallLimits;
  timing: CallTiming;
  bounds: StreamBounds;
}

/**
 * The events of a stream, in one batch for each read that brought any. Until the first event the
 * clock of the first byte runs on, so that a provider that only keeps the connection open is cut in
 * time. Once the answer is there, only what adds to the answer is waited for: a provider that goes
 * on to keep the connection open would keep the caller waiting for an end that is known.
 * @throws ProviderError when the connection breaks before the answer is whole
 */
export async function* readEvents(
  incoming: Incoming,
  { framing, mapper, limits, timing, bounds }: StreamReading,
): AsyncGenerator<readonly MappedEvent[], void, void> {
  const deframer = createDeframer(framing, bounds.eventCharacters);
  let hasEvents = false;
  let bytes = 0;
  let bytesWithoutEvent = 0;
  let progressMs = performance.now();
  const map = (piece: Uint8Array | null): MappedEvent[] => {
    const events = piece === null ? deframer.end() : deframer.push(piece);
    hasEvents ||= events.length > 0;
    bytesWithoutEvent = events.length > 0 ? 0 : bytesWithoutEvent + (piece?.length ?? 0);
    if (bytesWithoutEvent > bounds.silentBytes) throw new Cut('too_large');
    const mapped = events.flatMap((event) => mapper.push(event));
    return piece === null ? [...mapped, ...mapper.end()] : mapped;
  };
  try {
    for (;;) {
      if (hasEvents) {
        incoming.deadline.wait(patienceMs(mapper.state(), limits, progressMs), 'idle');
      }
      const piece = await nextPiece(incoming, mapper);
      if (hasEvents) incoming.deadline.rest();
      bytes += piece?.length ?? 0;
      if (bytes > bounds.bytes) throw new Cut('too_large');
      const batch = guarded(() => map(piece));
      if (batch.length > 0) {
        yield batch;
        // The time that the reader takes is no silence of the provider.
        progressMs = performance.now();
      }
      if (piece === null || batch.at(-1)?.kind === 'failure') return;
    }
  } catch (error) {
    throw toProviderError(error, timing);
  } finally {
    incoming.close();
  }
}

/**
 * How long silence may last.
 * @param progressMs when something was last added to the answer, by `performance.now()`
 */
function patienceMs(state: StreamState, { idleMs }: CallLimits, progressMs: number): number {
  const passedMs = state === 'open' ? 0 : performance.now() - progressMs;
  return Math.max(idleMs / SHARE_AFTER[state] - passedMs, 0);
}

/**
 * The next bytes, null at the end. Once the answer is whole, a broken connection counts as the end.
 */
async function nextPiece(incoming: Incoming, mapper: StreamMapper): Promise<Uint8Array | null> {
  try {
    return await incoming.read();
  } catch (error) {
    if (mapper.state() === 'open') throw error;
    return null;
  }
}

/** Turns bytes that cannot be framed into a failure of the provider, which ends the stream. */
function guarded(map: () => MappedEvent[]): MappedEvent[] {
  try {
    return map();
  } catch (error) {
    if (!(error instanceof MalformedReply)) throw error;
    return failed(malformed(error));
  }
}
