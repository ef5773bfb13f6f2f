import { MalformedReply, ProviderError } from '../../adapter/adapter.ts';
import type { EmbeddingsMapper, Endpoint } from '../../adapter/adapter.ts';
import { asObject, isObject } from '../../json.ts';
import { countOf, inputReading } from '../../adapter/usage-reading.ts';
import type { UsageReading } from '../../adapter/usage.ts';
import { errorIn, failureInReply } from '../chat-completions/errors.ts';
import { DIMENSIONS_MAX, noVector, vectorOf } from './vectors.ts';

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/u;

/** The numbers in vectors that come as base64: little-endian 32-bit floats, or signed bytes. */
export type PackedVectors = 'float32' | 'int8';

/** Embeddings over the wire of `POST /embeddings`: all inputs in one call, vectors as numbers. */
export function embeddingsOverWire(
  packedBy: (endpoint: Endpoint) => PackedVectors,
): EmbeddingsMapper {
  return {
    path: () => '/embeddings',
    toWire: (call, endpoint) => [
      {
        model: endpoint.upstreamModel,
        input: call.inputs,
        ...(call.dimensions === undefined ? {} : { dimensions: call.dimensions }),
      },
    ],
    modelIn: (reply) => asObject(reply)['model'],
    fromWire(replies, endpoint) {
      const parts = replies.map(({ body }) => fromWireReply(body, packedBy(endpoint)));
      return {
        vectors: parts.flatMap((part) => part.vectors),
        ...sumOf(parts.map(({ usage }) => usage)),
      };
    },
  };
}

/** The mapper for providers that pack floats, or pack nothing. */
export const embeddingsWire: EmbeddingsMapper = embeddingsOverWire(() => 'float32');

/** The usage of all replies, which is unknown where that of one is. */
function sumOf(reports: readonly unknown[]): UsageReading {
  let input = 0;
  let hasTotal = true;
  for (const report of reports) {
    const { prompt_tokens: prompt, total_tokens: total } = asObject(report);
    const reported = countOf(prompt ?? total);
    if (reported === undefined || Number.isNaN(reported)) return inputReading(reported);
    input += reported;
    hasTotal &&= (countOf(total) ?? reported) === reported;
  }
  return inputReading(input, { total_differs: !hasTotal });
}

function fromWireReply(
  body: unknown,
  packed: PackedVectors,
): { vectors: number[][]; usage: unknown } {
  if (!isObject(body)) throw new MalformedReply('the reply is no JSON object');
  const error = errorIn(body);
  if (error !== undefined) throw new ProviderError(failureInReply(error));
  const { data, usage } = body;
  if (!Array.isArray(data) || data.length === 0) throw new MalformedReply('no vectors');
  return { vectors: inOrder(data as unknown[], packed), usage };
}

/** The vectors by the provider's index; without an index, in the order of the reply. */
function inOrder(data: unknown[], packed: PackedVectors): number[][] {
  const vectors: number[][] = [];
  for (const [position, item] of data.entries()) {
    const { index: given, embedding } = asObject(item);
    const index = typeof given === 'number' ? given : position;
    if (!Number.isInteger(index) || index < 0 || index >= data.length || index in vectors) {
      throw new MalformedReply('the vectors are not numbered by input');
    }
    vectors[index] =
      typeof embedding === 'string' ? unpacked(embedding, packed) : vectorOf(embedding);
  }
  return vectors;
}

/** Reads a vector; some providers answer in base64 whatever the request asks for. */
function unpacked(base64: string, packed: PackedVectors): number[] {
  const bytes = Buffer.from(base64, 'base64');
  const size = packed === 'int8' ? 1 : Float32Array.BYTES_PER_ELEMENT;
  const isWhole = bytes.length > 0 && bytes.length % size === 0;
  if (!isWhole || !BASE64.test(base64) || bytes.length > DIMENSIONS_MAX * size) throw noVector();
  const vector =
    packed === 'int8' ? new Int8Array(bytes) : new Float32Array(new Uint8Array(bytes).buffer);
  return vectorOf([...vector]);
}
