import { MalformedReply } from '../../adapter/adapter.ts';
import type { Endpoint } from '../../adapter/adapter.ts';
import { pngOf } from '../../sandbox/png.ts';
import { responsesWire } from './mapper.ts';

const endpoint: Endpoint = {
  family: 'openai',
  provider: 'openai',
  upstreamModel: 'gpt-5.4',
  baseUrl: 'https://api.example.com',
};
const PNG = pngOf({ width: 2, height: 2, colour: [1, 2, 3] }).toString('base64');
const IMAGE = { id: 'ig_1', type: 'image_generation_call', status: 'completed', result: PNG };
const SAID = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text: 'hi', annotations: [] }],
};
const REASONING = { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: 'sealed' };
const reply = (output: object[], more: object = {}) => ({
  status: 'completed',
  output,
  usage: { input_tokens: 10, output_tokens: 7, total_tokens: 17 },
  ...more,
});
const counting = (input: unknown, output: unknown) => ({
  tool_usage: { image_gen: { input_tokens: input, output_tokens: output } },
});

test('images are counted by their items, and their tokens by what is reported apart', () => {
  const { usage, ran, searched } = responsesWire.fromWire(
    reply(
      [IMAGE, { ...IMAGE, id: 'ig_2', status: 'failed', result: null }, SAID],
      counting(60, 500),
    ),
    endpoint,
  );
  expect(usage).toMatchObject({ image_generation: 1, image_input: 60, image_output: 500 });
  expect(ran).toEqual({ image_generation: 1 });
  expect(searched?.calls[0]).toEqual(IMAGE);
});

test.each([
  ['nothing', {}],
  ['half of it', counting(60, undefined)],
  ['what is no count', counting(-1, 'x')],
])('a report of %s is none of the tokens of images', (_, told) => {
  const { usage } = responsesWire.fromWire(reply([IMAGE, SAID], told), endpoint);
  expect(usage).not.toHaveProperty('image_output');
  expect(usage).not.toHaveProperty('image_input');
});

test('tokens of images that are not there are not reported', () => {
  const { usage } = responsesWire.fromWire(reply([SAID], counting(0, 0)), endpoint);
  expect(usage).not.toHaveProperty('image_output');
});

test('an image goes back as no item, nor the reasoning that led to it', () => {
  const { choices } = responsesWire.fromWire(reply([REASONING, IMAGE, SAID]), endpoint);
  expect(JSON.stringify(choices)).not.toMatch(/ig_1|rs_1/u);
});

test.each(['bm8=', 'no base64 at all', `${PNG}\n`])(
  'what is no image is malformed: %s',
  (result) => {
    expect(() => responsesWire.fromWire(reply([{ ...IMAGE, result }, SAID]), endpoint)).toThrow(
      MalformedReply,
    );
  },
);

const BEGUN = { ...IMAGE, status: 'in_progress', result: null };
const PREVIEW = 'response.image_generation_call.partial_image';
const preview = (at: unknown, image = PNG) => ({
  type: PREVIEW,
  item_id: 'ig_1',
  partial_image_index: at,
  partial_image_b64: image,
});
const streamed = (events: object[]) => {
  const mapper = responsesWire.stream(endpoint);
  return events.flatMap((event) => mapper.push({ type: null, data: JSON.stringify(event) }));
};

test('a stream brings the beginning of an image, its previews, and the whole of it once', () => {
  const done = { type: 'response.output_item.done', item: IMAGE };
  const end = { type: 'response.completed', response: reply([IMAGE, SAID], counting(60, 500)) };
  const added = { type: 'response.output_item.added', item: BEGUN };
  const events = streamed([added, preview(0), preview(1), preview(3), preview('x'), done, end]);
  expect(events.filter(({ kind }) => kind !== 'choices')).toMatchObject([
    { kind: 'ran', tool: 'image_generation' },
    { kind: 'drawing', call: { id: 'ig_1' } },
    { kind: 'drawing', call: { id: 'ig_1', ...preview(0) } },
    { kind: 'drawing', call: { id: 'ig_1', ...preview(1) } },
    { kind: 'searched', call: IMAGE },
    { kind: 'usage', usage: { image_generation: 1, image_input: 60, image_output: 500 } },
  ]);
});

test('a preview that is no image ends the stream', () => {
  const events = streamed([preview(0, 'bm8=')]);
  expect(events).toMatchObject([{ kind: 'failure', failure: { kind: 'malformed' } }]);
});
