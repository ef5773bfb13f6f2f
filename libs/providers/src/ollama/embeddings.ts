import { MalformedReply, UpstreamError } from '../adapter.ts';
import type { EmbeddingsMapper, MappedEmbeddings } from '../adapter.ts';
import { isObject } from '../json.ts';
import { DIMENSIONS_MAX } from '../wire/embeddings/mapper.ts';
import { failureInReply } from './errors.ts';
import { hasError } from './response.ts';
import { inputUsageFromWire } from './usage.ts';

/** Embeddings over `POST /api/embed`: all inputs in one call, vectors in their order. */
export const ollamaEmbeddings: EmbeddingsMapper = {
  path: () => '/api/embed',
  toWire: (call, target) => [
    {
      model: target.upstreamModel,
      input: call.inputs,
      // Too long an input is an error, never cut off in silence.
      truncate: false,
      ...(call.dimensions === undefined ? {} : { dimensions: call.dimensions }),
    },
  ],
  fromWire: ([reply]) => fromWireReply(reply?.body),
};

function fromWireReply(body: unknown): MappedEmbeddings {
  if (!isObject(body)) throw new MalformedReply('the reply is no JSON object');
  if (hasError(body)) throw new UpstreamError(failureInReply(body));
  const { embeddings } = body;
  if (!Array.isArray(embeddings) || embeddings.length === 0) {
    throw new MalformedReply('no vectors');
  }
  return { vectors: (embeddings as unknown[]).map(vectorOf), usage: inputUsageFromWire(body) };
}

function vectorOf(vector: unknown): number[] {
  const usable = Array.isArray(vector) && vector.length > 0 && vector.length <= DIMENSIONS_MAX;
  if (!usable || !vector.every(Number.isFinite)) {
    throw new MalformedReply('a vector is no list of numbers');
  }
  return vector as number[];
}
