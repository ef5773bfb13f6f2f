import type { ContractDraft } from '@tollgate/contract/request-contract';
import { finishContract } from './contract.ts';
import { checkVideoRequest } from './check-contract.ts';
import type { VideoCheck } from './check-contract.ts';
import { familyById } from '../families.ts';
import { videoFaults, withVideoDimensions } from './video-contract.ts';
import { videoTerms, readSize, sizeOf } from '../adapter/video-terms.ts';

const VEO = 'veo-3.1-generate-preview';

function draftOf(model: string): ContractDraft {
  const draft = familyById('google')?.contract(model);
  if (draft === null || draft === undefined) throw new Error(`${model} is unknown`);
  return draft;
}

function contractOf(draft: ContractDraft): NonNullable<ReturnType<typeof finishContract>> {
  const contract = finishContract(draft);
  if (contract === null) throw new Error('the contract is not complete');
  return contract;
}

const changed = (parameters: ContractDraft['parameters']): ContractDraft => {
  const draft = draftOf(VEO);
  return withVideoDimensions({ ...draft, parameters: { ...draft.parameters, ...parameters } });
};

describe('a contract for videos', () => {
  test('has a dimension for each kind of video that can be asked for', () => {
    expect(draftOf(VEO).dimensions).toEqual([
      'second_720p_sound_text',
      'second_720p_sound_image',
      'second_1080p_sound_text',
      'second_1080p_sound_image',
      'second_4k_sound_text',
      'second_4k_sound_image',
    ]);
    expect(draftOf('veo-3.1-lite-generate-preview').dimensions).not.toContain(
      'second_4k_sound_text',
    );
  });

  test('that is narrowed needs fewer prices and offers fewer sizes', () => {
    const draft = changed({ resolution: { supported: true, values: ['720p'] } });
    expect(draft.dimensions).toEqual(['second_720p_sound_text', 'second_720p_sound_image']);
    expect(contractOf(draft).parameters['size']?.values).toEqual(['1280x720', '720x1280']);
  });

  test('says what holds where a request says nothing, of what is listed at least the first', () => {
    const draft = changed({ seconds: { supported: true, values: [6, 8] } });
    const { parameters } = contractOf(draft);
    expect(parameters['seconds']?.default).toBe(6);
    expect(parameters['resolution']?.default).toBe('720p');
    expect(parameters['size']?.default).toBeUndefined();
  });

  test('stays as it is where videos are not paid by the second', () => {
    const draft = { ...draftOf(VEO), dimensions: ['output'] };
    expect(withVideoDimensions(draft).dimensions).toEqual(['output']);
    expect(finishContract(draft)).toBeNull();
    const limits = { ...draft.limits, output_tokens: 100_000 };
    expect(finishContract({ ...draft, limits })?.dimensions).toEqual(['output']);
  });

  test.each<[string, ContractDraft['parameters']]>([
    ['resolution', { resolution: { supported: true } }],
    ['resolution', { resolution: { supported: true, values: ['tall'] } }],
    ['resolution', { resolution: { supported: true, values: ["720p'--"] } }],
    ['generate_audio', { generate_audio: { supported: false } }],
    ['seconds', { seconds: { supported: true } }],
    ['seconds', { seconds: { supported: true, minimum: 1 } }],
    ['seconds', { seconds: { supported: true, values: [0.5] } }],
    ['seconds', { seconds: { supported: true, values: [1e9] } }],
    ['seconds', { seconds: { supported: true, values: [4], default: 8 } }],
  ])('that leaves the price open by its %s is not complete', (name, parameters) => {
    expect(videoFaults(changed(parameters)).map((fault) => fault.name)).toContain(name);
    expect(finishContract(changed(parameters))).toBeNull();
  });
});

describe('a video that is asked for', () => {
  const contract = contractOf(draftOf(VEO));
  const check = (change: Partial<VideoCheck> & { wishes?: object } = {}) => {
    const { wishes, ...more } = change;
    const terms = videoTerms(contract, { pictures: 0, ...wishes });
    const none = { size: undefined, seed: undefined, references: 0, present: [] };
    return checkVideoRequest(contract, { ...none, terms, ...more });
  };

  test('has every default spelled out', () => {
    expect(videoTerms(contract, { pictures: 0 })).toEqual({
      seconds: 8,
      resolution: '720p',
      aspectRatio: '16:9',
      sound: true,
      input: 'text',
    });
    expect(check()).toBeNull();
  });

  test.each<[string, Parameters<typeof check>[0]]>([
    ['seconds', { wishes: { seconds: 5 } }],
    ['seconds', { wishes: { seconds: 4, resolution: '1080p' } }],
    ['seconds', { wishes: { seconds: 6 }, references: 1 }],
    ['seconds', { wishes: { seconds: 4 }, present: ['first_frame', 'last_frame'] }],
    ['resolution', { wishes: { resolution: '480p' } }],
    ['aspect_ratio', { wishes: { aspectRatio: '1:1' } }],
    ['generate_audio', { wishes: { sound: false } }],
    ['size', { size: '640x480' }],
    ['seed', { seed: 7 }],
    ['input_reference', { references: 4 }],
    ['first_frame', { references: 1, present: ['first_frame'] }],
  ])('is refused for its %s where the contract does not list the value', (param, change) => {
    expect(check(change)?.param).toBe(param);
  });

  test('may have up to three pictures, and frames', () => {
    expect(check({ references: 3 })).toBeNull();
    expect(check({ present: ['first_frame', 'last_frame', 'negative_prompt'] })).toBeNull();
  });
});

test.each([
  ['720p', '16:9', '1280x720'],
  ['720p', '9:16', '720x1280'],
  ['1080p', '1:1', '1080x1080'],
  ['4k', '16:9', '3840x2160'],
  ['480p', '16:9', '854x480'],
  ['tall', '16:9', null],
  ['720p', 'wide', null],
  ['720p', '0:9', null],
])('%s in %s is %s', (resolution, shape, size) => expect(sizeOf(resolution, shape)).toBe(size));

test('a size stands for a resolution and a shape that the contract lists', () => {
  const { parameters } = contractOf(draftOf(VEO));
  expect(readSize('1080x1920', parameters)).toEqual({ resolution: '1080p', aspectRatio: '9:16' });
  expect(readSize('1x1', parameters)).toBeNull();
});
