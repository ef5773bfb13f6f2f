import { EventStreamCodec } from '@smithy/core/event-streams';

const codec = new EventStreamCodec(
  (bytes) => Buffer.from(bytes).toString('utf8'),
  (text) => Buffer.from(text),
);

function messageOf(kind: 'event' | 'exception', name: string, payload: string): string {
  const headers = {
    [`:${kind}-type`]: { type: 'string', value: name },
    ':content-type': { type: 'string', value: 'application/json' },
    ':message-type': { type: 'string', value: kind },
  } as const;
  return Buffer.from(codec.encode({ headers, body: Buffer.from(payload) })).toString('latin1');
}

/** One event as the binary stream has it; a character for each byte. */
export function eventFrame(name: string, payload: unknown): string {
  return messageOf('event', name, JSON.stringify(payload));
}

/** An event whose framing is right and whose JSON is not. */
export function brokenFrame(name: string): string {
  return messageOf('event', name, '{"contentBlockIndex":0,"del');
}

/** An exception in the middle of a stream. */
export function exceptionFrame(name: string, message: string): string {
  return messageOf('exception', name, JSON.stringify({ message }));
}

/** Whether a frame is an event of that name: the name stands behind its length. */
export function isEvent(frame: string, name: string): boolean {
  return frame.includes(`\u0007\0${String.fromCodePoint(name.length)}${name}`);
}
