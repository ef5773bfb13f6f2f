import type { WireEvent } from '../adapter/adapter.ts';

/** Turns bytes into events, whatever the pieces in which the bytes arrive. */
export interface Deframer {
  /** @throws MalformedReply when an event grows beyond its limit */
  push(bytes: Uint8Array): WireEvent[];
  /** The event that was not closed when the bytes ended, if the event is whole. */
  end(): WireEvent[];
}
