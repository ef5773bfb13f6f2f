import { MalformedReply, ProviderError } from '../adapter/adapter.ts';
import type { Endpoint } from '../adapter/adapter.ts';
import type { ImageCall, ImageMapper, MappedImages, ShownImages } from '../adapter/image-wire.ts';
import { asList, asText, isObject } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { modelPath } from '../wire/converse/model-name.ts';
import { toFailure } from '../wire/failures.ts';
import { imageOf } from '../wire/images/made-image.ts';
import { imageLineOf } from './image-lines.ts';

/**
 * How far an edit may leave the image that it is made of, of 1: Stability AI needs it for one of
 * its models and has 0.35 for another, which hardly follows a prompt. No field of ours says it.
 */
const STRENGTH = 0.7;
const PIXELS = /^(?<width>\d+)x(?<height>\d+)$/u;

/**
 * Images over InvokeModel, whose bodies are those of the models' own makers. By documentation, see
 * `image-lines.ts`; nothing of it is recorded. Images are billed by the piece, and no reply reports
 * what is billed.
 */
export const bedrockImages: ImageMapper = {
  path: ({ upstreamModel }) => modelPath(upstreamModel, 'invoke'),
  toWire: (call, endpoint) => bodyOf(call, endpoint),
  fromWire,
  edits: {
    path: ({ upstreamModel }) => modelPath(upstreamModel, 'invoke'),
    takes: ({ upstreamModel }) => imageLineOf(upstreamModel)?.edits !== undefined,
    toWire: (call, endpoint) => bodyOf(call, endpoint, call.shown),
  },
};

function bodyOf(call: ImageCall, { upstreamModel }: Endpoint, shown?: ShownImages): JsonObject {
  const line = imageLineOf(upstreamModel);
  if (line?.maker === 'amazon') return amazonBody(call, shown);
  return stabilityBody(call, shown, line?.edits === 'mode');
}

function amazonBody({ prompt, terms }: ImageCall, shown?: ShownImages): JsonObject {
  const { width, height } = PIXELS.exec(terms.size ?? '')?.groups ?? {};
  const imageGenerationConfig = {
    numberOfImages: terms.n,
    quality: terms.quality === 'hd' ? 'premium' : 'standard',
    ...(width === undefined ? {} : { width: Number(width), height: Number(height) }),
  };
  if (shown === undefined) {
    return { taskType: 'TEXT_IMAGE', textToImageParams: { text: prompt }, imageGenerationConfig };
  }
  const images = shown.images.map(({ base64 }) => base64);
  const imageVariationParams = { text: prompt, images };
  return { taskType: 'IMAGE_VARIATION', imageVariationParams, imageGenerationConfig };
}

/** An edit has the shape of the image that it is made of. */
function stabilityBody(
  { prompt, terms }: ImageCall,
  shown: ShownImages | undefined,
  saysMode: boolean,
): JsonObject {
  const format = terms.outputFormat === undefined ? {} : { output_format: terms.outputFormat };
  const [image] = shown?.images ?? [];
  if (image === undefined) {
    const shape = terms.aspectRatio === undefined ? {} : { aspect_ratio: terms.aspectRatio };
    return { prompt, ...format, ...shape, ...(saysMode ? { mode: 'text-to-image' } : {}) };
  }
  const mode = saysMode ? { mode: 'image-to-image' } : {};
  return { prompt, ...format, ...mode, image: image.base64, strength: STRENGTH };
}

const FAULT = 'Inference error';

/** Images that were kept back have a reason in their stead, or are missing. */
function fromWire(reply: unknown): MappedImages {
  if (!isObject(reply)) throw new MalformedReply('the reply is no JSON object');
  const reasons = asList(reply['finish_reasons']);
  const kept = asList(reply['images']).filter((_image, index) => !isText(reasons[index]));
  const images = kept.map((image) => ({ base64: imageOf(image) }));
  if (images.length > 0) return { images, usage: null };
  const [text] = [reply['error'], ...reasons].flatMap((one) => asText(one) ?? []);
  if (text === undefined) throw new MalformedReply('the reply has no images');
  const kind = text === FAULT ? 'unavailable' : 'rejected';
  throw new ProviderError(toFailure(kind, { status: 200, text }));
}

function isText(reason: unknown): boolean {
  return typeof reason === 'string' && reason !== '';
}
