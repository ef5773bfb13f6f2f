import { PARTIAL_IMAGE_TOKENS } from '@tollgate/providers/adapter/image-wire';
import { imageTokensOf } from '@tollgate/providers/openai/image-lines';
import type { Answer } from '../answer.ts';
import { imageIn } from '../image-terms.ts';
import { isJson, refuse } from './chat-request.ts';

type Json = Record<string, unknown>;

/** The images that a request allows. */
export interface AskedImages {
  size: string;
  quality: string;
  format: string;
  /** Previews of each image of a stream. */
  previews: number;
  /** Images that the model may look at: of the conversation, and the mask. */
  shown: number;
  /** Whether the model has to make one. */
  isForced: boolean;
}

/** The members of the tool, as `Tool.ImageGeneration` of the npm package openai 7.59 has them. */
export const IMAGE_FIELDS = {
  model: null,
  action: null,
  quality: null,
  size: null,
  background: null,
  output_format: null,
  output_compression: null,
  moderation: null,
  partial_images: null,
  input_fidelity: null,
  input_image_mask: { image_url: null, file_id: null },
} as const;

const IMAGES = 'image_generation';
const MODELS: ReadonlySet<unknown> = new Set(['gpt-image-2', 'gpt-image-2-2026-04-21']);
const WORDS: readonly (readonly [string, readonly unknown[]])[] = [
  ['action', ['auto', 'generate', 'edit']],
  ['quality', ['auto', 'low', 'medium', 'high']],
  ['background', ['auto', 'opaque', 'transparent']],
  ['output_format', ['png', 'jpeg', 'webp']],
  ['moderation', ['auto', 'low']],
];
const SIZE = /^(?<width>\d+)x(?<height>\d+)$/u;
const SIDES_OF = 16;
const PIXELS_MAX = 3_840 * 2_160;
const RATIO_MAX = 3;
const PREVIEWS_MAX = 3;
const COMPRESSION_MAX = 100;
const PROMPT_TOKENS = 50;
const SHOWN_TOKENS = 1_000;
const TEXT_TOKENS = 12;

/** Whether a tool makes images. */
export function isImages({ type }: Json): boolean {
  return type === IMAGES;
}

/** The images that tools allow; undefined for none. Throws a refusal where the provider would. */
export function readImages(tools: readonly Json[], body: Json, shown: number): AskedImages | null {
  const found = tools.filter(isImages);
  const isForced = isJson(body['tool_choice']) && body['tool_choice']['type'] === IMAGES;
  const [tool] = found;
  if (tool === undefined) return null;
  const param = `tools[${tools.indexOf(tool)}]`;
  if (found.length > 1) refuse('Duplicate tools are not allowed.', 'tools');
  if (!MODELS.has(tool['model'])) {
    refuse('The image model is not the one that this account pays for.', `${param}.model`);
  }
  if (tool['input_fidelity'] !== undefined) {
    refuse("'input_fidelity' is not supported with 'gpt-image-2'.", `${param}.input_fidelity`);
  }
  for (const [name, known] of WORDS) {
    const value = tool[name];
    if (value === undefined || known.includes(value)) continue;
    refuse(`Invalid value of '${name}'.`, `${param}.${name}`, 'invalid_value');
  }
  if (tool['background'] === 'transparent' && tool['output_format'] === 'jpeg') {
    refuse('Transparent backgrounds need png or webp.', `${param}.background`, 'invalid_value');
  }
  const previews = readNumber(tool, 'partial_images', { most: PREVIEWS_MAX, param });
  readNumber(tool, 'output_compression', { most: COMPRESSION_MAX, param });
  assertMask(tool['input_image_mask'], `${param}.input_image_mask`);
  const { size = 'auto', quality = 'auto', output_format: format = 'png' } = tool;
  assertSize(String(size), `${param}.size`);
  return {
    size: size === 'auto' ? '1024x1024' : String(size),
    quality: quality === 'auto' ? 'high' : String(quality),
    format: String(format),
    previews: body['stream'] === true ? previews : 0,
    shown: shown + Number(tool['input_image_mask'] !== undefined),
    isForced,
  };
}

function readNumber(
  tool: Json,
  name: string,
  { most, param }: { most: number; param: string },
): number {
  const value = tool[name] ?? 0;
  if (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most) return Number(value);
  return refuse(`Invalid value of '${name}'.`, `${param}.${name}`, 'invalid_value');
}

function assertMask(mask: unknown, param: string): void {
  if (mask === undefined) return;
  const { file_id: file, image_url: url } = isJson(mask) ? mask : {};
  if (file !== undefined) refuse('No such File object.', `${param}.file_id`);
  if (typeof url === 'string' && url.startsWith('data:image/png;base64,')) return;
  refuse('Invalid mask.', `${param}.image_url`, 'invalid_image_format');
}

function assertSize(size: string, param: string): void {
  if (size === 'auto') return;
  const { width, height } = SIZE.exec(size)?.groups ?? {};
  const [long = 0, short = 0] = [Number(width), Number(height)].toSorted((a, b) => b - a);
  const fits =
    long % SIDES_OF === 0 && short % SIDES_OF === 0 && long * short <= PIXELS_MAX && short > 0;
  if (fits && long <= short * RATIO_MAX) return;
  refuse(`Invalid size '${size}'.`, param, 'invalid_value');
}

/** How many images are made of at most so many. */
export function imagesMade({ images }: Answer, asked: AskedImages | null, most: number): number {
  if (asked === null) return 0;
  return images?.made ?? Math.min(images?.ran ?? Number(asked.isForced), most);
}

/** The item of each image. */
export function imageItems(
  answer: Answer,
  asked: AskedImages,
  { count, newId }: { count: number; newId: (prefix: string) => string },
): Json[] {
  const { size, quality, format: output_format } = asked;
  const about = { background: 'opaque', output_format, quality, size };
  const failed = answer.images?.failed === true;
  return Array.from({ length: count }, (_, at) => ({
    id: newId('ig'),
    type: 'image_generation_call',
    ...(failed
      ? { status: 'failed', result: null, error: { type: 'image_generation_error', message: 'No' } }
      : {
          status: 'completed',
          result: pictureOf(answer, size, at),
          revised_prompt: `Picture ${at}`,
        }),
    action: 'generate',
    ...about,
  }));
}

function pictureOf({ images }: Answer, size: string, at: number): string {
  const picture = imageIn(images?.isJunk === true ? '[image: junk]' : '', size, at);
  const padding = Buffer.alloc(images?.bytes ?? 0);
  return padding.length === 0
    ? picture
    : Buffer.concat([Buffer.from(picture, 'base64'), padding]).toString('base64');
}

/** The previews of an image, as the stream has them. */
export function previewsOf(asked: AskedImages, item: Json): Json[] {
  const { background, output_format, quality, size } = item;
  return Array.from({ length: asked.previews }, (_, partial_image_index) => ({
    partial_image_index,
    partial_image_b64: imageIn('', asked.size, partial_image_index + 1),
    background,
    output_format,
    quality,
    size,
  }));
}

/** What a response tells of the tokens of its images, apart from its own usage. */
export function toolUsage(
  { images }: Answer,
  asked: AskedImages | null,
  count: number,
): Json | undefined {
  if (asked === null || images?.isSilent === true) return undefined;
  const { size, quality, previews, shown } = asked;
  const made = images?.failed === true ? 0 : count;
  const image = imageTokensOf('gpt-image-2', { size, quality })?.image ?? 0;
  const drawn = made * (image + previews * PARTIAL_IMAGE_TOKENS);
  const text_tokens = made * PROMPT_TOKENS;
  const image_tokens = made * shown * SHOWN_TOKENS;
  const input_tokens = images?.input ?? text_tokens + image_tokens;
  const output_tokens = images?.output ?? drawn + made * TEXT_TOKENS;
  return {
    image_gen: {
      input_tokens,
      input_tokens_details: { image_tokens, text_tokens },
      output_tokens,
      output_tokens_details: { image_tokens: drawn, text_tokens: made * TEXT_TOKENS },
      total_tokens: input_tokens + output_tokens,
    },
    web_search: { num_requests: 0 },
  };
}
