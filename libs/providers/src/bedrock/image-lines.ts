import type { ContractDraft, ParameterRule } from '@tollgate/contract/request-contract';
import { between, oneOf, PRESENT } from '../contract/contract.ts';
import { NO_IMAGE_RULES, pieceDraft } from '../contract/image-rules.ts';
import { bareModel } from '../wire/converse/model-name.ts';

/** One line of models that make images. */
export interface BedrockImageLine {
  models: RegExp;
  /** The maker, whose bodies the models take. */
  maker: 'amazon' | 'stability';
  /** How the maker asks a model for an edit; absent: it makes none. */
  edits?: 'variation' | 'mode' | 'strength';
  /** Absent: shapes. */
  sizes?: readonly string[];
  /** The most characters of a prompt, and so of its tokens. */
  prompt: number;
}

/**
 * What Amazon bills: by the image, by its size and its quality; `hd` is what it calls `premium`.
 */
const QUALITIES: ParameterRule = { ...oneOf('standard', 'hd'), default: 'standard' };
/** "numberOfImages … 1 to 5", and as many to make a variation of. */
const AMAZON_IMAGES_MAX = 5;
const SHAPES = ['1:1', '16:9', '21:9', '2:3', '3:2', '4:5', '5:4', '9:16', '9:21'] as const;

/**
 * Models of Amazon and of Stability AI over InvokeModel. By documentation, read on 2026-11-28:
 * https://docs.aws.amazon.com/nova/latest/userguide/image-gen-req-resp-structure.html,
 * https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-titan-image.html and
 * https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-stability-diffusion.html.
 * Nova Canvas takes any size in steps of 16 pixels: an approval may list others, each with a price.
 */
const LINES: readonly BedrockImageLine[] = [
  {
    models: /^amazon\.nova-canvas-v1(?::\d+\w*)*$/u,
    maker: 'amazon',
    edits: 'variation',
    sizes: ['1024x1024', '512x512', '1280x720', '720x1280', '2048x1152', '1152x2048', '2048x2048'],
    prompt: 1_024,
  },
  {
    models: /^amazon\.titan-image-generator-v2(?::\d+\w*)*$/u,
    maker: 'amazon',
    edits: 'variation',
    sizes: ['1024x1024', '512x512', '768x768', '1152x768', '768x1152', '1280x768', '768x1280'],
    prompt: 512,
  },
  {
    models: /^stability\.sd3-5-large-v1(?::\d+)*$/u,
    maker: 'stability',
    edits: 'mode',
    prompt: 10_000,
  },
  {
    models: /^stability\.stable-image-ultra-v1(?::\d+)*$/u,
    maker: 'stability',
    edits: 'strength',
    prompt: 10_000,
  },
  { models: /^stability\.stable-image-core-v1(?::\d+)*$/u, maker: 'stability', prompt: 10_000 },
];

/** The line of a model that makes images; undefined for another one. */
export function imageLineOf(upstreamModel: string): BedrockImageLine | undefined {
  const name = bareModel(upstreamModel);
  return LINES.find(({ models }) => models.test(name));
}

/** What a model that makes images accepts; null for another one. */
export function bedrockImageContract(upstreamModel: string): ContractDraft | null {
  const line = imageLineOf(upstreamModel);
  if (line === undefined) return null;
  const { maker, edits, sizes = [], prompt } = line;
  const most = maker === 'amazon' ? AMAZON_IMAGES_MAX : 1;
  const draft = pieceDraft(
    'published',
    {
      ...NO_IMAGE_RULES,
      n: between(1, most),
      ...(maker === 'amazon'
        ? { size: oneOf(...sizes), quality: QUALITIES }
        : { aspect_ratio: oneOf(...SHAPES), output_format: oneOf('png', 'jpeg') }),
      ...(edits === undefined ? {} : { images: between(1, most) }),
    },
    { context_tokens: prompt },
  );
  if (maker === 'amazon' || edits === undefined) return draft;
  // An edit has the shape of the image that it is made of.
  const exclusions = [{ when: { images: [PRESENT] }, refuse: { aspect_ratio: [PRESENT] } }];
  return { ...draft, exclusions };
}
