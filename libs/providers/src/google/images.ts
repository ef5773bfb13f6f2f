import { MalformedReply, ProviderError } from '../adapter/adapter.ts';
import type { Endpoint } from '../adapter/adapter.ts';
import type { ImageCall, ImageMapper, MadeImage, MappedImages } from '../adapter/image-wire.ts';
import { asList, asObject, asText, isObject } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { toFailure } from '../wire/failures.ts';
import { failureInReply, withoutNames } from '../wire/gemini/errors.ts';
import { imageOf } from '../wire/images/made-image.ts';
import { isGeminiImage } from './gemini-image-lines.ts';
import { geminiConversation, geminiImages } from './gemini-images.ts';
import { modelPath } from './paths.ts';

/**
 * Imagen over `predict`: `instances` and `parameters`, predictions of which each has an image or
 * the reason why it was kept back. By the typings of @google/genai (`GenerateImagesParameters`,
 * `GenerateImagesResponse`) and https://ai.google.dev/gemini-api/docs/imagen, read on 2026-11-28;
 * no recording is at hand.
 */
const imagen: ImageMapper = {
  path: (endpoint) => `${modelPath(endpoint)}:predict`,
  toWire: (call) => ({ instances: [{ prompt: call.prompt }], parameters: parametersOf(call) }),
  fromWire,
};

/** Images of both kinds of models; those of Gemini edit too. */
export const googleImages: ImageMapper = {
  path: (endpoint) => mapperOf(endpoint).path(endpoint),
  toWire: (call, endpoint) => mapperOf(endpoint).toWire(call, endpoint),
  fromWire: (reply, endpoint) => mapperOf(endpoint).fromWire(reply, endpoint),
  modelIn: (reply) => asObject(reply)['modelVersion'],
  chat: geminiConversation,
  edits: {
    path: (endpoint) => geminiImages.path(endpoint),
    toWire: (call, endpoint) => geminiImages.toWire(call, endpoint),
    takes: isGemini,
  },
};

function mapperOf(endpoint: Endpoint): ImageMapper {
  return isGemini(endpoint) ? geminiImages : imagen;
}

function isGemini({ upstreamModel }: Endpoint): boolean {
  return isGeminiImage(upstreamModel);
}

function parametersOf({ terms }: ImageCall): JsonObject {
  const { n, resolution, aspectRatio, outputFormat, outputCompression: quality } = terms;
  const options = {
    ...(outputFormat === undefined ? {} : { mimeType: `image/${outputFormat}` }),
    ...(quality === undefined ? {} : { compressionQuality: quality }),
  };
  return {
    sampleCount: n,
    ...(aspectRatio === undefined ? {} : { aspectRatio }),
    ...(resolution === undefined ? {} : { sampleImageSize: resolution.toUpperCase() }),
    ...(Object.keys(options).length === 0 ? {} : { outputOptions: options }),
    // Without it the provider leaves out the reason of images that it keeps back.
    includeRaiReason: true,
  };
}

function fromWire(reply: unknown): MappedImages {
  if (!isObject(reply)) throw new MalformedReply('the reply is no JSON object');
  if (isObject(reply['error'])) throw new ProviderError(failureInReply(reply));
  const predictions = asList(reply['predictions']).map(asObject);
  const images = predictions.flatMap(madeImage);
  if (images.length > 0) return { images, usage: null };
  const reasons = predictions.flatMap((one) => asText(one['raiFilteredReason']) ?? []);
  // All images were kept back: the provider answers so, and bills none.
  const text = reasons.length === 0 ? 'The provider kept all images back.' : reasons.join(' ');
  throw new ProviderError(toFailure('rejected', { status: 200, text: withoutNames(text) }));
}

function madeImage({ bytesBase64Encoded: base64, prompt }: JsonObject): MadeImage[] {
  if (base64 === undefined) return [];
  const revisedPrompt = asText(prompt);
  return [{ base64: imageOf(base64), ...(revisedPrompt === undefined ? {} : { revisedPrompt }) }];
}
