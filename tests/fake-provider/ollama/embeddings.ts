import { withoutDirectives } from '../directive.ts';
import { vectorOf } from '../openai/embeddings.ts';
import { inputTokensOf, promptToEmbed, type Prompt } from '../prompt.ts';
import { jsonReply } from '../reply.ts';
import type { Call, Question } from '../wire.ts';
import { isJson, readBody, refuse } from './chat-request.ts';

const DIMENSIONS_DEFAULT = 384;
const DIMENSIONS_MAX = 4_096;

/** Text of the inputs, where directives are looked for. */
export function embeddingText(body: unknown): string {
  return [isJson(body) ? body['input'] : ''].flat().map(String).join('\n');
}

/** Reads a request for vectors. Throws a refusal where a server would. */
export function askEmbeddings(call: Call): Question {
  const body = readBody(call);
  const inputs = [body['input'] ?? []].flat() as unknown[];
  if (inputs.some((input) => typeof input !== 'string')) refuse('invalid input type');
  const dimensions = Number(body['dimensions'] ?? DIMENSIONS_DEFAULT);
  if (!(dimensions >= 1 && dimensions <= DIMENSIONS_MAX)) refuse('invalid dimensions');
  const prompt = promptOf(body.model, inputs as string[]);
  return {
    prompt,
    render({ tokens, usage }) {
      const vectors = (inputs as string[]).map((input) => [...vectorOf(input, dimensions)]);
      const change = usage.number ?? ((value: number): unknown => value);
      const reported = 'whole' in usage ? usage.whole : change(tokens.input);
      const counts = usage.position === 'none' ? {} : { prompt_eval_count: reported };
      const reply = {
        model: prompt.model,
        embeddings: vectors,
        total_duration: 9_000_000,
        ...counts,
      };
      return jsonReply(200, reply, tokens);
    },
  };
}

function promptOf(model: string, inputs: string[]): Prompt {
  return promptToEmbed(
    model,
    inputs.reduce((sum, input) => sum + inputTokensOf(withoutDirectives(input).length), 0),
  );
}
