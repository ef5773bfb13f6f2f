import type { FormPart } from './form.ts';
import { transcriptionForm } from './transcription-form.ts';
import { UploadedFile } from './uploaded-file.ts';

const part = (name: string, value: string, isFile = false): FormPart => ({
  name,
  isFile,
  bytes: Buffer.from(value, 'latin1'),
});
const FILE = part('file', 'audio', true);

test('a form becomes the fields of the request', () => {
  const body = transcriptionForm.toBody([
    FILE,
    part('model', 'm'),
    part('temperature', '0.5'),
    part('stream', 'true'),
    part('timestamp_granularities[]', 'word'),
    part('timestamp_granularities[]', 'segment'),
    part('include', 'logprobs'),
    part('chunking_strategy[type]', 'server_vad'),
    part('chunking_strategy[threshold]', '0.5'),
  ]);
  expect(body).toEqual({
    file: expect.any(UploadedFile),
    model: 'm',
    temperature: 0.5,
    stream: true,
    timestamp_granularities: ['word', 'segment'],
    include: ['logprobs'],
    chunking_strategy: { type: 'server_vad', threshold: 0.5 },
  });
});

test('an object may come as JSON, or as a word', () => {
  const read = (value: string): unknown =>
    transcriptionForm.toBody([part('chunking_strategy', value)]);
  expect(read('auto')).toEqual({ chunking_strategy: 'auto' });
  expect(read('{"type":"server_vad"}')).toEqual({ chunking_strategy: { type: 'server_vad' } });
  expect(() => read('{')).toThrow('is no JSON');
});

test('what compares requests sees the hash of a file, and not its bytes', () => {
  const [one, same, other] = ['a', 'a', 'b'].map((text) => new UploadedFile(Buffer.from(text)));
  expect(JSON.stringify(one)).toBe(JSON.stringify(same));
  expect(JSON.stringify(one)).not.toBe(JSON.stringify(other));
  expect(Object.keys(one ?? {})).toEqual(['sha256']);
  expect(one?.bytes.toString()).toBe('a');
});

test.each([
  ['file', [part('file', 'x')]],
  ['file', [part('file', '', true)]],
  ['prompt', [part('prompt', 'x', true)]],
  ['model', [part('model', 'x'), part('model', 'x')]],
  ['chunking_strategy', [part('chunking_strategy', 'auto'), part('chunking_strategy[type]', 'x')]],
  ['language', [part('language', '\xff')]],
])('%s that cannot be read is refused by its name', (param, parts) => {
  const read = (): unknown => transcriptionForm.toBody(parts);
  expect(read).toThrow(expect.objectContaining({ code: 'invalid_request', param }));
});
