import type { ContractDraft } from '@tollgate/contract/request-contract';
import { ANY, NONE, PRESENT, between, oneOf } from '../contract/contract.ts';
import type { VideoRules } from '../contract/contract.ts';
import { withVideoDimensions } from '../contract/video-contract.ts';
import { sizesOf } from '../adapter/video-terms.ts';
import { NOVA, PROMPT_MAX, RAY } from './video-models.ts';

/** The most tokens of one character. */
const CHARACTER_TOKENS = 4;
const SEED_MAX = 2_147_483_646;
/** Seconds of one shot; longer videos are several shots, which take no picture. */
const SHOT = 6;
const SHOTS_MAX = 20;
const RAY_RESOLUTIONS = ['720p', '540p'] as const;
const RAY_SHAPES = ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9', '9:21'] as const;

/**
 * What a model of this host that makes videos accepts, by Amazon's user guides of Nova Reel and of
 * Luma's models; null for other names.
 */
export function videoContract(model: string): ContractDraft | null {
  const nova = NOVA.exec(model);
  if (nova !== null) return novaDraft(nova.groups?.['version'] !== '0');
  return RAY.test(model) ? rayDraft() : null;
}

function novaDraft(isLater: boolean): ContractDraft {
  const longer = isLater
    ? Array.from({ length: SHOTS_MAX - 1 }, (_, index) => SHOT * (index + 2))
    : [];
  const rules: VideoRules = {
    seconds: { ...oneOf(SHOT, ...longer), default: SHOT },
    resolution: oneOf('720p'),
    aspect_ratio: oneOf('16:9'),
    size: oneOf('1280x720'),
    generate_audio: oneOf(false),
    seed: between(0, SEED_MAX),
    negative_prompt: NONE,
    input_reference: NONE,
    first_frame: ANY,
    last_frame: NONE,
  };
  const exclusions = [{ when: { first_frame: [PRESENT] }, refuse: { seconds: longer } }];
  return draftOf(
    rules,
    isLater ? { exclusions, characters: PROMPT_MAX.shots } : { characters: PROMPT_MAX.shot },
  );
}

function rayDraft(): ContractDraft {
  const rules: VideoRules = {
    seconds: { ...oneOf(5, 9), default: 5 },
    resolution: { ...oneOf(...RAY_RESOLUTIONS), default: '720p' },
    aspect_ratio: { ...oneOf(...RAY_SHAPES), default: '16:9' },
    size: oneOf(...sizesOf(RAY_RESOLUTIONS, RAY_SHAPES)),
    generate_audio: oneOf(false),
    seed: NONE,
    negative_prompt: NONE,
    input_reference: NONE,
    first_frame: ANY,
    last_frame: ANY,
  };
  return draftOf(rules, { characters: PROMPT_MAX.ray });
}

/** @param more.characters of the longest prompt; each is counted as four tokens at most */
function draftOf(
  parameters: VideoRules,
  { exclusions, characters }: Pick<ContractDraft, 'exclusions'> & { characters: number },
): ContractDraft {
  return withVideoDimensions({
    source: 'published',
    capability: 'video',
    parameters,
    ...(exclusions === undefined ? {} : { exclusions }),
    limits: { context_tokens: CHARACTER_TOKENS * characters },
    dimensions: ['second'],
  });
}
