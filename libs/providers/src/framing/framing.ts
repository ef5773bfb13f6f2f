import type { Framing, WireEvent } from '../adapter.ts';
import { createAwsEventStreamDeframer } from './aws-event-stream.ts';
import { createNdjsonDeframer } from './ndjson.ts';
import { createSseDeframer } from './sse.ts';

/** The most characters (bytes, where the framing is binary) of one event; a longer one is no answer of a model. */
export const EVENT_CHARACTERS_MAX = 1_048_576;

/** Turns bytes into events, whatever the pieces in which they arrive. */
export interface Deframer {
  /** @throws MalformedReply when an event grows beyond its limit */
  push(bytes: Uint8Array): WireEvent[];
  /** The event that was not closed when the bytes ended, if it is whole. */
  end(): WireEvent[];
}

const DEFRAMERS: Record<Framing, (charactersMax: number) => Deframer> = {
  sse: createSseDeframer,
  ndjson: createNdjsonDeframer,
  'aws-event-stream': createAwsEventStreamDeframer,
};

/** A deframer for one reply. */
export function createDeframer(framing: Framing): Deframer {
  return DEFRAMERS[framing](EVENT_CHARACTERS_MAX);
}
