import { MalformedReply, ProviderError } from '../../adapter/adapter.ts';
import type { Endpoint } from '../../adapter/adapter.ts';
import type {
  ImageCall,
  ImageEdits,
  ImageEvents,
  ImageMapper,
  ImagePiece,
  ImageUsage,
  MadeImage,
  MappedImages,
  ShownImages,
} from '../../adapter/image-wire.ts';
import { WireForm } from '../../adapter/wire-form.ts';
import { countOf } from '../../adapter/usage-reading.ts';
import { asList, asObject, asText, isObject, parseJson } from '../../json.ts';
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
  /** Whether edits go as JSON, with images as addresses; they go as a form elsewhere. */
  editsAsJson?: (endpoint: Endpoint) => boolean;
}

/**
 * Images over the wire of `POST /images/generations` and `POST /images/edits`, as OpenAI documents
 * it (`ImagesResponse`, `ImageEditParams`, `ImageGenStreamEvent` and `ImageEditStreamEvent` of the
 * npm package openai 7.55, read on 2026-11-28; no recording of it is at hand).
 */
export function imagesOverWire({
  saysFormat,
  editsAsJson,
}: ImagesDialect): ImageMapper & { edits: ImageEdits; events: () => ImageEvents } {
  const toWire = (call: ImageCall, endpoint: Endpoint): JsonObject => ({
    ...fieldsOf(call, endpoint),
    ...(saysFormat(endpoint) ? { response_format: 'b64_json' } : {}),
  });
  return {
    path: () => '/images/generations',
    toWire,
    fromWire: fromWireReply,
    modelIn: (reply) => asObject(reply)['model'],
    events: createEvents,
    edits: {
      path: () => '/images/edits',
      toWire: (call, endpoint) =>
        editsAsJson?.(endpoint) === true
          ? { ...toWire(call, endpoint), ...addressed(call.shown) }
          : formOf(toWire(call, endpoint), call.shown),
    },
  };
}

/**
 * Images as xAI's `/images/edits` takes them: "`images.edit()` … uses `multipart/form-data`, while
 * the xAI API requires `application/json`", one image or up to three of them:
 * https://docs.x.ai/developers/model-capabilities/images, read on 2026-11-28. It has no masks.
 */
function addressed({ images }: ShownImages): JsonObject {
  const [first, ...others] = images.map(({ type, base64 }) => ({
    type: 'image_url',
    url: `data:${type};base64,${base64}`,
  }));
  return others.length === 0 ? { image: first } : { images: [first, ...others] };
}

function formOf(fields: JsonObject, { images, mask }: ShownImages): WireForm {
  const name = images.length === 1 ? 'image' : 'image[]';
  return new WireForm([
    ...Object.entries(fields).map(([field, value]) => ({ name: field, value: String(value) })),
    ...images.map((value) => ({ name, value })),
    ...(mask === undefined ? [] : [{ name: 'mask', value: mask }]),
  ]);
}

function fieldsOf({ prompt, terms }: ImageCall, { upstreamModel }: Endpoint): JsonObject {
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
    input_fidelity: terms.inputFidelity,
    stream: terms.stream,
    partial_images: terms.partialImages,
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

const PARTIAL_EVENT = /^image_(?:generation|edit)\.partial_image$/u;
const DONE_EVENT = /^image_(?:generation|edit)\.completed$/u;

function createEvents(): ImageEvents {
  let isDone = false;
  const pieceOf = (event: JsonObject): ImagePiece[] => {
    const type = asText(event['type']) ?? '';
    const made = madeAs(event);
    if (PARTIAL_EVENT.test(type)) return [{ kind: 'partial', image: madeImage(event), made }];
    if (!DONE_EVENT.test(type)) return [];
    isDone = true;
    const images = [madeImage(event)];
    return [{ kind: 'done', images: { images, ...imageUsageIn(event['usage']), made } }];
  };
  return {
    isDone: () => isDone,
    read(data) {
      if (data.trim() === '[DONE]' || isDone) return [];
      const event = parseJson(data);
      if (!isObject(event)) throw new MalformedReply('an event is no JSON object');
      const error = errorIn(event);
      if (error !== undefined) throw new ProviderError(failureInReply(error));
      return pieceOf(event);
    },
  };
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
 * two; input whose parts are not said is all text, because most requests show no image.
 */
function imageUsageIn(report: unknown): Pick<MappedImages, 'usage' | 'suspect'> {
  const {
    input_tokens: input,
    output_tokens: output,
    input_tokens_details: inputParts,
    output_tokens_details: parts,
  } = asObject(report);
  const [read, made] = [countOf(input), countOf(output)];
  // Providers that bill images report other things under this name, such as a cost.
  if (read === undefined && made === undefined) return { usage: null };
  const text = countOf(asObject(parts)['text_tokens']) ?? 0;
  const shown = countOf(asObject(inputParts)['image_tokens']) ?? 0;
  if (!isCount(read) || !isCount(made) || !isCount(text) || !isCount(shown)) {
    return { usage: null, suspect: 'unreadable' };
  }
  const usage: ImageUsage = {
    input: read - Math.min(shown, read),
    image_input: Math.min(shown, read),
    output: Math.min(text, made),
    image_output: made - Math.min(text, made),
  };
  return text > made || shown > read ? { usage, suspect: 'parts_exceed_whole' } : { usage };
}

function isCount(value: number | undefined): value is number {
  return value !== undefined && !Number.isNaN(value);
}
