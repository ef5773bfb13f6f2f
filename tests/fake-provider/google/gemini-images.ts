import type { Answer, Tokens } from '../answer.ts';
import { withoutDirectives } from '../directive.ts';
import { asksFor, countOf, imageIn } from '../image-terms.ts';
import { isJson } from '../openai/chat-request.ts';
import { changedUsage } from '../openai/usage.ts';
import { inputTokensOf, promptToEmbed } from '../prompt.ts';
import { jsonReply, type Reply } from '../reply.ts';
import type { Call, Question } from '../wire.ts';
import { assertKnown } from './known-fields.ts';
import { modelIn, refuse } from './request.ts';
import { type Json, lastUserText, membersOf, type Turn, turnsIn } from './turns.ts';

/** Models that answer with images. */
export const GEMINI_IMAGE_MODELS = ['gemini-2.5-flash-image', 'gemini-3-pro-image'];

/** One line of models, by the provider's tables. */
interface Line {
  shapes: readonly string[];
  /** Tokens of an image by its class; 2.5 takes no class. */
  tokens: Readonly<Record<string, number>>;
  takesClass: boolean;
  shownMax: number;
  shownTokens: number;
  reasoning: number;
  outputMax: number;
}

const SHAPES = ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'];
const LINES: Readonly<Record<string, Line>> = {
  'gemini-2.5-flash-image': {
    shapes: SHAPES,
    tokens: { '1K': 1_290 },
    takesClass: false,
    shownMax: 3,
    shownTokens: 258,
    reasoning: 0,
    outputMax: 32_768,
  },
  'gemini-3-pro-image': {
    shapes: SHAPES,
    tokens: { '1K': 1_120, '2K': 1_120, '4K': 2_000 },
    takesClass: true,
    shownMax: 14,
    shownTokens: 560,
    reasoning: 120,
    outputMax: 32_768,
  },
};

/** Members of `generationConfig` that these models take. */
const CONFIG = new Set([
  'responseModalities',
  'imageConfig',
  'maxOutputTokens',
  'temperature',
  'topP',
  'seed',
  'stopSequences',
  'candidateCount',
  'thinkingConfig',
]);

/** Whether the model of a path answers with images. */
export function makesImages(call: Call): boolean {
  return lineOf(call) !== undefined;
}

function lineOf({ path }: Call): Line | undefined {
  const { model = '' } = /\/models\/(?<model>[^:]+)/u.exec(path)?.groups ?? {};
  return LINES[model];
}

/** What a call asks for, checked as the provider checks it. */
interface Asked {
  model: string;
  prompt: string;
  line: Line;
  size: string;
  shown: number;
  outputMax: number;
  /** Whether words come with the image. */
  speaks: boolean;
}

/** Reads a request for images. Throws a refusal where the provider would. */
export function askGeminiImages(call: Call): Question {
  const asked = readAsked(call);
  const { prompt, shown, line, model } = asked;
  const input = inputTokensOf(withoutDirectives(prompt).length) + shown * line.shownTokens;
  return {
    prompt: promptToEmbed(model, input),
    render: (answer) => replyTo(answer, asked),
  };
}

function readAsked(call: Call): Asked {
  const { body } = call;
  const model = modelIn(call.path);
  const line = lineOf(call);
  if (!isJson(body) || line === undefined) refuse('Invalid JSON payload received.');
  assertKnown(body);
  const turns = turnsIn(body);
  const parts = turns.flatMap((turn) => turn.parts);
  const prompt = lastUserText(body);
  if (prompt === '') refuse('* GenerateContentRequest.contents: contents is not specified');
  const files = membersOf(parts, 'inlineData');
  const areImages = files.every(
    ({ mimeType, data }) => /^image\/(?:png|jpeg|webp)$/u.test(String(mimeType)) && data !== '',
  );
  if (!areImages) refuse('Unable to process input image. Please retry or report the problem.');
  if (files.length > line.shownMax) refuse(`Please use at most ${line.shownMax} images.`);
  const config = isJson(body['generationConfig']) ? body['generationConfig'] : {};
  for (const turn of turns) assertSigned(turn, line);
  return { model, prompt, line, shown: files.length, ...readConfig(config, line) };
}

/** Models that reason want a signature back with each image of theirs. */
function assertSigned({ role, parts }: Turn, line: Line): void {
  if (role !== 'model' || line.reasoning === 0) return;
  const isSigned = parts.every(
    ({ inlineData, thoughtSignature: signature }) =>
      inlineData === undefined || signature === 'skip_thought_signature_validator',
  );
  if (!isSigned) refuse('Image part is missing a thought_signature.');
}

function readConfig(config: Json, line: Line): Pick<Asked, 'size' | 'outputMax' | 'speaks'> {
  const foreign = Object.keys(config).find((name) => !CONFIG.has(name));
  if (foreign !== undefined) refuse(`${foreign} is not enabled for this model`);
  if ((config['candidateCount'] ?? 1) !== 1) {
    refuse('Multiple candidates is not enabled for this model');
  }
  const modalities = [config['responseModalities'] ?? ['TEXT', 'IMAGE']].flat().map(String);
  if (!modalities.includes('IMAGE') || modalities.some((one) => !['TEXT', 'IMAGE'].includes(one))) {
    refuse('The requested combination of response modalities is not supported by the model.');
  }
  const { maxOutputTokens: most = line.outputMax } = config;
  if (!Number.isInteger(most) || Number(most) < 1 || Number(most) > line.outputMax) {
    refuse(`Unable to submit request because it has a maxOutputTokens value of ${Number(most)}.`);
  }
  const form = isJson(config['imageConfig']) ? config['imageConfig'] : {};
  const { aspectRatio: shape = '1:1', imageSize: size } = form as Record<string, string>;
  if (!line.shapes.includes(shape)) refuse('* aspect_ratio: is not supported.');
  // The provider compares the class as it is written: "1k" is none.
  if (size !== undefined && (!line.takesClass || line.tokens[size] === undefined)) {
    refuse('* image_size: is not supported.');
  }
  return { size: size ?? '1K', outputMax: Number(most), speaks: modalities.includes('TEXT') };
}

const SIDE = '64x64';
const WORDS = 'Here it is.';
const WORDS_TOKENS = 4;
const ENDS: Readonly<Record<string, string>> = { filtered: 'IMAGE_SAFETY', none: 'NO_IMAGE' };

function replyTo(answer: Answer, asked: Asked): Reply {
  const { prompt, line, size, outputMax, model } = asked;
  const each = line.tokens[size] ?? 0;
  const isBlocked = prompt.includes('[image: blocked]');
  const end = ['filtered', 'none'].find((one) => prompt.includes(`[image: ${one}]`));
  const isSilentOnImages = end !== undefined || isBlocked || prompt.includes('[image: words]');
  const wanted = isSilentOnImages ? 0 : countOf(prompt, 1);
  const text = asked.speaks && end === undefined && !isBlocked ? WORDS_TOKENS : 0;
  const reasoning = isBlocked ? 0 : line.reasoning;
  const count = Math.min(wanted, Math.floor((outputMax - reasoning - text) / each));
  const image = count * each;
  const said = answer.tokens.output;
  const tokens: Tokens = {
    ...answer.tokens,
    output: said === 0 ? image + text + reasoning : said,
    reasoning,
  };
  const images = Array.from({ length: count }, (_, index) => ({
    inlineData: { mimeType: 'image/png', data: imageIn(prompt, SIDE, index) },
  }));
  const candidate = {
    content: { role: 'model', parts: [...(text > 0 ? [{ text: WORDS }] : []), ...images] },
    finishReason: ENDS[end ?? ''] ?? (count < wanted ? 'MAX_TOKENS' : 'STOP'),
    ...(end === 'filtered' ? { finishMessage: 'Unable to show the generated image.' } : {}),
    index: 0,
  };
  const usage = {
    promptTokenCount: tokens.input,
    ...(image + text > 0 ? { candidatesTokenCount: tokens.output - reasoning } : {}),
    totalTokenCount: tokens.input + tokens.output,
    promptTokensDetails: [
      { modality: 'TEXT', tokenCount: tokens.input - asked.shown * line.shownTokens },
      ...(asked.shown > 0
        ? [{ modality: 'IMAGE', tokenCount: asked.shown * line.shownTokens }]
        : []),
    ],
    ...(image > 0
      ? {
          candidatesTokensDetails: [
            { modality: 'IMAGE', tokenCount: tokens.output - reasoning - text },
          ],
        }
      : {}),
    ...(reasoning > 0 ? { thoughtsTokenCount: reasoning } : {}),
  };
  const isSilent = answer.usage.position === 'none' || asksFor(prompt, 'silent');
  return jsonReply(
    200,
    {
      ...(isBlocked
        ? { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }
        : { candidates: [candidate] }),
      ...(isSilent ? {} : { usageMetadata: changedUsage(usage, answer) }),
      modelVersion: model,
      responseId: 'images',
    },
    tokens,
  );
}
