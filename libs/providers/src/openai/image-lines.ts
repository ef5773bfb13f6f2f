import type { ContractDraft, ParameterRule } from '@tollgate/contract/request-contract';
import type { ImageTerms, ImageTokens } from '../adapter/image-wire.ts';
import { ANY, between, NONE, oneOf } from '../contract/contract.ts';
import type { ImageRules } from '../contract/contract.ts';
import { NO_IMAGE_RULES, ONE_IMAGE_A_STREAM, STREAM_RULES } from '../contract/image-rules.ts';
import { OPENAI_IMAGE_FACTS } from './image-facts.ts';

/** One line of models that make images. */
interface ImageLine {
  models: RegExp;
  size: ParameterRule;
  quality: ParameterRule;
  /** The most tokens of an image; null where nobody has written that down. */
  tokensOf: ((terms: Pick<ImageTerms, 'size' | 'quality'>) => number) | null;
  /** The most tokens of any image; absent where nobody has written that down. */
  tokensMax?: number;
  /** Whether the model writes text on its way, at a price of its own. */
  writesText: boolean;
  /** How closely images that are edited are followed; absent where no word of it is taken. */
  fidelity?: ParameterRule;
}

const STANDARD_SIZES = oneOf('auto', '1024x1024', '1024x1536', '1536x1024');
const QUALITIES = ['auto', 'low', 'medium', 'high'] as const;

/**
 * "`high`, `medium` and `low` are supported for the GPT image models", 2.5 takes `xhigh` and `max`
 * too; arbitrary sizes from 2 on (`ImageGenerateParams` of the npm package openai 7.55, read on
 * 2026-11-28). There, DALL·E and gpt-image-1 are retired.
 */
const LINES: readonly ImageLine[] = [
  {
    models: /^gpt-image-1-mini(?:-\d{4}-\d{2}-\d{2})?$/u,
    size: STANDARD_SIZES,
    quality: oneOf(...QUALITIES),
    tokensOf: standardTokens,
    tokensMax: OPENAI_IMAGE_FACTS.standardTokensMax,
    writesText: false,
    fidelity: { ...oneOf('low'), default: 'low' },
  },
  {
    models: /^gpt-image-1\.5(?:-\d{4}-\d{2}-\d{2})?$/u,
    size: STANDARD_SIZES,
    quality: oneOf(...QUALITIES),
    tokensOf: standardTokens,
    tokensMax: OPENAI_IMAGE_FACTS.standardTokensMax,
    writesText: true,
    fidelity: { ...oneOf('low', 'high'), default: 'low' },
  },
  {
    models: /^gpt-image-2(?:-\d{4}-\d{2}-\d{2})?$/u,
    size: { ...ANY, default: 'auto' },
    quality: oneOf(...QUALITIES),
    tokensOf: measuredTokens,
    tokensMax: OPENAI_IMAGE_FACTS.measuredTokensMax,
    writesText: true,
  },
  {
    models: /^gpt-image-2\.5-(?:sunburst|flare)(?:-\d{4}-\d{2}-\d{2})?$/u,
    size: { ...ANY, default: 'auto' },
    quality: oneOf(...QUALITIES, 'xhigh', 'max'),
    tokensOf: null,
    writesText: true,
  },
  {
    models: /^(?:gpt-image-2\.6-(?:sunburst|flare)|chatgpt-image-latest)$/u,
    size: STANDARD_SIZES,
    quality: oneOf(...QUALITIES),
    tokensOf: null,
    writesText: true,
  },
];

/** Whether OpenAI calls a model so that makes images. */
export function isImageModel(model: string): boolean {
  return lineOf(model) !== undefined;
}

/** What one of OpenAI's models that make images accepts; null for other names. */
export function imageContract(model: string): ContractDraft | null {
  const line = lineOf(model);
  if (line === undefined) return null;
  const parameters: ImageRules = {
    ...NO_IMAGE_RULES,
    n: between(1, 10),
    size: line.size,
    quality: line.quality,
    background: oneOf('auto', 'opaque', 'transparent'),
    output_format: oneOf('png', 'jpeg', 'webp'),
    output_compression: between(0, 100),
    moderation: oneOf('auto', 'low'),
    images: between(1, OPENAI_IMAGE_FACTS.shownMax),
    mask: ANY,
    input_fidelity: line.fidelity ?? NONE,
    ...STREAM_RULES,
  };
  const { tokensMax } = line;
  return {
    source: 'published',
    capability: 'image',
    parameters,
    exclusions: [
      { when: { background: ['transparent'] }, refuse: { output_format: ['jpeg'] } },
      // "Streaming is only supported with n=1.", reported on 2026-09-06:
      // https://github.com/theopenco/llmgateway/issues/3963
      ONE_IMAGE_A_STREAM,
    ],
    limits: {
      context_tokens: OPENAI_IMAGE_FACTS.promptTokens,
      ...(tokensMax === undefined ? {} : { output_tokens: tokensMax }),
    },
    dimensions: ['input', ...(line.writesText ? ['output'] : []), 'image_input', 'image_output'],
  };
}

/**
 * The most tokens of an image of these terms; null for names of other models, and for lines of
 * which nobody has written that down: an approval says it for all their images.
 */
export function imageTokensOf(
  model: string,
  terms: Pick<ImageTerms, 'size' | 'quality' | 'inputFidelity'>,
): ImageTokens | null {
  const line = lineOf(model);
  if (line === undefined || line.tokensOf === null) return null;
  const text = line.writesText ? OPENAI_IMAGE_FACTS.textTokens : 0;
  return { image: line.tokensOf(terms), text, shown: shownTokensOf(line, terms) };
}

function shownTokensOf(
  { fidelity }: ImageLine,
  { inputFidelity }: Pick<ImageTerms, 'inputFidelity'>,
): number {
  const { shownTokens, shownTokensMax } = OPENAI_IMAGE_FACTS;
  if (fidelity === undefined) return shownTokensMax;
  return inputFidelity === 'low' ? shownTokens.low : shownTokens.high;
}

function lineOf(model: string): ImageLine | undefined {
  return LINES.find(({ models }) => models.test(model));
}

/** By the table; the dearest where the provider chooses. */
function standardTokens({ size, quality }: Pick<ImageTerms, 'size' | 'quality'>): number {
  const table: Readonly<Record<string, Readonly<Record<string, number>>>> =
    OPENAI_IMAGE_FACTS.standardTokens;
  const most = OPENAI_IMAGE_FACTS.standardTokensMax;
  const rows =
    quality === undefined || quality === 'auto' ? Object.values(table) : [table[quality]];
  const counts = rows.map((row) =>
    size === undefined || size === 'auto'
      ? Math.max(...Object.values(row ?? { any: most }))
      : (row?.[size] ?? most),
  );
  return Math.max(...counts);
}

const PIXELS = /^(?<width>\d+)x(?<height>\d+)$/u;

/** By the formula that the provider's bills follow; the dearest where the provider chooses. */
function measuredTokens({ size, quality }: Pick<ImageTerms, 'size' | 'quality'>): number {
  const { axes, offset, scale } = OPENAI_IMAGE_FACTS.measured;
  const { width, height } = PIXELS.exec(size ?? '')?.groups ?? {};
  if (width === undefined || height === undefined) return OPENAI_IMAGE_FACTS.measuredTokensMax;
  const [long, short] = [Number(width), Number(height)].toSorted((a, b) => b - a);
  const factors: Readonly<Record<string, number>> = axes;
  const factor = factors[quality ?? ''] ?? Math.max(...Object.values(axes));
  const across = Math.floor((2 * factor * (short ?? 0) + (long ?? 0)) / (2 * (long ?? 1)));
  const pixels = Number(width) * Number(height);
  return Math.ceil((factor * across * (offset + pixels)) / scale);
}
