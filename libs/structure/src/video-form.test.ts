import type { FormPart } from '@tollgate/contract/form';
import { PICTURE_BYTES_MAX } from '@tollgate/contract/picture';
import { videoForm } from '@tollgate/contract/video-form';
import { parseVideoRequest } from './parse-video.ts';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n0123456789', 'latin1');
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);
const WEBP = Buffer.from('RIFF\x10\0\0\0WEBPVP8 0123', 'latin1');

const text = (name: string, value: string): FormPart => ({
  name,
  isFile: false,
  bytes: Buffer.from(value),
});
const file = (name: string, bytes: Buffer): FormPart => ({ name, isFile: true, bytes });
const NEEDED = [text('model', 'm'), text('prompt', 'p')];
const read = (...parts: readonly FormPart[]): unknown =>
  parseVideoRequest(videoForm.toBody([...NEEDED, ...parts]));
const urlOf = (type: string, bytes: Buffer): string =>
  `data:${type};base64,${bytes.toString('base64')}`;

test('every field of a video may be a part of a form', () => {
  const url = urlOf('image/png', PNG);
  expect(
    read(
      text('seconds', '8'),
      text('size', '1280x720'),
      text('generate_audio', 'true'),
      text('seed', '7'),
      text('negative_prompt', 'Grüße'),
      text('first_frame', url),
      text('last_frame', url),
      text('user', 'u'),
    ),
  ).toEqual({
    model: 'm',
    prompt: 'p',
    seconds: '8',
    size: '1280x720',
    generate_audio: true,
    seed: 7,
    negative_prompt: 'Grüße',
    first_frame: url,
    last_frame: url,
    user: 'u',
  });
});

test.each([
  ['image/png', PNG],
  ['image/jpeg', JPEG],
  ['image/webp', WEBP],
])('a file is a picture by its bytes: %s', (type, bytes) => {
  expect(read(file('input_reference', bytes))).toMatchObject({
    input_reference: urlOf(type, bytes),
  });
});

test('a picture may be as large as in JSON, and no larger', () => {
  const largest = Buffer.concat([PNG], PICTURE_BYTES_MAX);
  expect(read(file('input_reference', largest))).toBeDefined();
  expect(videoForm.bytesMax({ name: 'input_reference', isFile: true })).toBe(PICTURE_BYTES_MAX);
  const url = urlOf('image/png', largest);
  expect(url.length).toBeLessThan(videoForm.bytesMax({ name: 'first_frame', isFile: false }));
  expect(read(text('input_reference[image_url]', url))).toEqual(
    read(file('input_reference', largest)),
  );
  const larger = Buffer.concat([PNG], PICTURE_BYTES_MAX + 1);
  expect(() => read(text('first_frame', urlOf('image/png', larger)))).toThrow('larger than 10 MiB');
});

test.each<[string, string, readonly FormPart[]]>([
  ['nonsense', 'nonsense is not a parameter', [text('nonsense', 'x')]],
  ['__proto__', '__proto__ is not a parameter', [text('__proto__', 'x')]],
  ['input_reference[file_id]', 'is not a parameter', [text('input_reference[file_id]', 'x')]],
  ['seconds', 'may stand once', [text('seconds', '4'), text('seconds', '8')]],
  [
    'input_reference',
    'may stand once',
    [file('input_reference', PNG), text('input_reference[image_url]', urlOf('image/png', PNG))],
  ],
  ['prompt', 'may stand once', [text('prompt', 'x')]],
  ['user', 'takes no file', [file('user', PNG)]],
  ['nonsense', 'takes no file', [file('nonsense', PNG)]],
  ['input_reference', 'holds no PNG', [file('input_reference', Buffer.from('<svg/>'))]],
  ['input_reference', 'holds no PNG', [file('input_reference', Buffer.alloc(0))]],
  ['input_reference', 'must', [text('input_reference', 'http://169.254.169.254/x.png')]],
  ['user', 'is not UTF-8', [{ name: 'user', isFile: false, bytes: Buffer.from([0xff]) }]],
  ['seed', 'must', [text('seed', '1e3')]],
  ['seed', 'must', [text('seed', '99999999999')]],
  ['seconds', 'must', [text('seconds', '8.5')]],
  ['generate_audio', 'must', [text('generate_audio', 'yes')]],
])('a form is refused for its part %s', (param, words, parts) => {
  let thrown: unknown;
  try {
    read(...parts);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toMatchObject({ param, message: expect.stringContaining(words) });
});
