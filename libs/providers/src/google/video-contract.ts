import type { ContractDraft } from '@tollgate/contract/request-contract';
import { ANY, NONE, PRESENT, between, oneOf } from '../contract/contract.ts';
import type { VideoRules } from '../contract/contract.ts';
import { withVideoDimensions } from '../contract/video-contract.ts';
import { sizesOf } from '../adapter/video-terms.ts';

/** One line of models that make videos. */
interface VideoLine {
  models: RegExp;
  resolutions: readonly string[];
  /** The most pictures that a video is to look like; 0 where the models take none. */
  references: number;
}

const VIDEO_LINES: readonly VideoLine[] = [
  {
    models: /^veo-3\.1(?:-fast)?-generate(?:-preview|-\d{3})$/u,
    resolutions: ['720p', '1080p', '4k'],
    references: 3,
  },
  {
    models: /^veo-3\.1-lite-generate(?:-preview|-\d{3})$/u,
    resolutions: ['720p', '1080p'],
    references: 0,
  },
];

const PROMPT_TOKENS = 1_024;
const SHAPES = ['16:9', '9:16'] as const;

/** What one of Google's models that make videos accepts; null for other names. */
export function videoContract(model: string): ContractDraft | null {
  const found = VIDEO_LINES.find(({ models }) => models.test(model));
  if (found === undefined) return null;
  const { resolutions, references } = found;
  const parameters: VideoRules = {
    seconds: { ...oneOf(4, 6, 8), default: 8 },
    resolution: { ...oneOf(...resolutions), default: '720p' },
    aspect_ratio: { ...oneOf(...SHAPES), default: '16:9' },
    size: oneOf(...sizesOf(resolutions, SHAPES)),
    // Videos of this line always have sound, and the provider takes no parameter for that.
    generate_audio: { ...oneOf(true), default: true },
    seed: NONE,
    negative_prompt: ANY,
    input_reference: references === 0 ? NONE : between(1, references),
    first_frame: ANY,
    last_frame: ANY,
  };
  const short = { seconds: [4, 6] };
  return withVideoDimensions({
    source: 'published',
    capability: 'video',
    parameters,
    exclusions: [
      { when: { resolution: resolutions.filter((one) => one !== '720p') }, refuse: short },
      { when: { last_frame: [PRESENT] }, refuse: short },
      ...(references === 0
        ? []
        : [
            { when: { input_reference: [PRESENT] }, refuse: short },
            { when: { input_reference: [PRESENT] }, refuse: { first_frame: [PRESENT] } },
          ]),
    ],
    limits: { context_tokens: PROMPT_TOKENS },
    dimensions: ['second'],
  });
}
