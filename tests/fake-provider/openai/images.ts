import { PARTIAL_IMAGE_TOKENS } from '@tollgate/providers/adapter/image-wire';
import { imageTokensOf } from '@tollgate/providers/openai/image-lines';
import type { Answer, Tokens } from '../answer.ts';
import { withoutDirectives } from '../directive.ts';
import { asksFor, countOf, imageIn } from '../image-terms.ts';
import { inputTokensOf, promptToEmbed } from '../prompt.ts';
import { frame, jsonReply, type Reply } from '../reply.ts';
import type { Call, FormField, Operation, Question } from '../wire.ts';
import { assertModel, isJson, readBody, refuse } from './chat-request.ts';
import { GROK_PATH } from './grok-videos.ts';
import { isOwn } from './strict.ts';
import { changedUsage } from './usage.ts';

type Json = Record<string, unknown>;

/** Models of OpenAI that make images, under its path. */
export const IMAGE_MODELS = ['gpt-image-1-mini', 'gpt-image-1.5', 'gpt-image-2'];
/** Models of xAI that make images. */
export const GROK_IMAGE_MODELS = ['grok-imagine-image'];
/** Under this path stands a provider whose models of public weights make images. */
export const PICTURES_PATH = '/pictures/';
/** Its models. */
export const PICTURE_MODELS = ['flux-1-dev', 'stable-diffusion-xl', 'qwen-image-edit'];

const OWN_FIELDS = new Set([
  'model',
  'prompt',
  'n',
  'size',
  'quality',
  'background',
  'output_format',
  'output_compression',
  'moderation',
  'user',
  'safety_identifier',
  'stream',
  'partial_images',
]);
const GROK_FIELDS = new Set([
  'model',
  'prompt',
  'n',
  'aspect_ratio',
  'resolution',
  'response_format',
]);
const OTHER_FIELDS = new Set(['model', 'prompt', 'n', 'size', 'response_format']);
const STANDARD_SIZES = new Set(['auto', '1024x1024', '1024x1536', '1536x1024']);
const QUALITIES = new Set(['auto', 'low', 'medium', 'high']);
const PROMPT_CHARACTERS_MAX = 32_000;
const IMAGES_MAX = 10;
const GROK_SIDES: Readonly<Record<string, string>> = { '1k': '1024x1024', '2k': '2048x2048' };

/** What a call asks for, checked as its provider checks it. */
interface Asked {
  model: string;
  prompt: string;
  n: number;
  /** In pixels. */
  size: string;
  quality: string;
  format: string;
  /** Tokens of the images that are edited. */
  shown: number;
  /** Whether images come as base64, and not where they lie. */
  isInside: boolean;
  /** Previews of a stream; null where the images come whole. */
  previews: number | null;
  isEdit: boolean;
}

/** Reads a request for images. Throws a refusal where the provider would. */
function askImages(call: Call): Question {
  const body = readBody(call);
  const { model } = body;
  const asked = { ...readAsked(call, body, model), shown: 0, isEdit: false };
  return questionOf(call, asked);
}

function questionOf(call: Call, asked: Asked): Question {
  const { prompt, model } = asked;
  const input = inputTokensOf(withoutDirectives(prompt).length) + asked.shown;
  return {
    prompt: promptToEmbed(model, isBilledByTokens(call) ? input : 0),
    render: (answer) => (isBilledByTokens(call) ? byTokens(answer, asked) : byPiece(call, asked)),
  };
}

const isBilledByTokens = (call: Call): boolean => isOwn(call);

function readAsked(call: Call, body: Json, model: string): Omit<Asked, 'shown' | 'isEdit'> {
  const { prompt, n = 1 } = body;
  if (typeof prompt !== 'string' || prompt === '') {
    refuse("Missing required parameter: 'prompt'.", 'prompt', 'missing_required_parameter');
  }
  if (prompt.length > PROMPT_CHARACTERS_MAX) {
    refuse("Invalid 'prompt': string too long.", 'prompt', 'string_above_max_length');
  }
  if (!Number.isInteger(n) || (n as number) < 1 || (n as number) > IMAGES_MAX) {
    refuse(`Invalid 'n': expected a value from 1 to ${IMAGES_MAX}.`, 'n', 'integer_out_of_range');
  }
  const shared = { model, prompt, n: n as number, previews: null };
  if (isOwn(call)) {
    return { ...shared, ...readOwn(body, model), isInside: true, previews: readStream(body) };
  }
  const isInside = body['response_format'] === 'b64_json';
  const standard = { quality: 'standard', format: 'png', isInside };
  if (call.path.startsWith(GROK_PATH)) return { ...shared, size: readGrok(body), ...standard };
  assertFields(body, OTHER_FIELDS);
  return { ...shared, size: wordIn(body, 'size', '512x512'), ...standard };
}

function assertFields(body: Json, known: ReadonlySet<string>): void {
  const unknown = Object.keys(body).find((name) => !known.has(name));
  if (unknown !== undefined) {
    refuse(`Unknown parameter: '${unknown}'.`, unknown, 'unknown_parameter');
  }
}

function wordIn(body: Json, name: string, preset: string): string {
  const value = body[name] ?? preset;
  return typeof value === 'string' ? value : refuse(`Invalid type for '${name}'.`, name);
}

/** By the lines of GPT Image; anything else is refused by its name. */
function readOwn(body: Json, model: string): Pick<Asked, 'size' | 'quality' | 'format'> {
  assertFields(body, OWN_FIELDS);
  if (!IMAGE_MODELS.includes(model)) refuse(`The model '${model}' makes no images.`, 'model');
  const [size, quality] = [wordIn(body, 'size', 'auto'), wordIn(body, 'quality', 'auto')];
  const format = wordIn(body, 'output_format', 'png');
  const takesAny = model === 'gpt-image-2' && /^\d+x\d+$/u.test(size);
  if (!STANDARD_SIZES.has(size) && !(takesAny && fits(size))) {
    refuse(`Invalid value: '${size}'.`, 'size', 'invalid_value');
  }
  if (!QUALITIES.has(quality)) {
    refuse(`Invalid value: '${quality}'.`, 'quality', 'invalid_value');
  }
  if (!['png', 'jpeg', 'webp'].includes(format)) {
    refuse(`Invalid value: '${format}'.`, 'output_format', 'invalid_value');
  }
  if (body['background'] === 'transparent' && format === 'jpeg') {
    refuse('Transparent background is not supported for JPEG output.', 'background');
  }
  if (body['output_compression'] !== undefined && !['jpeg', 'webp'].includes(format)) {
    refuse('Compression is only supported for JPEG and WebP.', 'output_compression');
  }
  return {
    size: size === 'auto' ? '1024x1024' : size,
    quality: quality === 'auto' ? 'medium' : quality,
    format,
  };
}

const PREVIEWS_MAX = 3;

/** Previews of a stream; null where none is asked for. */
function readStream({ stream = false, partial_images: previews = 0, n = 1 }: Json): number | null {
  if (typeof stream !== 'boolean') refuse("Invalid type for 'stream'.", 'stream', 'invalid_type');
  const count = Number.isInteger(previews) ? (previews as number) : -1;
  if (count < 0 || count > PREVIEWS_MAX) {
    refuse("Invalid 'partial_images'.", 'partial_images', 'integer_out_of_range');
  }
  if (stream && n !== 1) refuse('Streaming is only supported with n=1.', 'n');
  return stream ? count : null;
}

/** "Width and height must both be divisible by 16", 3:1 at most, and a number of pixels. */
function fits(size: string): boolean {
  const [width = 0, height = 0] = size.split('x').map(Number);
  const pixels = width * height;
  const isInSteps = width % 16 === 0 && height % 16 === 0;
  const isInShape = Math.max(width, height) <= 3 * Math.min(width, height);
  return isInSteps && isInShape && pixels >= 655_360 && pixels <= 8_294_400;
}

function readGrok(body: Json): string {
  const unknown = Object.keys(body).find((name) => !GROK_FIELDS.has(name));
  if (unknown !== undefined) refuse(`Argument not supported: ${unknown}`, null, 'invalid-argument');
  const side = GROK_SIDES[wordIn(body, 'resolution', '1k')];
  if (side === undefined) refuse('resolution: is not supported.', null, 'invalid-argument');
  return side;
}

/** As OpenAI answers: the images with what they are, and their tokens. */
function byTokens(answer: Answer, asked: Asked): Reply {
  const { prompt, size, quality, format } = asked;
  const count = countOf(prompt, asked.n);
  const most = imageTokensOf(asked.model, { size, quality })?.image ?? 0;
  const image = count * most + (asked.previews ?? 0) * PARTIAL_IMAGE_TOKENS;
  const text = asked.model === 'gpt-image-1-mini' ? 0 : 10 * count;
  const said = answer.tokens.output;
  const tokens: Tokens = { ...answer.tokens, output: said === 0 ? image + text : said };
  const usage = changedUsage(
    {
      input_tokens: tokens.input,
      output_tokens: tokens.output,
      total_tokens: tokens.input + tokens.output,
      input_tokens_details: {
        image_tokens: Math.min(asked.shown, tokens.input),
        text_tokens: Math.max(0, tokens.input - asked.shown),
      },
      ...(text === 0
        ? {}
        : { output_tokens_details: { image_tokens: tokens.output - text, text_tokens: text } }),
    },
    answer,
  );
  const made = { background: 'opaque', output_format: format, quality, size };
  const isSilent = answer.usage.position === 'none' || asksFor(prompt, 'silent');
  const tail = { ...made, ...(isSilent ? {} : { usage }) };
  if (asked.previews !== null) return streamOf(asked, { made, tail, tokens });
  const created = Math.floor(Date.now() / 1_000);
  return jsonReply(200, { created, data: dataOf(asked, count), ...tail }, tokens);
}

/** Previews, and the image with what was used, as `ImageGenStreamEvent` has them. */
function streamOf(
  asked: Asked,
  { made, tail, tokens }: { made: Json; tail: Json; tokens: Tokens },
): Reply {
  const { prompt, size, isEdit } = asked;
  const created_at = Math.floor(Date.now() / 1_000);
  const eventOf = (end: string, more: Json): string => {
    const type = `${isEdit ? 'image_edit' : 'image_generation'}.${end}`;
    return `event: ${type}\ndata: ${JSON.stringify({ type, created_at, ...more })}\n\n`;
  };
  const previews = Array.from({ length: asked.previews ?? 0 }, (_, index) => {
    const b64_json = imageIn(prompt, size, index + 1);
    const event = { b64_json, partial_image_index: index, ...made };
    return frame(eventOf('partial_image', event), PARTIAL_IMAGE_TOKENS);
  });
  const whole = frame(eventOf('completed', { b64_json: imageIn(prompt, size, 0), ...tail }));
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream; charset=utf-8' },
    steps: [...previews, whole],
    stream: true,
    served: tokens,
  };
}

/** As others answer: images, and no tokens. */
function byPiece(call: Call, asked: Asked): Reply {
  const none = { input: 0, cached: 0, written: 0, hour: 0, output: 0, reasoning: 0 };
  const isGrok = call.path.startsWith(GROK_PATH);
  const data = dataOf(asked, countOf(asked.prompt, asked.n));
  const extra = isGrok ? { usage: { cost_in_usd_ticks: 200_000_000 } } : { created: 1_764_000_000 };
  return jsonReply(200, { data, ...extra }, none);
}

function dataOf({ prompt, size, isInside }: Asked, count: number): Json[] {
  return Array.from({ length: count }, (_, index) =>
    isInside && !asksFor(prompt, 'url')
      ? { b64_json: imageIn(prompt, size, index) }
      : { url: `https://images.invalid/${index}.png` },
  );
}

const NUMBERS = ['n', 'output_compression', 'partial_images'];

/** What a form of an edit has, read as the JSON of an image that is made. */
function editFields({ form = [] }: Call): Json {
  const texts = form.filter(({ fileName }) => fileName === null);
  return Object.fromEntries(
    texts.map(({ name, bytes }) => {
      const text = bytes.toString('utf8');
      if (name === 'stream') return [name, text === 'true'];
      return [name, NUMBERS.includes(name) ? Number(text) : text];
    }),
  );
}

const SHOWN_MAX = 16;
const GROK_SHOWN_MAX = 3;
const PICTURE = /^(?:\x89PNG|\xff\xd8\xff|RIFF....WEBP)/su;
const TYPES = /\.(?:png|jpe?g|webp)$/u;
const MASK_BYTES_MAX = 4_194_304;
const FIDELITIES: Readonly<Record<string, readonly string[]>> = {
  'gpt-image-1-mini': ['low'],
  'gpt-image-1.5': ['low', 'high'],
};
/** Tokens of an image that is edited, in low fidelity, of one tile; and of what high adds. */
const SHOWN_TOKENS = { low: 194, high: 4_354 } as const;

/** Reads a request for edits: a form at OpenAI and most providers, JSON at xAI. */
function askEdits(call: Call): Question {
  if (call.path.startsWith(GROK_PATH)) return askGrokEdits(call);
  const { form } = call;
  if (form === undefined) refuse('The body must be multipart/form-data.', null);
  const files = form.filter(({ fileName }) => fileName !== null);
  const images = files.filter(({ name }) => name === 'image' || name === 'image[]');
  const masks = files.filter(({ name }) => name === 'mask');
  for (const { name, bytes, fileName } of files) {
    const known = images.length + masks.length === files.length;
    if (!known) refuse(`Unknown parameter: '${name}'.`, name, 'unknown_parameter');
    const isImage = PICTURE.test(bytes.toString('latin1', 0, 12)) && TYPES.test(fileName ?? '');
    if (!isImage) refuse('Invalid file: expected an image.', name, 'invalid_image_file');
  }
  if (images.length === 0) refuse("Missing required parameter: 'image'.", 'image');
  if (images.length > SHOWN_MAX) refuse(`Expected at most ${SHOWN_MAX} images.`, 'image');
  if (images.length > 1 && images.some(({ name }) => name === 'image')) {
    refuse("Duplicate parameter: 'image'.", 'image');
  }
  assertMasks(masks, images[0]);
  const { input_fidelity: fidelity, ...body } = editFields(call);
  const model = typeof body['model'] === 'string' ? body['model'] : '';
  assertModel(model);
  const isKnown = FIDELITIES[model]?.some((one) => one === fidelity) === true;
  if (fidelity !== undefined && !isKnown) {
    refuse("Invalid value of 'input_fidelity'.", 'input_fidelity', 'invalid_value');
  }
  const each = SHOWN_TOKENS[fidelity === 'high' ? 'high' : 'low'];
  const shown = isOwn(call) ? images.length * each : 0;
  return questionOf(call, { ...readAsked(call, body, model), shown, isEdit: true });
}

function assertMasks(masks: readonly FormField[], first: FormField | undefined): void {
  const [mask, ...others] = masks;
  if (mask === undefined) return;
  if (others.length > 0) refuse("Duplicate parameter: 'mask'.", 'mask');
  const isPng = (one: FormField): boolean => one.bytes.toString('latin1', 1, 4) === 'PNG';
  if (!isPng(mask) || mask.bytes.length >= MASK_BYTES_MAX) {
    refuse('Invalid mask: expected a PNG of less than 4MB.', 'mask', 'invalid_image_file');
  }
  const sizeOf = (one: FormField): string => one.bytes.toString('hex', 16, 24);
  if (first !== undefined && isPng(first) && sizeOf(first) !== sizeOf(mask)) {
    refuse('Invalid mask: size does not match.', 'mask', 'invalid_image_file');
  }
}

function askGrokEdits(call: Call): Question {
  const { image, images, ...body } = readBody(call);
  const shown = [image ?? images ?? []].flat();
  const isFit = shown.every((one) => {
    const { type, url } = isJson(one) ? one : {};
    return type === 'image_url' && typeof url === 'string' && url.startsWith('data:image/');
  });
  if (!isFit || shown.length === 0 || shown.length > GROK_SHOWN_MAX) {
    refuse('image: one to three images are needed.', null, 'invalid-argument');
  }
  const asked = readAsked(call, body, body.model);
  return questionOf(call, { ...asked, shown: 0, isEdit: true });
}

const EDITS: Operation = {
  name: 'image_edits',
  peek(call) {
    const { model, prompt, stream } =
      call.form === undefined && isJson(call.body) ? call.body : editFields(call);
    return {
      model: typeof model === 'string' ? model : null,
      text: typeof prompt === 'string' ? prompt : '',
      stream: stream === true,
    };
  },
  answer: askEdits,
};

/** Images over the wire of OpenAI and of providers that speak it. */
export const IMAGE_ROUTES: readonly [method: string, path: RegExp, operation: Operation][] = [
  ['POST', /\/images\/edits$/u, EDITS],
  [
    'POST',
    /\/images\/generations$/u,
    {
      name: 'images',
      peek({ body }) {
        const { model, prompt, stream } = isJson(body) ? body : {};
        return {
          model: typeof model === 'string' ? model : null,
          text: typeof prompt === 'string' ? prompt : '',
          stream: stream === true,
        };
      },
      answer: askImages,
    },
  ],
];
