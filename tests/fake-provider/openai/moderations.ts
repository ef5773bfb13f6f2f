import type { Answer } from '../answer.ts';
import { withoutDirectives } from '../directive.ts';
import { inputTokensOf, promptToEmbed } from '../prompt.ts';
import { jsonReply } from '../reply.ts';
import type { Call, Operation, Question } from '../wire.ts';
import { isJson, readBody, refuse } from './chat-request.ts';
import { isOwn } from './strict.ts';
import { changedUsage } from './usage.ts';

type Json = Record<string, unknown>;

/** Models of OpenAI that judge, under its path. */
export const MODERATION_MODELS = ['omni-moderation-latest', 'text-moderation-latest'];
/** Under this path stands Mistral. */
export const MISTRAL_PATH = '/mistral/';
/** Its models that judge. */
export const MISTRAL_MODELS = ['mistral-moderation-latest'];

const NO_TOKENS = { input: 0, cached: 0, written: 0, hour: 0, output: 0, reasoning: 0 };
const OPENAI_CATEGORIES = [
  'harassment',
  'harassment/threatening',
  'hate',
  'hate/threatening',
  'illicit',
  'illicit/violent',
  'self-harm',
  'self-harm/intent',
  'self-harm/instructions',
  'sexual',
  'sexual/minors',
  'violence',
  'violence/graphic',
];
const MISTRAL_CATEGORIES = ['sexual', 'hate_and_discrimination', 'violence_and_threats', 'pii'];

/** Reads a request to judge inputs. Throws a refusal where the provider would. */
function askModerations(call: Call): Question {
  const body = readBody(call);
  const surplus = Object.keys(body).find((name) => name !== 'model' && name !== 'input');
  if (surplus !== undefined) refuse(`Unrecognized request argument supplied: ${surplus}`, surplus);
  const own = isOwn(call);
  if (own && !MODERATION_MODELS.includes(body.model)) {
    refuse(`Invalid value for 'model' = ${body.model}.`, 'model');
  }
  const texts = readTexts(body['input'], own && body.model.startsWith('omni-'));
  const sum = texts.reduce(
    (whole, text) => whole + inputTokensOf(withoutDirectives(text).length),
    0,
  );
  return {
    prompt: promptToEmbed(body.model, own ? 0 : sum),
    render: (answer) =>
      jsonReply(200, replyOf(body.model, texts, own, answer), own ? NO_TOKENS : answer.tokens),
  };
}

function replyOf(model: string, texts: readonly string[], own: boolean, answer: Answer): Json {
  const count = texts[0]?.includes('[judge: none]') === true ? 0 : texts.length;
  const results = texts.slice(0, count).map((text) => resultOf(text, own));
  const isTold = !own && answer.usage.position !== 'none';
  const { input } = answer.tokens;
  const usage = { prompt_tokens: input, total_tokens: input };
  return {
    id: 'modr-1',
    model,
    results,
    ...(isTold ? { usage: changedUsage(usage, answer) } : {}),
  };
}

function resultOf(text: string, own: boolean): Json {
  const names = own ? OPENAI_CATEGORIES : MISTRAL_CATEGORIES;
  const flags = names.map((name) => [name, text.includes('kill') && name.startsWith('violence')]);
  const scores = flags.map(([name, isFlagged]) => [name, isFlagged === true ? 0.97 : 0.01]);
  const judged = {
    categories: Object.fromEntries(flags) as Json,
    category_scores: Object.fromEntries(scores) as Json,
  };
  if (!own) return judged;
  const kinds = names.map((name) => [name, ['text']]);
  return {
    flagged: Object.values(judged.categories).includes(true),
    ...judged,
    category_applied_input_types: Object.fromEntries(kinds) as Json,
  };
}

/** One text for each result. */
function readTexts(input: unknown, takesParts: boolean): string[] {
  const list: unknown[] = Array.isArray(input) ? input : [input];
  if (list.length === 0) refuse("Invalid value for 'input'.", 'input');
  if (list.every((one): one is string => typeof one === 'string' && one !== '')) return list;
  if (!takesParts || !list.every(isPart)) refuse("Invalid type for 'input'.", 'input');
  const texts = list.map((part) => (isJson(part) ? part['text'] : undefined));
  return [texts.filter((text) => typeof text === 'string').join(' ')];
}

function isPart(part: unknown): boolean {
  if (!isJson(part)) return false;
  if (part['type'] === 'text') return typeof part['text'] === 'string';
  const { image_url: image } = part;
  return part['type'] === 'image_url' && isJson(image) && typeof image['url'] === 'string';
}

/** Judgements over the wire of OpenAI and of Mistral. */
export const MODERATION_ROUTES: readonly [method: string, path: RegExp, operation: Operation][] = [
  [
    'POST',
    /\/moderations$/u,
    {
      name: 'moderations',
      peek({ body }) {
        const { model, input } = isJson(body) ? body : {};
        const text = JSON.stringify(input ?? '').replaceAll('\\"', '"');
        return { model: typeof model === 'string' ? model : null, text, stream: false };
      },
      answer: askModerations,
    },
  ],
];
