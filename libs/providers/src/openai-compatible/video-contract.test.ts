import { unsaidFaults } from '../contract/video-contract.ts';
import { googleVideo } from '../google/video.ts';
import { google } from '../google/index.ts';
import { videosWire } from '../wire/videos/mapper.ts';
import { contractAt } from './contract.ts';

const HERE = { provider: 'videos', baseUrl: 'https://videos.example/v1' };

describe('a model of a provider that nobody knows', () => {
  test.each([
    'sora-2',
    'sora-2-pro-2025-10-06',
    'openai/sora-2',
    'Wan-AI/Wan2.2-T2V-A14B-Diffusers',
    'Wan-AI/Wan2.2-I2V-A14B',
    'wan2.1-t2v-14b',
    'tencent/HunyuanVideo',
    'Lightricks/LTX-Video',
    'genmo/mochi-1-preview',
    'veo-3.1-generate-preview',
    'kling-v2',
    'bytedance/seedance-1-pro',
  ])('makes videos by its name: %s', (model) => {
    expect(contractAt(model, HERE)?.capability).toBe('video');
  });

  test.each([
    'gpt-4o',
    'swan-7b',
    'llava-next-video-7b',
    'video-llama',
    'taiwan-llm',
    'soraka',
    't2values',
  ])('answers in a chat: %s', (model) => {
    expect(contractAt(model, HERE)?.capability).toBe('chat');
  });

  test.each([
    ['sora-2', { ...HERE, baseUrl: 'https://openrouter.ai/api/v1' }],
    ['grok-imagine-video', { ...HERE, baseUrl: 'https://openrouter.ai/api/v1' }],
  ])('is not offered where videos have another interface: %s', (model, at) => {
    expect(contractAt(model, at)).toBeNull();
    expect(contractAt(model, HERE)?.capability).toBe('video');
  });

  test.each([
    { provider: 'xai', baseUrl: 'https://proxy.example/v1' },
    { provider: 'grok', baseUrl: 'https://api.x.ai/v1' },
  ])("has xAI's own terms where xAI serves the model: %j", (at) => {
    const known = contractAt('grok-imagine-video', at)?.parameters['seconds']?.values;
    expect(known?.at(-1)).toBe(15);
    const later = contractAt('grok-imagine-video-1.5', at)?.parameters['resolution']?.values;
    expect(later).toContain('1080p');
    expect(contractAt('grok-imagine-video', HERE)?.parameters['seconds']?.values).toBeUndefined();
  });
});

test('Sora has a price for each kind of video; a larger video has a shape of its own', () => {
  expect(contractAt('sora-2')?.dimensions).toEqual([
    'second_720p_sound_text',
    'second_720p_sound_image',
  ]);
  expect(contractAt('sora-2-pro')?.dimensions).toContain('second_1024p_sound_image');
});

test.each([
  ['generate_audio', { supported: true, values: [true, false] }, ['generate_audio']],
  ['generate_audio', { supported: true }, ['generate_audio']],
  ['generate_audio', { supported: true, values: [true] }, []],
  ['first_frame', { supported: true }, ['first_frame']],
  ['seed', { supported: true }, []],
])('%s as %j leaves a choice that nobody can be told of: %j', (name, rule, faults) => {
  const draft = contractAt('sora-2');
  if (draft === null) throw new Error('no contract');
  const parameters = { ...draft.parameters, [name]: rule };
  const found = unsaidFaults({ ...draft, parameters }, videosWire.unsaid);
  expect(found.map((fault) => fault.name)).toEqual(faults);
});

test('what is known of a wire leaves no such choice', () => {
  for (const [draft, { unsaid }] of [
    [contractAt('sora-2-pro'), videosWire],
    [contractAt('Wan-AI/Wan2.2-T2V-A14B'), videosWire],
    [google.contract('veo-3.1-generate-preview'), googleVideo],
    [google.contract('gemini-2.5-flash'), googleVideo],
    [contractAt('gpt-4o'), videosWire],
  ] as const) {
    if (draft === null) throw new Error('no contract');
    expect(unsaidFaults(draft, unsaid)).toEqual([]);
  }
});
