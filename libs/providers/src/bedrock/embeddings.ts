import type { EmbeddingsCall, EmbeddingsMapper } from '../adapter/adapter.ts';
import { asObject, isObject, withoutNulls } from '../json.ts';
import { vectorOf, vectorsOf } from '../wire/embeddings/vectors.ts';
import { bareModel, modelPath } from '../wire/converse/model-name.ts';
import { NOTHING_REPORTED, countOf, inputReading } from '../adapter/usage-reading.ts';
import type { UsageReading } from '../adapter/usage.ts';

/** The header with the token count of a call, for models whose body has none. */
const TOKENS_HEADER = 'x-amzn-bedrock-input-token-count';

interface Reply {
  body: unknown;
  headers: Record<string, string>;
}

/** Vectors over InvokeModel, whose bodies are those of the models' own providers. */
export const embeddingsMapper: EmbeddingsMapper = {
  path: ({ upstreamModel }) => modelPath(upstreamModel, 'invoke'),
  toWire: (call, { upstreamModel }) =>
    isCohere(upstreamModel) ? [cohereBody(call)] : titanBodies(call),
  fromWire(replies, { upstreamModel }) {
    const read = isCohere(upstreamModel) ? cohereVectors : titanVectors;
    return { vectors: replies.flatMap(({ body }) => read(body)), ...readingOf(replies) };
  },
};

function isCohere(upstreamModel: string): boolean {
  return bareModel(upstreamModel).startsWith('cohere.');
}

function cohereBody(call: EmbeddingsCall): unknown {
  return {
    texts: call.inputs,
    ...withoutNulls({
      input_type: call.inputType,
      truncate: call.truncate,
      output_dimension: call.dimensions,
    }),
  };
}

/** One text a call. */
function titanBodies({ inputs, dimensions }: EmbeddingsCall): unknown[] {
  return inputs.map((inputText) => ({ inputText, ...withoutNulls({ dimensions }) }));
}

/** A list of vectors, or lists by the kind of their numbers. */
function cohereVectors(body: unknown): number[][] {
  const { embeddings } = asObject(body);
  return vectorsOf(isObject(embeddings) ? embeddings['float'] : embeddings);
}

function titanVectors(body: unknown): number[][] {
  return [vectorOf(asObject(body)['embedding'])];
}

function readingOf(replies: readonly Reply[]): UsageReading {
  const counts = replies.map(tokensOf);
  if (counts.some((count) => count === undefined)) return NOTHING_REPORTED;
  return inputReading(counts.reduce<number>((sum, count) => sum + (count ?? 0), 0));
}

function tokensOf({ body, headers }: Reply): number | undefined {
  const reported = headers[TOKENS_HEADER];
  return countOf(
    asObject(body)['inputTextTokenCount'] ?? (reported ? Number(reported) : undefined),
  );
}
