import { VIDEO_DIMENSION_PATTERN } from '@tollgate/contract/request-contract';
import { isVideoDimension } from '@tollgate/money/rating';

const CELL = 'second_1080p_sound_text';

test.each([
  [CELL, true],
  ['second_4k_silent_video', true],
  ['second', false],
  ['second_', false],
  ['second_1080p_sound', false],
  ['second_1080p_loud_text', false],
  ['second_0p_sound_text', false],
  ['second_1080p_sound_text ', false],
  ["second_1080p_sound_text'", false],
  ['__proto__', false],
])('%s names a kind of video: %s', (name, expected) => {
  expect(isVideoDimension(name)).toBe(expected);
  expect(new RegExp(VIDEO_DIMENSION_PATTERN).test(name)).toBe(expected);
});
