import { COHERE_FACTS } from '@tollgate/providers/bedrock/facts';
import type { Answer } from '../answer.ts';
import { withoutDirectives } from '../directive.ts';
import { isJson } from '../openai/chat-request.ts';
import { vectorOf } from '../openai/embeddings.ts';
import { inputTokensOf, promptToEmbed, type Prompt } from '../prompt.ts';
import { jsonReply, type Reply } from '../reply.ts';
import type { Call, Question } from '../wire.ts';
import { modelOf, refuse } from './converse-request.ts';

type Json = Record<string, unknown>;

const COHERE_DIMENSIONS = 1_024;
const INPUT_TYPES = ['search_document', 'search_query', 'classification', 'clustering'];
const TRUNCATES = [undefined, 'NONE', 'START', 'END'];
const TITAN_FIELDS = ['inputText', 'dimensions', 'normalize', 'embeddingTypes'];
const TITAN_SIZES = [256, 512, 1_024];

/** Text of the inputs, where directives are looked for. */
export function embeddingText(body: unknown): string {
  return isJson(body)
    ? [body['inputText'] ?? body['texts'] ?? []].flat().map(String).join('\n')
    : '';
}

/**
 * Reads a request for vectors of one of the two lines. Throws a refusal where the provider would.
 */
export function askVectors(call: Call): Question {
  const model = modelOf(call);
  if (!isJson(call.body)) refuse('Malformed input request: no JSON object.');
  return model.includes('cohere.') ? askCohere(call.body, model) : askTitan(call.body, model);
}

function askCohere(body: Json, model: string): Question {
  const texts = textsIn(body['texts']);
  if (!INPUT_TYPES.includes(String(body['input_type']))) {
    refuse('Malformed input request: #: required key [input_type] not found.');
  }
  if (!TRUNCATES.includes(body['truncate'] as string | undefined)) {
    refuse('Malformed input request: #/truncate: is not a valid enum value.');
  }
  const vectors = texts.map((text) => [
    ...vectorOf(text, Number(body['output_dimension'] ?? COHERE_DIMENSIONS)),
  ]);
  const isNew = model.includes('embed-v4');
  const reply = {
    id: '0b7e1f3a-5c1d-4d5e-9f60-7a8b9c0d1e2f',
    texts,
    embeddings: isNew ? { float: vectors } : vectors,
    response_type: isNew ? 'embeddings_by_type' : 'embeddings_floats',
  };
  return { prompt: promptOf(model, texts), render: (answer) => withCount(answer, reply) };
}

function textsIn(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [];
  const texts = list.filter((text) => typeof text === 'string');
  if (
    texts.length === 0 ||
    texts.length !== list.length ||
    texts.length > COHERE_FACTS.inputs.value
  ) {
    refuse(
      `Malformed input request: #/texts: expected maximum item count: ${COHERE_FACTS.inputs.value}, found: ${list.length}`,
    );
  }
  return texts;
}

function askTitan(body: Json, model: string): Question {
  const { inputText: text } = body;
  const isNew = model.includes('v2');
  const known = isNew ? TITAN_FIELDS : TITAN_FIELDS.slice(0, 1);
  const extraneous = Object.keys(body).find((name) => !known.includes(name));
  if (extraneous !== undefined) {
    refuse(`Malformed input request: extraneous key [${extraneous}] is not permitted.`);
  }
  if (typeof text !== 'string' || text === '') refuse('Malformed input request: inputText.');
  const size = Number(body['dimensions'] ?? (isNew ? 1_024 : 1_536));
  if (isNew && !TITAN_SIZES.includes(size)) refuse('Malformed input request: #/dimensions.');
  const embedding = [...vectorOf(text, size)];
  return {
    prompt: promptOf(model, [text]),
    render(answer) {
      const vectors = { embedding, ...(isNew ? { embeddingsByType: { float: embedding } } : {}) };
      const reported = reportedTokens(answer);
      return withCount(answer, {
        ...vectors,
        ...(reported === undefined ? {} : { inputTextTokenCount: reported }),
      });
    },
  };
}

function reportedTokens({ usage, tokens }: Answer): unknown {
  if (usage.position === 'none') return undefined;
  if ('whole' in usage) return usage.whole;
  return usage.number === undefined ? tokens.input : usage.number(tokens.input);
}

/** The tokens stand in a header, whatever the body says. */
function withCount(answer: Answer, body: Json): Reply {
  const reported = reportedTokens(answer);
  const reply = jsonReply(200, body, answer.tokens);
  if (reported === undefined || reported === null) return reply;
  const count = { 'x-amzn-bedrock-input-token-count': JSON.stringify(reported) };
  return { ...reply, headers: { ...reply.headers, ...count } };
}

function promptOf(model: string, inputs: string[]): Prompt {
  const tokens = inputs.map((input) => inputTokensOf(withoutDirectives(input).length));
  return promptToEmbed(
    model,
    tokens.reduce((sum, count) => sum + count, 0),
  );
}
