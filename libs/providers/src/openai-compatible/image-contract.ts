import type { ContractDraft } from '@tollgate/contract/request-contract';
import type { ServedAt } from '../adapter/adapter.ts';
import { IMAGES_SHOWN_MAX } from '@tollgate/contract/images';
import { ANY, between, oneOf } from '../contract/contract.ts';
import { NO_IMAGE_RULES, pieceDraft } from '../contract/image-rules.ts';
import { imageContract } from '../openai/image-lines.ts';
import { videoWireAt } from './known-providers.ts';
import { xaiVideo } from './xai-video.ts';

/**
 * Names of models that make images, wherever they are served: lines of makers, and what models of
 * public weights call themselves.
 */
const IMAGE_NAMES =
  /(?:^|[/_-])(?:gpt-image|chatgpt-image|dall-?e|grok-imagine-image|imagen-\d|flux|stable-diffusion|sdxl|sd-?3|seedream|qwen-image|hidream|ideogram|recraft|kolors|z-image|hunyuan-?image)/iu;
/**
 * Models of public weights whose names say that they edit. Servers of these take edits as OpenAI's
 * form: https://docs.vllm.ai/projects/vllm-omni/en/latest/serving/image_edit_api/ and
 * https://deepinfra.com/Qwen/Qwen-Image-Edit/api, read on 2026-11-28. Of others an approval may say
 * so.
 */
const EDIT_NAMES = /(?:image-edit|kontext)/iu;
const GROK = /^grok-imagine-image(?:-quality|-pro|-2)?$/u;
/**
 * Shapes and classes of size that xAI's models take; "size … Argument not supported":
 * https://docs.x.ai/docs/guides/image-generations, as https://docs.crazyrouter.com/en/images/grok
 * and https://developer.civitai.com/orchestration/recipes/grok have it, read on 2026-11-28.
 */
const GROK_SHAPES = [
  'auto',
  '1:1',
  '16:9',
  '9:16',
  '4:3',
  '3:4',
  '3:2',
  '2:3',
  '2:1',
  '1:2',
  '20:9',
  '9:20',
  '19.5:9',
  '9:19.5',
] as const;

/**
 * "Image editing with up to 3 reference images": see `wire/images/mapper.ts`. Each is billed, too,
 * which is a price for `image`.
 */
const GROK_SHOWN_MAX = 3;

/** A model's name without the prefix of a router. */
export const bareName = (model: string): string => model.slice(model.lastIndexOf('/') + 1);

/**
 * What a model that makes images accepts over `/images/generations`; null for other names. Those of
 * OpenAI are billed by tokens wherever they are served. Of models that nobody here knows, an
 * approval may list sizes and qualities: each then has a price of its own.
 * @param at where the model is served, as far as that is known
 */
export function compatibleImageContract(
  model: string,
  at: ServedAt | undefined,
): ContractDraft | null {
  if (!IMAGE_NAMES.test(model)) return null;
  const isAtMaker = at !== undefined && videoWireAt(at) === xaiVideo;
  if (isAtMaker && GROK.test(model)) return grokDraft();
  return imageContract(bareName(model)) ?? unknownDraft(EDIT_NAMES.test(model));
}

function grokDraft(): ContractDraft {
  return pieceDraft('published', {
    ...NO_IMAGE_RULES,
    n: between(1, 10),
    resolution: { ...oneOf('1k', '2k'), default: '1k' },
    aspect_ratio: oneOf(...GROK_SHAPES),
    images: between(1, GROK_SHOWN_MAX),
  });
}

function unknownDraft(edits: boolean): ContractDraft {
  return pieceDraft('assumed', {
    ...NO_IMAGE_RULES,
    n: between(1, 10),
    size: ANY,
    ...(edits ? { images: between(1, IMAGES_SHOWN_MAX), mask: ANY } : {}),
  });
}
