import { EventStreamCodec } from '@smithy/core/event-streams';
import { MalformedReply } from '../adapter/adapter.ts';
import type { WireEvent } from '../adapter/adapter.ts';
import type { Deframer } from './deframer.ts';

/** The prefix in the type of an event that is an exception: `exception:throttlingException`. */
export const EXCEPTION_PREFIX = 'exception:';

/** A message begins with two lengths and their checksum, and ends with a checksum of the whole. */
const PRELUDE_BYTES = 12;
const CHECKSUM_BYTES = 4;

/**
 * The binary event stream of AWS: length-prefixed messages with typed headers and two checksums,
 * both of which are verified. A message that is not whole at the end is dropped.
 */
export function createAwsEventStreamDeframer(bytesMax: number): Deframer {
  const decoder = new TextDecoder('utf-8');
  const codec = new EventStreamCodec(
    (bytes) => Buffer.from(bytes).toString('utf8'),
    (text) => Buffer.from(text),
  );
  let held: Buffer = Buffer.alloc(0);
  const decode = (message: Buffer): WireEvent => {
    try {
      const { headers, body } = codec.decode(message);
      const text = (name: string): string | null => stringOf(headers[name]);
      return { type: typeOf(text), data: decoder.decode(body) };
    } catch (error) {
      throw new MalformedReply('a message of the stream is broken', { cause: error });
    }
  };
  return {
    push(bytes) {
      held = held.length === 0 ? Buffer.from(bytes) : Buffer.concat([held, bytes]);
      const events: WireEvent[] = [];
      while (held.length >= PRELUDE_BYTES) {
        const length = held.readUInt32BE(0);
        if (length > bytesMax) throw new MalformedReply('a message of the stream is too long');
        if (length < PRELUDE_BYTES + CHECKSUM_BYTES) {
          throw new MalformedReply('a message of the stream has no length');
        }
        if (held.length < length) break;
        events.push(decode(held.subarray(0, length)));
        held = held.subarray(length);
      }
      return events;
    },
    end: () => [],
  };
}

function typeOf(text: (name: string) => string | null): string | null {
  switch (text(':message-type') ?? '') {
    case 'exception':
      return EXCEPTION_PREFIX + (text(':exception-type') ?? '');
    case 'error':
      return EXCEPTION_PREFIX + (text(':error-code') ?? '');
    default:
      return text(':event-type');
  }
}

function stringOf(header: { type: string; value: unknown } | undefined): string | null {
  return header?.type === 'string' ? String(header.value) : null;
}
