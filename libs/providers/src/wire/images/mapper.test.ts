import { MalformedReply, ProviderError } from '../../adapter/adapter.ts';
import type { Endpoint } from '../../adapter/adapter.ts';
import type { ShownImages } from '../../adapter/image-wire.ts';
import { WireForm } from '../../adapter/wire-form.ts';
import { pngOf } from '../../sandbox/png.ts';
import { imagesOverWire } from './mapper.ts';

const ENDPOINT: Endpoint = {
  family: 'openai',
  provider: 'openai',
  upstreamModel: 'gpt-image-2',
  baseUrl: 'https://api.example.com/v1',
};
const wire = imagesOverWire({ saysFormat: () => false });
const PNG = pngOf({ width: 2, height: 2, colour: [1, 2, 3] }).toString('base64');
const read = (reply: object) => wire.fromWire(reply, ENDPOINT);
const one = (usage: unknown) => read({ data: [{ b64_json: PNG }], usage });

test('a request has what was asked for, and no format where the models refuse one', () => {
  const call = { prompt: 'a fox', terms: { n: 2, size: '1024x1024', outputCompression: 50 } };
  expect(wire.toWire(call, ENDPOINT)).toEqual({
    model: 'gpt-image-2',
    prompt: 'a fox',
    n: 2,
    size: '1024x1024',
    output_compression: 50,
  });
  const other = imagesOverWire({ saysFormat: () => true });
  expect(other.toWire(call, ENDPOINT)).toMatchObject({ response_format: 'b64_json' });
});

test('a stream asks for its previews, and reads them and the image', () => {
  const call = { prompt: 'a fox', terms: { n: 1, stream: true, partialImages: 2 } } as const;
  expect(wire.toWire(call, ENDPOINT)).toMatchObject({ stream: true, partial_images: 2 });
  const events = wire.events();
  const made = { size: '1024x1024', background: 'opaque' };
  const of = (type: string, more: object = {}): string =>
    JSON.stringify({ type, b64_json: PNG, ...made, ...more });
  expect(events.read(of('image_generation.partial_image'))).toEqual([
    { kind: 'partial', image: { base64: PNG }, made },
  ]);
  expect(events.read(of('image_generation.later'))).toEqual([]);
  expect(events.isDone()).toBe(false);
  const usage = { input_tokens: 9, output_tokens: 472 };
  expect(events.read(of('image_edit.completed', { usage }))).toEqual([
    {
      kind: 'done',
      images: {
        images: [{ base64: PNG }],
        usage: { input: 9, image_input: 0, output: 0, image_output: 472 },
        made,
      },
    },
  ]);
  expect(events.isDone()).toBe(true);
  expect(events.read('[DONE]')).toEqual([]);
});

test.each([
  ['{"type":"error","error":{"message":"no","type":"server_error"}}', ProviderError],
  ['[]', MalformedReply],
  ['{"type":"image_generation.completed","b64_json":"bm8="}', MalformedReply],
])('an event of a stream that is none is a failure: %s', (data, kind) => {
  expect(() => wire.events().read(data)).toThrow(kind);
});

const SHOWN = { type: 'image/png', base64: PNG } as const;
const edit = (shown: ShownImages) => ({
  prompt: 'a fox',
  terms: { n: 1, inputFidelity: 'high' },
  shown,
});

test('edits go as a form, with images and their mask as files', () => {
  const { edits } = wire;
  expect(edits.path(ENDPOINT)).toBe('/images/edits');
  const fields = [
    { name: 'model', value: 'gpt-image-2' },
    { name: 'prompt', value: 'a fox' },
    { name: 'n', value: '1' },
    { name: 'input_fidelity', value: 'high' },
  ];
  expect(edits.toWire(edit({ images: [SHOWN] }), ENDPOINT)).toEqual(
    new WireForm([...fields, { name: 'image', value: SHOWN }]),
  );
  const several = edit({ images: [SHOWN, SHOWN], mask: SHOWN });
  expect(edits.toWire(several, ENDPOINT)).toEqual(
    new WireForm([
      ...fields,
      { name: 'image[]', value: SHOWN },
      { name: 'image[]', value: SHOWN },
      { name: 'mask', value: SHOWN },
    ]),
  );
});

test('edits go as JSON where a provider takes no form', () => {
  const { edits } = imagesOverWire({ saysFormat: () => true, editsAsJson: () => true });
  const address = { type: 'image_url', url: `data:image/png;base64,${PNG}` };
  expect(edits.toWire(edit({ images: [SHOWN] }), ENDPOINT)).toMatchObject({
    response_format: 'b64_json',
    image: address,
  });
  expect(edits.toWire(edit({ images: [SHOWN, SHOWN] }), ENDPOINT)).toMatchObject({
    images: [address, address],
  });
});

test('a reply has its images, what they are, and its tokens without overlap', () => {
  const reply = read({
    data: [{ b64_json: PNG, revised_prompt: 'a red fox' }, { b64_json: PNG }],
    size: '1024x1024',
    quality: 'low',
    usage: {
      input_tokens: 9,
      output_tokens: 282,
      output_tokens_details: { image_tokens: 272, text_tokens: 10 },
    },
  });
  expect(reply).toEqual({
    images: [{ base64: PNG, revisedPrompt: 'a red fox' }, { base64: PNG }],
    usage: { input: 9, image_input: 0, output: 10, image_output: 272 },
    made: { size: '1024x1024', quality: 'low' },
  });
});

test.each([
  ['nothing', undefined, { usage: null }],
  ['a cost in units of its own', { cost_in_usd_ticks: 5 }, { usage: null }],
  [
    'output without its parts',
    { input_tokens: 1, output_tokens: 5 },
    { usage: { input: 1, image_input: 0, output: 0, image_output: 5 } },
  ],
  [
    'images that are edited',
    {
      input_tokens: 200,
      input_tokens_details: { text_tokens: 6, image_tokens: 194 },
      output_tokens: 5,
    },
    { usage: { input: 6, image_input: 194, output: 0, image_output: 5 } },
  ],
  [
    'more images that are edited than there is input',
    { input_tokens: 2, input_tokens_details: { image_tokens: 3 }, output_tokens: 5 },
    { usage: { input: 0, image_input: 2 }, suspect: 'parts_exceed_whole' },
  ],
  [
    'more text than there is output',
    { input_tokens: 1, output_tokens: 5, output_tokens_details: { text_tokens: 9 } },
    { usage: { input: 1, output: 5, image_output: 0 }, suspect: 'parts_exceed_whole' },
  ],
  ['less than nothing', { input_tokens: -1, output_tokens: 5 }, { suspect: 'unreadable' }],
  ['a text', { input_tokens: '1', output_tokens: 5 }, { suspect: 'unreadable' }],
  ['half of it', { output_tokens: 5 }, { suspect: 'unreadable' }],
])('usage that reports %s', (_what, usage, expected) => {
  expect(one(usage)).toMatchObject(expected);
});

test.each([
  ['no list', {}],
  ['an empty list', { data: [] }],
  ['an address', { data: [{ url: 'https://example.com/a.png' }] }],
  ['text', { data: [{ b64_json: Buffer.from('no image').toString('base64') }] }],
  ['base64 that is cut', { data: [{ b64_json: PNG.slice(0, -3) }] }],
  ['base64 with a script inside', { data: [{ b64_json: `${PNG.slice(0, 40)}<b>!` }] }],
  ['one image beside a hole', { data: [{ b64_json: PNG }, null] }],
])('%s is no answer', (_what, reply) => {
  expect(() => read(reply)).toThrow(MalformedReply);
});

test('an error in a reply of status 200 is the failure of the provider', () => {
  expect(() => read({ error: { message: 'no', type: 'server_error' } })).toThrow(ProviderError);
});
