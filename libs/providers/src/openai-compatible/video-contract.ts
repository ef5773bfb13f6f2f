import type { ContractDraft } from '@tollgate/contract/request-contract';
import { ANY, NONE, PRESENT, between, oneOf } from '../contract/contract.ts';
import type { VideoRules } from '../contract/contract.ts';
import { withVideoDimensions } from '../contract/video-contract.ts';

/**
 * Names of models that make videos, wherever they are served: lines of makers, and what models of
 * public weights call themselves.
 */
const VIDEO_NAMES =
  /(?:^|[/_-])(?:sora-\d|veo-\d|grok-imagine-video|kling|seedance|wan-?\d|hunyuan-?video|cogvideo|ltx-?video|mochi-\d)|(?:^|[/_.-])(?:t|i|ti|s|v)2v(?:$|[/_.-])/iu;
const SORA = /(?:^|\/)sora-2(?<pro>-pro)?(?:-\d{4}-\d{2}-\d{2})?$/u;

const SHAPES = ['16:9', '9:16'] as const;
/** What the wire has no field for. */
const UNSUPPORTED_FIELDS = {
  seed: NONE,
  negative_prompt: NONE,
  first_frame: NONE,
  last_frame: NONE,
};

/**
 * What a model that makes videos accepts over `/videos`; null for other names. Only Sora's values
 * are documented (by OpenAI and by Azure). Of other models an approval has to say which lengths and
 * resolutions they make; the wire does not say whether a video has sound, so that is the approval's
 * to change, too.
 */
export function compatibleVideoContract(model: string): ContractDraft | null {
  const sora = SORA.exec(model);
  if (sora !== null) return sora.groups?.['pro'] === undefined ? soraDraft() : soraProDraft();
  return VIDEO_NAMES.test(model) ? draftOf(UNKNOWN) : null;
}

const UNKNOWN: VideoRules = {
  ...UNSUPPORTED_FIELDS,
  seconds: ANY,
  resolution: ANY,
  aspect_ratio: { ...oneOf(...SHAPES), default: '16:9' },
  size: ANY,
  generate_audio: oneOf(false),
  input_reference: NONE,
};

const SORA_RULES: VideoRules = {
  ...UNSUPPORTED_FIELDS,
  seconds: { ...oneOf(4, 8, 12), default: 4 },
  resolution: oneOf('720p'),
  aspect_ratio: { ...oneOf(...SHAPES), default: '16:9' },
  size: oneOf('1280x720', '720x1280'),
  generate_audio: oneOf(true),
  input_reference: between(1, 1),
};

function soraDraft(): ContractDraft {
  return draftOf(SORA_RULES);
}

/** The larger sizes have a shape of their own. */
function soraProDraft(): ContractDraft {
  const draft = draftOf({
    ...SORA_RULES,
    resolution: { ...oneOf('720p', '1024p'), default: '720p' },
    aspect_ratio: { ...oneOf(...SHAPES, '7:4', '4:7'), default: '16:9' },
    size: oneOf('1280x720', '720x1280', '1792x1024', '1024x1792'),
  });
  return {
    ...draft,
    exclusions: [
      { when: { resolution: ['720p'] }, refuse: { aspect_ratio: ['7:4', '4:7'] } },
      { when: { resolution: ['1024p'] }, refuse: { aspect_ratio: [...SHAPES] } },
    ],
  };
}

const GROK = /^grok-imagine-video(?<later>-1\.5)?$/u;
const GROK_SECONDS = Array.from({ length: 15 }, (_, index) => index + 1);
/**
 * The longest video that is made after pictures of what it is to look like, and how many of them
 * there may be.
 */
const GROK_ALIKE = { seconds: 10, pictures: 7 };

/**
 * What a model of xAI's that makes videos accepts, by its documentation; null for other names. Its
 * videos always have sound.
 */
export function xaiVideoContract(model: string): ContractDraft | null {
  const grok = GROK.exec(model);
  if (grok === null) return null;
  const isLater = grok.groups?.['later'] !== undefined;
  const draft = draftOf({
    ...UNSUPPORTED_FIELDS,
    seconds: { ...oneOf(...GROK_SECONDS), default: 8 },
    resolution: { ...oneOf('480p', '720p', ...(isLater ? ['1080p'] : [])), default: '480p' },
    aspect_ratio: { ...oneOf(...SHAPES, '1:1', '4:3', '3:4', '3:2', '2:3'), default: '16:9' },
    size: ANY,
    generate_audio: oneOf(true),
    input_reference: between(1, GROK_ALIKE.pictures),
    first_frame: ANY,
  });
  const tooLong = GROK_SECONDS.filter((seconds) => seconds > GROK_ALIKE.seconds);
  const alike = { input_reference: [PRESENT] };
  return {
    ...draft,
    exclusions: [
      { when: alike, refuse: { first_frame: [PRESENT] } },
      { when: alike, refuse: { seconds: tooLong } },
      ...(isLater ? [{ when: alike, refuse: { resolution: ['1080p'] } }] : []),
    ],
  };
}

function draftOf(parameters: VideoRules): ContractDraft {
  return withVideoDimensions({
    source: parameters === UNKNOWN ? 'assumed' : 'published',
    capability: 'video',
    parameters,
    limits: {},
    dimensions: ['second'],
  });
}
