import { EventStreamCodec } from '@smithy/core/event-streams';
import { MalformedReply } from '../adapter/adapter.ts';
import { EVENT_CHARACTERS_MAX, createDeframer } from './framing.ts';

const codec = new EventStreamCodec(
  (bytes) => Buffer.from(bytes).toString('utf8'),
  (text) => Buffer.from(text),
);

function message(headers: Record<string, string>, body: string): Buffer {
  const typed = Object.entries(headers).map(([name, value]) => [
    name,
    { type: 'string' as const, value },
  ]);
  const encoded = codec.encode({ headers: Object.fromEntries(typed), body: Buffer.from(body) });
  return Buffer.from(encoded);
}

function event(type: string, body: string): Buffer {
  return message({ ':message-type': 'event', ':event-type': type }, body);
}

function framed(pieces: Uint8Array[]): unknown[] {
  const deframer = createDeframer('aws-event-stream');
  return [...pieces.flatMap((piece) => deframer.push(piece)), ...deframer.end()];
}

const STREAM = Buffer.concat([
  event('contentBlockDelta', '{"delta":{"text":"äß€😀"}}'),
  message({ ':message-type': 'exception', ':exception-type': 'throttlingException' }, '{"m":1}'),
  message({ ':message-type': 'error', ':error-code': 'InternalFailure' }, ''),
]);

describe('the event stream of AWS', () => {
  it('gives the same at every split into two and byte by byte', () => {
    const whole = [
      { type: 'contentBlockDelta', data: '{"delta":{"text":"äß€😀"}}' },
      { type: 'exception:throttlingException', data: '{"m":1}' },
      { type: 'exception:InternalFailure', data: '' },
    ];
    for (let at = 0; at <= STREAM.length; at += 1) {
      expect(framed([STREAM.subarray(0, at), STREAM.subarray(at)])).toEqual(whole);
    }
    expect(framed([...STREAM].map((byte) => Buffer.of(byte)))).toEqual(whole);
  });

  it('refuses a message with a wrong byte, wherever it is', () => {
    const one = event('metadata', '{"usage":{}}');
    for (let at = 4; at < one.length; at += 1) {
      const broken = Buffer.from(one);
      broken.writeUInt8((broken[at] ?? 0) ^ 1, at);
      expect(() => framed([broken])).toThrow(MalformedReply);
    }
  });

  it('refuses lengths that no message has, before it comes', () => {
    const tooLong = Buffer.alloc(12);
    tooLong.writeUInt32BE(EVENT_CHARACTERS_MAX + 1, 0);
    const tooShort = Buffer.alloc(12);
    tooShort.writeUInt32BE(15, 0);
    for (const prelude of [tooLong, tooShort, Buffer.from('<html><body>Sorry')]) {
      expect(() => framed([prelude])).toThrow(MalformedReply);
    }
  });

  it('drops a message that is cut at the end', () => {
    expect(framed([STREAM.subarray(0, 40)])).toEqual([]);
  });
});
