import type { Framing } from '../adapter/adapter.ts';
import { createAwsEventStreamDeframer } from './aws-event-stream.ts';
import type { Deframer } from './deframer.ts';
import { createNdjsonDeframer } from './ndjson.ts';
import { createSseDeframer } from './sse.ts';

/**
 * The most characters (bytes, where the framing is binary) of one event; a longer one is no answer
 * of a model.
 */
export const EVENT_CHARACTERS_MAX = 1_048_576;

const DEFRAMERS: Record<Framing, (charactersMax: number) => Deframer> = {
  sse: createSseDeframer,
  ndjson: createNdjsonDeframer,
  'aws-event-stream': createAwsEventStreamDeframer,
};

/** A deframer for one reply. @param charactersMax of one event; absent: as of any answer */
export function createDeframer(
  framing: Framing,
  charactersMax: number = EVENT_CHARACTERS_MAX,
): Deframer {
  return DEFRAMERS[framing](charactersMax);
}
