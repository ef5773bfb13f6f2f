import { MalformedReply, ProviderError } from '../../adapter/adapter.ts';
import type { Endpoint } from '../../adapter/adapter.ts';
import type {
  ImageCall,
  ImageMapper,
  ImageUsage,
  MadeImage,
  MappedImages,
} from '../../adapter/image-wire.ts';
import { countOf } from '../../adapter/usage-reading.ts';
import { asList, asObject, asText, isObject } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { errorIn, failureInReply } from '../chat-completions/errors.ts';
import { imageOf } from './made-image.ts';

/** What a provider of this wire does differently. */
export interface ImagesDialect {
  /**
   * Whether `response_format` has to say that images come as base64; the models of OpenAI refuse
   * it, and always answer so.
   */
  saysFormat: (endpoint: Endpoint) => boolean;
}

/**
 * Images over the wire of `POST /images/generations`, as OpenAI documents it (`ImagesResponse` of
 * the npm package openai 7.55, read on 2026-11-28; no recording of it is at hand).
 */
export function imagesOverWire({ saysFormat }: ImagesDialect): ImageMapper {
  return {
    path: () => '/images/generations',
    toWire: (call, endpoint) => ({
      ...wireBody(call, endpoint),
      ...(saysFormat(endpoint) ? { response_format: 'b64_json' } : {}),
    }),
    fromWire: fromWireReply,
    modelIn: (reply) => asObject(reply)['model'],
  };
}

function wireBody({ prompt, terms }: ImageCall, { upstreamModel }: Endpoint): JsonObject {
  const fields: JsonObject = {
    model: upstreamModel,
    prompt,
    n: terms.n,
    size: terms.size,
    resolution: terms.resolution,
    aspect_ratio: terms.aspectRatio,
    quality: terms.quality,
    background: terms.background,
    output_format: terms.outputFormat,
    output_compression: terms.outputCompression,
    moderation: terms.moderation,
    style: terms.style,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function fromWireReply(reply: unknown): MappedImages {
  if (!isObject(reply)) throw new MalformedReply('the reply is no JSON object');
  const error = errorIn(reply);
  if (error !== undefined) throw new ProviderError(failureInReply(error));
  const images = asList(reply['data']).map(madeImage);
  if (images.length === 0) throw new MalformedReply('the reply has no images');
  return { images, ...imageUsageIn(reply['usage']), made: madeAs(reply) };
}

function madeImage(item: unknown): MadeImage {
  const { b64_json: base64, revised_prompt: revised } = asObject(item);
  const revisedPrompt = asText(revised);
  return { base64: imageOf(base64), ...(revisedPrompt === undefined ? {} : { revisedPrompt }) };
}

function madeAs(reply: JsonObject): NonNullable<MappedImages['made']> {
  const [size, quality, background, outputFormat] = [
    'size',
    'quality',
    'background',
    'output_format',
  ].map((name) => asText(reply[name]));
  return {
    ...(size === undefined ? {} : { size }),
    ...(quality === undefined ? {} : { quality }),
    ...(background === undefined ? {} : { background }),
    ...(outputFormat === undefined ? {} : { outputFormat }),
  };
}

/**
 * The counts of a report. Output whose parts are not said is all image, which is the dearer of the
 * two.
 */
function imageUsageIn(report: unknown): Pick<MappedImages, 'usage' | 'suspect'> {
  const {
    input_tokens: input,
    output_tokens: output,
    output_tokens_details: parts,
  } = asObject(report);
  const [read, made] = [countOf(input), countOf(output)];
  // Providers that bill images report other things under this name, such as a cost.
  if (read === undefined && made === undefined) return { usage: null };
  const text = countOf(asObject(parts)['text_tokens']) ?? 0;
  if (!isCount(read) || !isCount(made) || !isCount(text)) {
    return { usage: null, suspect: 'unreadable' };
  }
  const usage: ImageUsage = {
    input: read,
    output: Math.min(text, made),
    image_output: made - Math.min(text, made),
  };
  return text > made ? { usage, suspect: 'parts_exceed_whole' } : { usage };
}

function isCount(value: number | undefined): value is number {
  return value !== undefined && !Number.isNaN(value);
}
