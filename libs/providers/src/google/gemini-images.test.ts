import { pngOf } from '../sandbox/png.ts';
import type { Endpoint } from '../adapter/adapter.ts';
import type { ImageTerms } from '../adapter/image-wire.ts';
import { geminiImageContract, geminiImageTokens } from './gemini-image-lines.ts';
import { googleImages } from './images.ts';

const endpointOf = (upstreamModel: string): Endpoint => ({
  family: 'google',
  provider: 'google',
  upstreamModel,
  baseUrl: 'https://example.com/v1beta',
});
const PRO = endpointOf('gemini-3-pro-image-preview');
const NANO = endpointOf('gemini-2.5-flash-image');
const FLASH = endpointOf('gemini-3.1-flash-image');
const PNG = pngOf({ width: 1, height: 1, colour: [1, 2, 3] }).toString('base64');

const generationOf = (endpoint: Endpoint, terms: Partial<ImageTerms>): unknown => {
  const wire = googleImages.toWire({ prompt: 'a fox', terms: { n: 1, ...terms } }, endpoint);
  return (wire as { generationConfig: unknown }).generationConfig;
};

test.each([
  [NANO, { size: '1344x768' }, { aspectRatio: '16:9' }, 1_546],
  [NANO, { size: 'auto' }, undefined, 1_546],
  [NANO, { aspectRatio: '21:9' }, { aspectRatio: '21:9' }, 1_546],
  [PRO, { size: '2752x1536' }, { aspectRatio: '16:9', imageSize: '2K' }, 5_216],
  [PRO, { size: '4096x4096' }, { aspectRatio: '1:1', imageSize: '4K' }, 6_096],
  [PRO, { resolution: '4k', aspectRatio: '4:5' }, { aspectRatio: '4:5', imageSize: '4K' }, 6_096],
  [FLASH, { size: '688x384' }, { aspectRatio: '16:9', imageSize: '512' }, 2_795],
  [FLASH, { size: '1536x12288' }, { aspectRatio: '1:8', imageSize: '4K' }, 4_568],
])('a size is asked for in the words of the model: %#', (endpoint, terms, imageConfig, most) => {
  expect(generationOf(endpoint, terms)).toEqual({
    responseModalities: ['IMAGE'],
    maxOutputTokens: most,
    ...(imageConfig === undefined ? {} : { imageConfig }),
  });
});

test('every size of a contract is one of the provider, and no other is taken', () => {
  const sizesOf = (model: string): unknown[] =>
    (geminiImageContract(model)?.parameters['size']?.values ?? []).slice(1);
  expect(sizesOf('gemini-2.5-flash-image')).toHaveLength(10);
  expect(sizesOf('gemini-3-pro-image')).toHaveLength(30);
  // 792x336 is not among them: the provider's table has another number there.
  expect(sizesOf('gemini-3.1-flash-image')).toHaveLength(55);
  expect(sizesOf('gemini-3.1-flash-lite-image')).toHaveLength(14);
  expect(geminiImageContract('gemini-2.5-flash')).toBeNull();
  expect(geminiImageContract('gemini-2.5-flash-image')?.parameters['resolution']).toEqual({
    supported: false,
  });
});

test('the ceiling bounds how many images a model can make', () => {
  const most = geminiImageTokens('gemini-3-pro-image', { resolution: '1k' });
  expect(most).toMatchObject({ image: 1_120, answer: { image: 4_480, text: 736 } });
  expect(geminiImageTokens('gemini-2.5-flash-image', {})).toMatchObject({
    image: 1_290,
    answer: { image: 1_290, text: 256 },
  });
});

test('images that are edited come before the prompt', () => {
  const shown = { images: [{ type: 'image/png' as const, base64: PNG }] };
  const call = { prompt: 'at night', terms: { n: 1 }, shown };
  expect(googleImages.edits?.toWire(call, NANO)).toMatchObject({
    contents: [
      {
        role: 'user',
        parts: [{ inlineData: { mimeType: 'image/png', data: PNG } }, { text: 'at night' }],
      },
    ],
  });
  expect(googleImages.edits?.takes?.(endpointOf('imagen-4.0-generate-001'))).toBe(false);
});

const usageMetadata = {
  promptTokenCount: 300,
  candidatesTokenCount: 1_130,
  totalTokenCount: 1_530,
  promptTokensDetails: [
    { modality: 'TEXT', tokenCount: 42 },
    { modality: 'IMAGE', tokenCount: 258 },
  ],
  candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 1_120 }],
  thoughtsTokenCount: 100,
};
const picture = (thought?: true) => ({
  inlineData: { mimeType: 'image/png', data: PNG },
  ...(thought ? { thought } : {}),
});

test('tokens are counted by their modality, and drafts within reasoning are no images', () => {
  const content = { parts: [picture(true), { text: 'Here.' }, picture()], role: 'model' };
  const reply = { candidates: [{ content, finishReason: 'STOP' }], usageMetadata };
  expect(googleImages.fromWire(reply, PRO)).toEqual({
    images: [{ base64: PNG }],
    usage: { input: 42, image_input: 258, output: 110, image_output: 1_120 },
  });
  const bare = { promptTokenCount: 3, candidatesTokenCount: 1_290, totalTokenCount: 1_293 };
  expect(googleImages.fromWire({ ...reply, usageMetadata: bare }, NANO).usage).toEqual({
    input: 3,
    image_input: 0,
    output: 0,
    image_output: 1_290,
  });
});

const nothing = { promptTokenCount: 9, totalTokenCount: 49, thoughtsTokenCount: 40 };

test.each([
  ['a safety end', { candidates: [{ finishReason: 'IMAGE_SAFETY', finishMessage: 'Unsafe.' }] }],
  ['a blocked prompt', { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }],
  ['no image', { candidates: [{ finishReason: 'NO_IMAGE' }] }],
  [
    'words in place of an image',
    { candidates: [{ content: { parts: [{ text: 'I cannot.' }] }, finishReason: 'STOP' }] },
  ],
])('%s is a refusal with what the provider counts', (_what, reply) => {
  expect(googleImages.fromWire({ ...reply, usageMetadata: nothing }, PRO)).toMatchObject({
    images: [],
    usage: { input: 9, output: 40, image_output: 0 },
    refusal: { kind: 'rejected' },
  });
});

test.each([['MAX_TOKENS'], ['IMAGE_OTHER'], ['STOP']])(
  'an answer that ends with %s and has no image is a failure of the provider',
  (finishReason) => {
    const reply = { candidates: [{ finishReason }], usageMetadata: nothing };
    expect(() => googleImages.fromWire(reply, PRO)).toThrow(
      expect.objectContaining({ failure: expect.objectContaining({ kind: 'malformed' }) }),
    );
  },
);

test('a conversation goes with the images of its answers, signed where the model wants that', () => {
  const messages = [
    { role: 'system' as const, content: 'Be brief.' },
    { role: 'user' as const, content: 'A fox.' },
    { role: 'assistant' as const, content: 'Here.' },
    { role: 'user' as const, content: 'At night.' },
  ];
  const said = new Map([[2, [{ type: 'image/png' as const, base64: PNG }]]]);
  const chat = {
    request: { model: 'x', messages, temperature: 0.5, max_tokens: 10 },
    said,
    modalities: ['text' as const, 'image' as const],
    ceiling: 5_000,
  };
  const call = { prompt: '', terms: { n: 1, resolution: '2k', aspectRatio: '4:3' }, chat };
  const image = { inlineData: { mimeType: 'image/png', data: PNG } };
  const signed = { ...image, thoughtSignature: 'skip_thought_signature_validator' };
  const wire = (model: typeof PRO) => googleImages.chat?.toWire(call, model);
  expect(wire(PRO)).toEqual({
    systemInstruction: { parts: [{ text: 'Be brief.' }] },
    contents: [
      { role: 'user', parts: [{ text: 'A fox.' }] },
      { role: 'model', parts: [{ text: 'Here.' }, signed] },
      { role: 'user', parts: [{ text: 'At night.' }] },
    ],
    generationConfig: {
      temperature: 0.5,
      responseModalities: ['TEXT', 'IMAGE'],
      maxOutputTokens: 5_000,
      imageConfig: { aspectRatio: '4:3', imageSize: '2K' },
    },
  });
  expect(wire(NANO)).toMatchObject({ contents: [{}, { parts: [{ text: 'Here.' }, image] }, {}] });
});

test.each([
  ['STOP', [{ text: 'Words.' }], { text: 'Words.', finish: 'stop' }],
  ['STOP', [picture(), { text: 'There.' }], { text: 'There.', finish: 'stop' }],
  ['MAX_TOKENS', [{ text: 'Wor' }], { text: 'Wor', finish: 'length' }],
  ['MAX_TOKENS', [], { text: '', finish: 'length' }],
  ['IMAGE_SAFETY', [{ text: 'Words.' }], { text: 'Words.', finish: 'content_filter' }],
  ['NO_IMAGE', [], { text: '', finish: 'stop' }],
])('an answer that ends with %s says what it holds: %#', (finishReason, parts, spoken) => {
  const reply = { candidates: [{ content: { parts }, finishReason }], usageMetadata: nothing };
  expect(googleImages.chat?.fromWire(reply, PRO)).toMatchObject({ spoken });
});

test('an answer of nothing without a reason is a failure of the provider', () => {
  const reply = { candidates: [{ finishReason: 'IMAGE_OTHER' }], usageMetadata: nothing };
  expect(() => googleImages.chat?.fromWire(reply, PRO)).toThrow(
    expect.objectContaining({ failure: expect.objectContaining({ kind: 'malformed' }) }),
  );
});
