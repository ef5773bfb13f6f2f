import { MalformedReply, ProviderError } from '../adapter/adapter.ts';
import type { EmbeddingsMapper, MappedEmbeddings } from '../adapter/adapter.ts';
import { asObject, isObject } from '../json.ts';
import { vectorsOf } from '../wire/embeddings/vectors.ts';
import { failureInReply } from '../wire/ollama/errors.ts';
import { hasError } from '../wire/ollama/response.ts';
import { inputUsageFromWire } from '../wire/ollama/usage.ts';

/** Embeddings over `POST /api/embed`: all inputs in one call, vectors in their order. */
export const ollamaEmbeddings: EmbeddingsMapper = {
  path: () => '/api/embed',
  toWire: (call, endpoint) => [
    {
      model: endpoint.upstreamModel,
      input: call.inputs,
      // An input that is too long is an error and never silently cut.
      truncate: false,
      ...(endpoint.contextTokens === undefined
        ? {}
        : { options: { num_ctx: endpoint.contextTokens } }),
      ...(call.dimensions === undefined ? {} : { dimensions: call.dimensions }),
    },
  ],
  modelIn: (reply) => asObject(reply)['model'],
  fromWire: ([reply]) => fromWireReply(reply?.body),
};

function fromWireReply(body: unknown): MappedEmbeddings {
  if (!isObject(body)) throw new MalformedReply('the reply is no JSON object');
  if (hasError(body)) throw new ProviderError(failureInReply(body));
  return { vectors: vectorsOf(body['embeddings']), ...inputUsageFromWire(body) };
}
