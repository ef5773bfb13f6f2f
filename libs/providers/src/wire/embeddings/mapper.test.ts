import { MalformedReply } from '../../adapter/adapter.ts';
import type { Endpoint } from '../../adapter/adapter.ts';
import { embeddingsOverWire } from './mapper.ts';

const TARGET: Endpoint = {
  family: 'openai-compatible',
  provider: 'test',
  upstreamModel: 'm',
  baseUrl: 'https://api.example.com/v1',
};

function read(embedding: unknown, packed: 'float32' | 'int8' = 'float32') {
  const body = { data: [{ index: 0, embedding }], usage: { prompt_tokens: 2, total_tokens: 2 } };
  return embeddingsOverWire(() => packed).fromWire([{ body, headers: {} }], TARGET);
}

function base64(bytes: Uint8Array | Float32Array): string {
  return Buffer.from(bytes.buffer).toString('base64');
}

describe('packed vectors', () => {
  it('are 32-bit floats with most providers', () => {
    const floats = Float32Array.of(0.5, -0.25, 3);
    expect(read(base64(floats)).vectors).toEqual([[0.5, -0.25, 3]]);
  });

  it('are signed bytes with one', () => {
    expect(read(base64(Uint8Array.of(0, 127, 128, 255)), 'int8').vectors).toEqual([
      [0, 127, -128, -1],
    ]);
  });

  it.each([
    ['nothing', ''],
    ['bytes that are no floats', base64(Uint8Array.of(1, 2, 3))],
    ['floats that are no numbers', base64(Float32Array.of(Number.NaN))],
    ['an empty list', []],
    ['a list of text', ['1']],
  ])('%s is no vector', (_name, embedding) => {
    expect(() => read(embedding)).toThrow(MalformedReply);
  });
});
