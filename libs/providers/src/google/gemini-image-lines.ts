import type { ContractDraft, ParameterRule } from '@tollgate/contract/request-contract';
import type { ImageTerms, ImageTokens } from '../adapter/image-wire.ts';
import { PLAIN_CHAT_RULES } from '../contract/chat-rules.ts';
import { ANY, between, oneOf } from '../contract/contract.ts';
import type { ChatRules } from '../contract/contract.ts';
import { NO_IMAGE_RULES } from '../contract/image-rules.ts';
import type { JsonObject } from '../json.ts';
import { googleOverhead } from './overhead.ts';

/** Width and height in pixels of an image of the class 1K, by its shape. */
type Sides = Readonly<Record<string, readonly [width: number, height: number]>>;

/** One line of Gemini models that make images. */
interface ImageLine {
  models: RegExp;
  sides: Sides;
  /** Tokens of an image by its class of sizes; the first is what the provider makes unasked. */
  tokens: Readonly<Record<string, number>>;
  /** Whether a request may name the class. */
  namesClass: boolean;
  /** Tokens beside the first image, of reasoning and of text: ours, sent in the ceiling. */
  text: number;
  shownMax: number;
  promptTokens: number;
  /** The most output tokens of a conversation's answer. */
  outputMax: number;
}

/**
 * "21:9" at 512 pixels has 792x168 in the provider's table, which is another shape: that size is
 * asked for by its class and its shape alone.
 */
const UNSURE = '792x336';

const SHAPES: Sides = {
  '1:1': [1_024, 1_024],
  '2:3': [848, 1_264],
  '3:2': [1_264, 848],
  '3:4': [896, 1_200],
  '4:3': [1_200, 896],
  '4:5': [928, 1_152],
  '5:4': [1_152, 928],
  '9:16': [768, 1_376],
  '16:9': [1_376, 768],
  '21:9': [1_584, 672],
};
const LONG_SHAPES: Sides = {
  '1:4': [512, 2_048],
  '4:1': [2_048, 512],
  '1:8': [384, 3_072],
  '8:1': [3_072, 384],
};
/** Models of 2.5 have sizes of their own, and one of each shape. */
const SHAPES_2_5: Sides = {
  '1:1': [1_024, 1_024],
  '2:3': [832, 1_248],
  '3:2': [1_248, 832],
  '3:4': [864, 1_184],
  '4:3': [1_184, 864],
  '4:5': [896, 1_152],
  '5:4': [1_152, 896],
  '9:16': [768, 1_344],
  '16:9': [1_344, 768],
  '21:9': [1_536, 672],
};

/** How many times as long the sides of a class are as those of 1K. */
const SCALES: Readonly<Record<string, number>> = { '512': 0.5, '1k': 1, '2k': 2, '4k': 4 };

/**
 * Shapes, sizes in pixels and tokens by https://ai.google.dev/gemini-api/docs/image-generation
 * (tables "Flash Image", "Pro Image", "Gemini 2.5 Flash Image"); tokens of 3.1 Flash Image by its
 * price and its page at Google's cloud ("747 tokens for 512p, 1120 for 1K, 1680 for 2K and 2520 for
 * 4K"), which are the larger where the pages differ; images that are shown and input limits by the
 * pages of the models. All read on 2026-11-28; nothing was recorded.
 */
const LINES: readonly ImageLine[] = [
  {
    models: /^gemini-2\.5-flash-image(?:-preview)?$/u,
    sides: SHAPES_2_5,
    tokens: { '1k': 1_290 },
    namesClass: false,
    text: 256,
    shownMax: 3,
    promptTokens: 65_536,
    outputMax: 32_768,
  },
  {
    models: /^gemini-3-pro-image(?:-preview)?$/u,
    sides: SHAPES,
    tokens: { '1k': 1_120, '2k': 1_120, '4k': 2_000 },
    namesClass: true,
    text: 4_096,
    shownMax: 14,
    promptTokens: 65_536,
    outputMax: 32_768,
  },
  {
    models: /^gemini-3\.1-flash-image(?:-preview)?$/u,
    sides: { ...SHAPES, ...LONG_SHAPES },
    tokens: { '1k': 1_120, '512': 747, '2k': 1_680, '4k': 2_520 },
    namesClass: true,
    text: 2_048,
    shownMax: 14,
    promptTokens: 131_072,
    outputMax: 32_768,
  },
  {
    models: /^gemini-3\.1-flash-lite-image$/u,
    sides: { ...SHAPES, ...LONG_SHAPES },
    tokens: { '1k': 1_120 },
    namesClass: true,
    text: 2_048,
    shownMax: 14,
    promptTokens: 65_536,
    outputMax: 4_096,
  },
];

/** A shape and a class of sizes. */
interface Format {
  shape: string;
  size: string;
}

/** Whether a model answers with images over `generateContent`. */
export function isGeminiImage(model: string): boolean {
  return lineOf(model) !== undefined;
}

/**
 * What a Gemini model that makes images takes on the routes of images; null for other names. A
 * `size` in pixels is one of the provider's own table; it says the shape and the class at once.
 */
export function geminiImageContract(model: string): ContractDraft | null {
  const line = lineOf(model);
  if (line === undefined) return null;
  const classes = Object.keys(line.tokens);
  return {
    source: 'published',
    capability: 'image',
    parameters: {
      ...NO_IMAGE_RULES,
      // "Multiple candidates is not enabled for this model": one call makes one image.
      n: between(1, 1),
      size: oneOf('auto', ...formatsOf(line).keys()),
      ...(line.namesClass ? { resolution: oneOf(...classes) } : {}),
      aspect_ratio: oneOf(...Object.keys(line.sides)),
      images: between(1, line.shownMax),
    },
    limits: {
      context_tokens: line.promptTokens,
      output_tokens: Math.max(...Object.values(line.tokens)) + line.text,
    },
    dimensions: ['input', 'output', 'image_output'],
    chat: { parameters: chatRules(line) },
  };
}

/** What a conversation may say, whose answer comes in one piece. */
function chatRules({ outputMax }: ImageLine): ChatRules & { modalities: ParameterRule } {
  return {
    ...PLAIN_CHAT_RULES,
    max_tokens: between(1, outputMax),
    max_completion_tokens: between(1, outputMax),
    temperature: between(0, 2),
    image_input: ANY,
    modalities: oneOf('image', 'text'),
  };
}

/** The most tokens of an image, and of the whole answer under the ceiling that is sent. */
export function geminiImageTokens(
  model: string,
  terms: Pick<ImageTerms, 'size' | 'resolution'>,
  ceiling?: number,
): ImageTokens | null {
  const line = lineOf(model);
  if (line === undefined) return null;
  const image = tokensOf(line, terms);
  const most = ceiling ?? image + line.text;
  // A model may draw several images, as far as the ceiling goes; each costs more than text.
  const images = Math.floor(most / image) * image;
  const answer = { image: images, text: most - images };
  return { image, text: line.text, shown: googleOverhead(model).image, answer };
}

/** The ceiling and the form of an image, as `generationConfig` has them. */
export function imageGeneration(model: string, terms: ImageTerms): JsonObject {
  const line = lineOf(model);
  if (line === undefined) throw new TypeError('the model makes no images');
  const { shape, size } = formatOf(line, terms);
  const config = {
    ...(shape === undefined ? {} : { aspectRatio: shape }),
    ...(size === undefined ? {} : { imageSize: size.toUpperCase() }),
  };
  return {
    responseModalities: ['IMAGE'],
    maxOutputTokens: tokensOf(line, terms) + line.text,
    ...(Object.keys(config).length === 0 ? {} : { imageConfig: config }),
  };
}

function lineOf(model: string): ImageLine | undefined {
  return LINES.find(({ models }) => models.test(model));
}

function tokensOf(line: ImageLine, terms: Pick<ImageTerms, 'size' | 'resolution'>): number {
  const { size } = formatOf(line, terms);
  const most = Math.max(...Object.values(line.tokens));
  return size === undefined ? most : (line.tokens[size] ?? most);
}

/** The form of an image in the provider's words; absent where the provider decides. */
function formatOf(
  line: ImageLine,
  { size, resolution, aspectRatio }: Pick<ImageTerms, 'size' | 'resolution' | 'aspectRatio'>,
): Partial<Format> {
  const named = formatsOf(line).get(size ?? '');
  if (named !== undefined) return line.namesClass ? named : { shape: named.shape };
  return {
    ...(aspectRatio === undefined ? {} : { shape: aspectRatio }),
    ...(resolution === undefined || !line.namesClass ? {} : { size: resolution }),
  };
}

/** The formats of a line by their sizes in pixels. */
function formatsOf({ sides, tokens }: ImageLine): Map<string, Format> {
  const all = Object.keys(tokens).flatMap((size) =>
    Object.entries(sides).map(([shape, [width, height]]) => {
      const scale = SCALES[size] ?? 1;
      return [`${width * scale}x${height * scale}`, { shape, size }] as const;
    }),
  );
  return new Map(all.filter(([pixels]) => pixels !== UNSURE));
}
