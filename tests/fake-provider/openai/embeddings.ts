import { OPENAI_EMBEDDINGS_FACTS } from '@tollgate/providers/openai/facts';
import type { Answer } from '../answer.ts';
import { withoutDirectives } from '../directive.ts';
import { inputTokensOf, promptToEmbed, type Prompt } from '../prompt.ts';
import { jsonReply, type Reply } from '../reply.ts';
import type { Call, Question } from '../wire.ts';
import { isJson, readBody, refuse } from './chat-request.ts';
import { isOwn } from './strict.ts';
import { changedUsage } from './usage.ts';

const DIMENSIONS_DEFAULT = 384;
const DIMENSIONS_MAX = 3_072;
const { inputs: INPUTS, totalTokens: TOKENS } = OPENAI_EMBEDDINGS_FACTS;

/** Text of the first inputs, where directives are looked for. */
export function embeddingText(body: unknown): string {
  const input = isJson(body) ? body['input'] : '';
  return [input].flat().slice(0, 4).map(String).join('\n');
}

/** Reads a request for vectors. Throws a refusal where the provider would. */
export function askEmbeddings(call: Call): Question {
  const body = readBody(call);
  const inputs = readInputs(body['input']);
  const dimensions = Number(body['dimensions'] ?? DIMENSIONS_DEFAULT);
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > DIMENSIONS_MAX) {
    refuse(`Invalid value for 'dimensions' = ${dimensions}.`, 'dimensions');
  }
  const encode = body['encoding_format'] === 'base64' ? toBase64 : toNumbers;
  const prompt = emptyPrompt(body.model, inputs);
  if (isOwn(call) && prompt.inputTokens > TOKENS.value) {
    refuse(
      `Requested ${prompt.inputTokens} tokens, max ${TOKENS.value} tokens per request`,
      null,
      'max_tokens_per_request',
    );
  }
  return {
    prompt,
    render(answer) {
      const data = inputs.map((input, index) => ({
        object: 'embedding',
        index,
        embedding: encode(vectorOf(String(input), dimensions)),
      }));
      return renderList(answer, { object: 'list', data, model: prompt.model });
    },
  };
}

function renderList(answer: Answer, list: Record<string, unknown>): Reply {
  if (answer.usage.position === 'none') return jsonReply(200, list, answer.tokens);
  const { input } = answer.tokens;
  const usage = changedUsage({ prompt_tokens: input, total_tokens: input }, answer);
  return jsonReply(200, { ...list, usage }, answer.tokens);
}

function emptyPrompt(model: string, inputs: (string | number[])[]): Prompt {
  return promptToEmbed(
    model,
    inputs.reduce((sum, input) => sum + tokensIn(input), 0),
  );
}

function tokensIn(input: string | number[]): number {
  if (typeof input !== 'string') return input.length;
  return inputTokensOf(withoutDirectives(input).length);
}

function readInputs(input: unknown): (string | number[])[] {
  const list = isTokens(input) || typeof input === 'string' ? [input] : input;
  if (!Array.isArray(list) || list.length === 0 || list.length > INPUTS.value) {
    refuse("'$.input' is invalid. Please check the API reference.", 'input');
  }
  const inputs: unknown[] = list;
  return inputs.map((one) => {
    if (typeof one === 'string' && one !== '') return one;
    if (isTokens(one)) return one;
    refuse("'$.input' is invalid. Please check the API reference.", 'input');
  });
}

function isTokens(input: unknown): input is number[] {
  return Array.isArray(input) && input.length > 0 && input.every((id) => typeof id === 'number');
}

/** A vector of length 1 that depends on the text alone (mulberry32 over an FNV hash). */
export function vectorOf(text: string, dimensions: number): Float32Array {
  let state = 2_166_136_261;
  for (const byte of Buffer.from(text)) state = Math.imul(state ^ byte, 16_777_619);
  const vector = new Float32Array(dimensions);
  let square = 0;
  for (let index = 0; index < dimensions; index += 1) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    const value = ((mixed ^ (mixed >>> 14)) >>> 0) / 2_147_483_648 - 1;
    vector[index] = value;
    square += value * value;
  }
  const length = Math.sqrt(square) || 1;
  return vector.map((value) => value / length);
}

function toNumbers(vector: Float32Array): number[] {
  return [...vector];
}

function toBase64(vector: Float32Array): string {
  return Buffer.from(vector.buffer).toString('base64');
}
