import { addressesIn, withFetched } from './addresses.ts';
import { inMessagesSpelling, inResponsesSpelling } from './spellings.ts';

const URL = 'https://example.com/a.png';
const FETCHED = { type: 'image/png', base64: 'iVBO' };
const DATA = 'data:image/png;base64,iVBO';

const chat = (url: string) => ({
  model: 'm',
  messages: [
    { role: 'user', content: 'Hi.' },
    { role: 'user', content: [{ type: 'image_url', image_url: { url, detail: 'low' } }] },
    { role: 'tool', tool_call_id: 'a', content: [{ type: 'file', file: { file_data: url } }] },
  ],
});
const responses = (url: string) => ({
  model: 'm',
  input: [
    { role: 'user', content: [{ type: 'input_image', image_url: url }] },
    {
      type: 'function_call_output',
      call_id: 'a',
      output: [{ type: 'input_file', file_data: url }],
    },
  ],
});
const messages = (source: object) => ({
  model: 'm',
  messages: [
    { role: 'user', content: [{ type: 'image', source }] },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'document', source }] },
        { type: 'document', source: { type: 'content', content: [{ type: 'image', source }] } },
      ],
    },
  ],
});

test.each([
  [
    'chat',
    chat(URL),
    chat(DATA),
    ['messages[1].content[0] image', 'messages[2].content[0] document'],
  ],
  [
    'responses',
    responses(URL),
    responses(DATA),
    ['input[0].content[0] image', 'input[1].output[0] document'],
  ],
  [
    'messages',
    messages({ type: 'url', url: URL }),
    messages({ type: 'base64', media_type: 'image/png', data: 'iVBO' }),
    [
      'messages[0].content[0] image',
      'messages[1].content[0].content[0] document',
      'messages[1].content[1].source.content[0] image',
    ],
  ],
])('addresses of %s are found at every depth, and filled', (_, asked, filled, paths) => {
  const found = addressesIn(asked);
  expect(found.map(({ path, kind }) => `${path} ${kind}`)).toEqual(paths);
  expect(found.every(({ url }) => url === URL)).toBe(true);
  const fetched = new Map(found.map(({ path }) => [path, FETCHED] as const));
  expect(withFetched(asked, fetched)).toEqual(filled);
  expect(withFetched(asked, new Map())).toBe(asked);
  expect(addressesIn(filled)).toEqual([]);
});

test('a file that is named by its address in file_url is one in file_data', () => {
  const part = { type: 'input_file', file_url: 'https://example.com/a.pdf', filename: 'a.pdf' };
  const { input } = inResponsesSpelling({ input: [{ role: 'user', content: [part] }] });
  expect(input).toEqual([
    {
      role: 'user',
      content: [{ type: 'input_file', filename: 'a.pdf', file_data: 'https://example.com/a.pdf' }],
    },
  ]);
});

test('a text that was fetched is a text', () => {
  const data = Buffer.from('# x').toString('base64');
  const source = { type: 'base64', media_type: 'text/plain', data };
  const { messages: turns } = inMessagesSpelling({
    messages: [{ role: 'user', content: [{ type: 'document', source }] }],
  });
  expect(JSON.stringify(turns)).toContain('"data":"# x"');
});
