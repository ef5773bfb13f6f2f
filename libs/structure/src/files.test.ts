import { parseChatRequest } from './parse-chat.ts';
import { parseMessagesRequest } from './parse-messages.ts';
import { parseResponsesRequest } from './parse-responses.ts';
import { toChatMessages } from './messages-conversation.ts';

const PDF = 'JVBERi0xLjQK';
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const chat = (file: object): unknown =>
  parseChatRequest({
    model: 'm',
    messages: [{ role: 'user', content: [{ type: 'file', file }] }],
  }).messages[0]?.content;
const responses = (part: object): unknown => {
  const content = [{ type: 'input_file', ...part }];
  const { input } = parseResponsesRequest({ model: 'm', input: [{ role: 'user', content }] });
  return (input[0] as { content: unknown }).content;
};
const messages = (block: object): unknown => {
  const content = [{ type: 'document', ...block }];
  const turns = [{ role: 'user', content }];
  const { asked } = parseMessagesRequest({ model: 'm', max_tokens: 9, messages: turns });
  return toChatMessages(asked, new Map()).messages[0]?.content;
};

const URL_OF_PDF = `data:application/pdf;base64,${PDF}`;

test.each([
  ['as it should be', URL_OF_PDF],
  [
    'in capitals, with parameters and line breaks',
    'data:Application/PDF;name=x;base64,JVBERi0x\nLjQK',
  ],
  ['without a data URL', PDF],
  ['as bytes', `data:application/octet-stream;base64,${PDF}`],
])('a PDF %s is a file', (_, file_data) => {
  const filename = 'a.pdf';
  expect(chat({ file_data, filename })).toEqual([
    { type: 'file', file: { file_data: URL_OF_PDF, filename } },
  ]);
  expect(responses({ file_data, filename })).toEqual([
    { type: 'input_file', file_data: URL_OF_PDF, filename },
  ]);
});

const WRAPPED = '<document name="a.md">\n# Größe\n</document>';
test.each([
  ['text/markdown', `data:text/markdown;charset=utf-8;base64,${base64('# Größe')}`],
  ['bytes by its name', `data:application/octet-stream;base64,${base64('# Größe')}`],
  ['an address with the text in it', 'data:text/plain,%23%20Gr%C3%B6%C3%9Fe'],
])('a file of text as %s is a text', (_, file_data) => {
  expect(chat({ file_data, filename: 'a.md' })).toEqual([{ type: 'text', text: WRAPPED }]);
  expect(responses({ file_data, filename: 'a.md' })).toEqual([
    { type: 'input_text', text: WRAPPED },
  ]);
});

test.each([
  ['text/csv', 'a,b'],
  ['application/json', '{"a":1}'],
  ['application/ld+json', '{}'],
  ['text/x-python', 'x = 1'],
])('%s is text', (type, text) => {
  const file_data = `data:${type};base64,${base64(text)}`;
  expect(chat({ file_data })).toEqual([{ type: 'text', text: `<document>\n${text}\n</document>` }]);
});

test.each([
  ['a table of a program', `data:application/vnd.ms-excel;base64,${PDF}`],
  [
    'bytes that are no text',
    `data:text/plain;base64,${Buffer.from([0xff, 0xfe]).toString('base64')}`,
  ],
  ['sound', `data:audio/wav;base64,${PDF}`],
])('%s is refused with what to send', (_, file_data) => {
  expect(() => chat({ file_data })).toThrow(
    'messages[0].content[0].file.file_data must be a data URL in base64 with a PDF or a file of text',
  );
});

test('a file by its id is refused with what to do', () => {
  const advice = 'This platform stores no files: send the file itself, as base64.';
  expect(() => chat({ file_id: 'file-1' })).toThrow(advice);
  expect(() => responses({ file_id: 'file-1' })).toThrow(advice);
  expect(() => messages({ source: { type: 'file', file_id: 'file_1' } })).toThrow(advice);
});

test('a document of messages is a file, a text, or its parts', () => {
  const source = { type: 'base64', media_type: 'Application/PDF', data: 'JVBERi0x\nLjQK' };
  expect(messages({ source, title: 'T', context: 'C' })).toEqual([
    { type: 'text', text: 'C' },
    { type: 'file', file: { file_data: URL_OF_PDF, filename: 'T' } },
  ]);
  const text = { type: 'text', media_type: 'text/markdown', data: 'x' };
  expect(messages({ source: text, title: 'a"b' })).toEqual([
    { type: 'text', text: '<document name="a b">\nx\n</document>' },
  ]);
  const image = {
    type: 'image',
    source: { type: 'base64', media_type: 'image/JPG', data: 'AAAA' },
  };
  const content = [{ type: 'text', text: 'y' }, image];
  expect(messages({ source: { type: 'content', content } })).toEqual([
    { type: 'text', text: 'y' },
    { type: 'image_url', image_url: { url: 'data:image/jpeg;base64,AAAA' } },
  ]);
});

test('a text in base64 goes on to Claude as the text that it is', () => {
  const source = { type: 'base64', media_type: 'text/plain', data: base64('x') };
  const block = { type: 'document', source, citations: { enabled: false } };
  const turn = { role: 'user', content: [block] };
  const { body, unknown } = parseMessagesRequest({ model: 'm', max_tokens: 9, messages: [turn] });
  expect(unknown).toEqual([]);
  expect(body['messages']).toEqual([
    {
      role: 'user',
      content: [
        { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'x' } },
      ],
    },
  ]);
});

test('citations are an extension, for Claude alone', () => {
  const source = { type: 'text', media_type: 'text/plain', data: 'x' };
  const block = { type: 'document', source, citations: { enabled: true } };
  const turns = [{ role: 'user', content: [block] }];
  const { unknown } = parseMessagesRequest({ model: 'm', max_tokens: 9, messages: turns });
  expect(unknown).toEqual([
    { param: 'messages[0].content[0].citations', value: { enabled: true } },
  ]);
});

test('a document stands in a result of a tool', () => {
  const source = { type: 'base64', media_type: 'application/pdf', data: PDF };
  const call = { type: 'tool_use', id: 'a', name: 'Read', input: {} };
  const result = { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'document', source }] };
  const turns = [
    { role: 'user', content: 'x' },
    { role: 'assistant', content: [call] },
    { role: 'user', content: [result] },
  ];
  const { asked } = parseMessagesRequest({ model: 'm', max_tokens: 9, messages: turns });
  expect(toChatMessages(asked, new Map()).messages.at(-1)).toEqual({
    role: 'tool',
    tool_call_id: 'a',
    content: [{ type: 'file', file: { file_data: URL_OF_PDF } }],
  });
});
