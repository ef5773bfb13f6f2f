import { MalformedReply, ProviderError } from '../adapter/adapter.ts';
import type { EmbeddingsMapper } from '../adapter/adapter.ts';
import { asList, asObject, isObject } from '../json.ts';
import { vectorsOf } from '../wire/embeddings/vectors.ts';
import { NOTHING_REPORTED, inputReading } from '../adapter/usage-reading.ts';
import type { UsageReading } from '../adapter/usage.ts';
import { failureInReply } from '../wire/gemini/errors.ts';
import { modelPath } from './paths.ts';
import { usageFromWire } from '../wire/gemini/usage.ts';

/** Embeddings: all inputs in one batch, vectors in their order. */
export const googleEmbeddings: EmbeddingsMapper = {
  path: (endpoint) => `${modelPath(endpoint)}:batchEmbedContents`,
  toWire: ({ inputs, dimensions }, { upstreamModel }) => [
    {
      requests: inputs.map((input) => ({
        model: `models/${upstreamModel}`,
        content: { parts: [{ text: textOf(input) }] },
        ...(dimensions === undefined ? {} : { outputDimensionality: dimensions }),
      })),
    },
  ],
  fromWire(replies) {
    const parts = replies.map(({ body }) => fromWireReply(body));
    return { vectors: parts.flatMap((part) => part.vectors), ...sumOf(parts) };
  },
};

function textOf(input: string | number[]): string {
  // Token numbers are refused by the contract long before.
  if (typeof input !== 'string') throw new TypeError('this wire takes text only');
  return input;
}

interface Embedded extends UsageReading {
  vectors: number[][];
}

function fromWireReply(body: unknown): Embedded {
  if (!isObject(body)) throw new MalformedReply('the reply is no JSON object');
  if (isObject(body['error'])) throw new ProviderError(failureInReply(body));
  const { embedding, usageMetadata } = body;
  // A call for a single vector is answered by that one.
  const embeddings = embedding === undefined ? asList(body['embeddings']) : [embedding];
  return {
    vectors: vectorsOf(embeddings.map((item) => asObject(item)['values'])),
    ...usageFromWire(usageMetadata),
  };
}

/** Some models count what they read, others report nothing. */
function sumOf(parts: readonly Embedded[]): UsageReading {
  let input = 0;
  for (const { usage, suspect } of parts) {
    if (usage === null) return suspect === undefined ? NOTHING_REPORTED : { usage, suspect };
    input += usage.input + usage.cache_read;
  }
  const [suspect] = parts.flatMap((part) => part.suspect ?? []);
  return { ...inputReading(input), ...(suspect === undefined ? {} : { suspect }) };
}
