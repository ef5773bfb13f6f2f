import { GOOGLE_EMBEDDINGS_FACTS } from '@tollgate/providers/google/facts';
import { withoutDirectives } from '../directive.ts';
import { isJson } from '../openai/chat-request.ts';
import { vectorOf } from '../openai/embeddings.ts';
import { inputTokensOf, promptToEmbed, type Prompt } from '../prompt.ts';
import { jsonReply } from '../reply.ts';
import type { Call, Question } from '../wire.ts';
import { modelIn, refuse } from './request.ts';
import { type Json, textOf } from './turns.ts';

const DIMENSIONS_DEFAULT = 3_072;
const DIMENSIONS_MAX = 3_072;
const { inputs: INPUTS } = GOOGLE_EMBEDDINGS_FACTS;

/** Text of the inputs, where directives are looked for. */
export function embeddingText(body: unknown): string {
  return requestsIn(body).map(inputOf).join('\n');
}

function requestsIn(body: unknown): Json[] {
  const requests = isJson(body) && Array.isArray(body['requests']) ? body['requests'] : [];
  return requests.filter(isJson);
}

function inputOf({ content }: Json): string {
  const parts = isJson(content) && Array.isArray(content['parts']) ? content['parts'] : [];
  return textOf(parts.filter(isJson));
}

/** Reads a batch of requests for vectors. Throws a refusal where the provider would. */
export function askEmbeddings(call: Call): Question {
  const model = modelIn(call.path);
  const requests = requestsIn(call.body);
  if (requests.length === 0 || requests.length > INPUTS.value) {
    refuse(
      `* BatchEmbedContentsRequest.requests: at most ${INPUTS.value} requests can be in one batch`,
    );
  }
  for (const request of requests) assertRequest(request, model);
  return {
    prompt: promptOf(model, requests.map(inputOf)),
    render: ({ tokens }) => {
      const embeddings = requests.map((request) => {
        const dimensions = Number(request['outputDimensionality'] ?? DIMENSIONS_DEFAULT);
        return { values: [...vectorOf(inputOf(request), dimensions)] };
      });
      return jsonReply(200, { embeddings }, tokens);
    },
  };
}

function assertRequest(request: Json, model: string): void {
  if (request['model'] !== `models/${model}`) {
    refuse('* BatchEmbedContentsRequest.requests[0].model: is not the model of the batch');
  }
  if (inputOf(request) === '') refuse('* content: is empty');
  const dimensions = Number(request['outputDimensionality'] ?? DIMENSIONS_DEFAULT);
  if (!(dimensions >= 1 && dimensions <= DIMENSIONS_MAX)) refuse('* output_dimensionality');
}

function promptOf(model: string, inputs: string[]): Prompt {
  const lengths = inputs.map((input) => withoutDirectives(input).length);
  return promptToEmbed(
    model,
    lengths.reduce((sum, length) => sum + inputTokensOf(length), 0),
  );
}
