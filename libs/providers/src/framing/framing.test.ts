import { MalformedReply } from '../adapter/adapter.ts';
import type { Framing } from '../adapter/adapter.ts';
import { createDeframer } from './framing.ts';

function framed(framing: Framing, pieces: Uint8Array[]): string[] {
  const deframer = createDeframer(framing);
  const events = pieces.flatMap((piece) => deframer.push(piece));
  return [...events, ...deframer.end()].map(({ type, data }) => `${type ?? ''}|${data}`);
}

const SSE =
  ': ping\n\ndata: {"a":"äß€😀"}\n\ndata:{"b":1}\r\n\r\nevent: error\r\nid: 7\r\nretry: 1\r\n' +
  'data: {"c":\r\ndata: 2}\r\n\r\ndata: [DONE]\n\n';
const NDJSON = '{"a":"äß€😀"}\n\n{"b":1}\r\n{"c":2}';

describe('framing', () => {
  it.each([
    ['sse', SSE],
    ['ndjson', NDJSON],
  ] as const)('%s gives the same at every split into two and byte by byte', (framing, text) => {
    const bytes = Buffer.from(text);
    const whole = framed(framing, [bytes]);
    expect(whole[0]).toBe('|{"a":"äß€😀"}');
    for (let at = 0; at <= bytes.length; at += 1) {
      expect(framed(framing, [bytes.subarray(0, at), bytes.subarray(at)])).toEqual(whole);
    }
    expect(
      framed(
        framing,
        [...bytes].map((byte) => Buffer.of(byte)),
      ),
    ).toEqual(whole);
  });

  it('names the type of an event', () => {
    expect(framed('sse', [Buffer.from(SSE)])).toContain('error|{"c":\n2}');
  });

  it.each(['data: {"a":1}', 'data: {"a":1}\n'])('%j at the end is an event', (text) => {
    expect(framed('sse', [Buffer.from(text)])).toEqual(['|{"a":1}']);
  });

  it.each([
    ['sse', 'data: {"a":'],
    ['ndjson', '{"a":'],
  ] as const)('%s drops a cut event at the end', (framing, text) => {
    expect(framed(framing, [Buffer.from(text)])).toEqual([]);
  });

  it.each(['sse', 'ndjson'] as const)('%s refuses an endless event', (framing) => {
    const deframer = createDeframer(framing);
    const block = Buffer.from(`data: ${'x'.repeat(300_000)}`.replaceAll('\n', ''));
    expect(() => {
      for (let round = 0; round < 5; round += 1) deframer.push(block);
    }).toThrow(MalformedReply);
  });
});
