import { EventStreamCodec } from '@smithy/core/event-streams';

const codec = new EventStreamCodec(
  (bytes) => Buffer.from(bytes).toString('utf8'),
  (text) => Buffer.from(text),
);

/** One message of AWS's event stream; an exception's name begins with `!`. */
function messageOf(name: string, payload: string): Buffer {
  const isException = name.startsWith('!');
  const kind = isException ? 'exception' : 'event';
  const headers = {
    [`:${kind}-type`]: { type: 'string', value: name.replace('!', '') },
    ':content-type': { type: 'string', value: 'application/json' },
    ':message-type': { type: 'string', value: kind },
  } as const;
  return Buffer.from(codec.encode({ headers, body: Buffer.from(payload) }));
}

/** The bytes of a stream that is written down as lines of a name, a blank and JSON. */
export function streamOf(lines: string): Buffer {
  const messages = lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const blank = line.indexOf(' ');
      return messageOf(line.slice(0, blank), line.slice(blank + 1));
    });
  return Buffer.concat(messages);
}
