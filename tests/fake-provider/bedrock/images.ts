import { isJson } from '../openai/chat-request.ts';
import { asksFor, countOf, imageIn } from '../image-terms.ts';
import { jsonReply, type Reply } from '../reply.ts';
import type { Call, Operation } from '../wire.ts';
import { modelIn, modelOf, refuse } from './converse-request.ts';

type Json = Record<string, unknown>;

/** Models that make images. */
export const IMAGE_MODELS = [
  'amazon.nova-canvas-v1:0',
  'stability.sd3-5-large-v1:0',
  'stability.stable-image-core-v1:1',
  'stability.stable-image-ultra-v1:1',
];

const SHAPES = ['1:1', '16:9', '21:9', '2:3', '3:2', '4:5', '5:4', '9:16', '9:21'];
const PIXELS_MAX = 4_194_304;
const NONE = { input: 0, cached: 0, written: 0, hour: 0, output: 0, reasoning: 0 };
const malformed = (path: string): never => refuse(`Malformed input request: #/${path}.`);

function assertKeys(value: Json, known: readonly string[]): void {
  const surplus = Object.keys(value).find((name) => !known.includes(name));
  if (surplus !== undefined) {
    refuse(`Malformed input request: extraneous key [${surplus}] is not permitted.`);
  }
}

const objectIn = (body: Json, name: string): Json => {
  const value = body[name];
  return isJson(value) ? value : malformed(name);
};
const isPicture = (value: unknown): boolean =>
  typeof value === 'string' && /^(?:iVBORw|\/9j\/|UklGR)/u.test(value);
const textIn = (value: unknown, most: number, path: string): string =>
  typeof value === 'string' && value !== '' && value.length <= most ? value : malformed(path);
const isOneOf = (values: readonly string[], value: unknown): boolean =>
  value === undefined || values.some((one) => one === value);
const within = (value: unknown, least: number, most: number, path: string): number =>
  typeof value === 'number' && value >= least && value <= most ? value : malformed(path);

/** By bodies of Amazon: a task, its parameters, and what is to come of it. */
function ofAmazon(body: Json): Reply {
  const { taskType } = body;
  const isEdit = taskType === 'IMAGE_VARIATION';
  if (!isEdit && taskType !== 'TEXT_IMAGE') malformed('taskType');
  const name = isEdit ? 'imageVariationParams' : 'textToImageParams';
  assertKeys(body, ['taskType', name, 'imageGenerationConfig']);
  const given = objectIn(body, name);
  assertKeys(given, isEdit ? ['text', 'images'] : ['text']);
  const text = textIn(given['text'], 1_024, `${name}/text`);
  const shown = Array.isArray(given['images']) ? (given['images'] as unknown[]) : [];
  const isFit = shown.length > 0 && shown.length <= 5 && shown.every(isPicture);
  if (isEdit && !isFit) malformed(`${name}/images`);
  const config = objectIn(body, 'imageGenerationConfig');
  assertKeys(config, ['numberOfImages', 'quality', 'width', 'height']);
  const count = within(config['numberOfImages'], 1, 5, 'imageGenerationConfig/numberOfImages');
  if (!['standard', 'premium'].includes(String(config['quality']))) malformed('quality');
  const width = within(config['width'], 320, 4_096, 'imageGenerationConfig/width');
  const height = within(config['height'], 320, 4_096, 'imageGenerationConfig/height');
  if (width % 16 !== 0 || height % 16 !== 0 || width * height > PIXELS_MAX) malformed('width');
  if (asksFor(text, 'filtered')) {
    return jsonReply(200, { images: [], error: 'All of the images were filtered.' }, NONE);
  }
  const images = Array.from({ length: countOf(text, count) }, (_, index) =>
    imageIn(text, `${width}x${height}`, index),
  );
  const isFewer = images.length < count;
  return jsonReply(200, { images, error: isFewer ? 'Some images were filtered.' : null }, NONE);
}

/** By bodies of Stability AI: one image. */
function ofStability(body: Json, model: string): Reply {
  const isLarge = model.includes('sd3-5');
  const isEdit = body['image'] !== undefined;
  if (isEdit && model.includes('core')) malformed('image');
  const own = isEdit ? ['image', 'strength'] : ['aspect_ratio'];
  assertKeys(body, ['prompt', 'output_format', ...own, ...(isLarge ? ['mode'] : [])]);
  const prompt = textIn(body['prompt'], 10_000, 'prompt');
  const mode = isEdit ? 'image-to-image' : 'text-to-image';
  if (isLarge && body['mode'] !== mode) malformed('mode');
  if (isEdit && !isPicture(body['image'])) malformed('image');
  if (isEdit) within(body['strength'], 0, 1, 'strength');
  if (!isOneOf(SHAPES, body['aspect_ratio'])) malformed('aspect_ratio');
  if (!isOneOf(['png', 'jpeg'], body['output_format'])) malformed('output_format');
  if (asksFor(prompt, 'filtered')) {
    return jsonReply(200, { finish_reasons: ['Filter reason: prompt'] }, NONE);
  }
  const images = [imageIn(prompt, '1024x1024', 0)];
  return jsonReply(200, { seeds: [1], finish_reasons: [null], images }, NONE);
}

/** The operation over InvokeModel. */
export const images: Operation = {
  name: 'images',
  peek({ path, body }) {
    const {
      prompt,
      textToImageParams: made,
      imageVariationParams: varied,
    } = isJson(body) ? body : {};
    const { text } = [made, varied].find(isJson) ?? { text: prompt };
    return { model: modelIn(path), stream: false, text: typeof text === 'string' ? text : '' };
  },
  answer(call: Call) {
    const model = modelOf(call);
    if (!isJson(call.body)) refuse('Malformed input request: no JSON object.');
    return model.includes('amazon.') ? ofAmazon(call.body) : ofStability(call.body, model);
  },
};
