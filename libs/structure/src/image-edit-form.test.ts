import { imageEditForm } from '@tollgate/contract/image-edit-form';
import type { FormPart } from '@tollgate/contract/form';
import { parseImageEditsRequest } from './parse-images.ts';
import { pictureSize } from './picture-size.ts';

const bytesOf = (...parts: readonly (string | number[])[]): Buffer =>
  Buffer.concat(
    parts.map((part) =>
      typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part),
    ),
  );
const png = (width: number, height: number): Buffer => {
  const head = bytesOf(
    '\x89PNG\r\n\x1a\n\0\0\0\rIHDR',
    Array.from({ length: 13 }, () => 0),
  );
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
};
const webp = (kind: string, chunk: number[]): Buffer =>
  bytesOf('RIFF\0\0\0\0WEBP', kind, [0, 0, 0, 0], chunk, [0, 0, 0, 0, 0]);
const JPEG_APP = [0xff, 0xe0, 0, 4, 1, 2];
const JPEG_FRAME = [0xff, 0xc2, 0, 17, 8, 0, 3, 0, 5, 3];
const JPEG = bytesOf([0xff, 0xd8], JPEG_APP, [0xff], JPEG_FRAME);

test.each<[string, Buffer, object | null]>([
  ['a PNG', png(3, 2), { width: 3, height: 2 }],
  ['a PNG without pixels', png(0, 2), null],
  ['a PNG that ends early', png(3, 2).subarray(0, 20), null],
  ['a JPEG behind other segments', JPEG, { width: 5, height: 3 }],
  ['a JPEG without a frame', bytesOf([0xff, 0xd8], JPEG_APP), null],
  [
    'a JPEG of segments without a length',
    bytesOf(
      [0xff, 0xd8],
      Array.from({ length: 4_096 }, () => 0xff),
    ),
    null,
  ],
  ['a lossy WebP', webp('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, 5, 0, 3, 0]), { width: 5, height: 3 }],
  ['a lossless WebP', webp('VP8L', [0x2f, 4, 0x80, 0, 0, 0, 0]), { width: 5, height: 3 }],
  ['a WebP with a canvas', webp('VP8X', [0, 0, 0, 0, 4, 0, 0, 2, 0, 0]), { width: 5, height: 3 }],
  ['a WebP of another kind', webp('ALPH', [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]), null],
])('the head of %s', (_what, bytes, size) => {
  expect(pictureSize(bytes)).toEqual(size);
});

const text = (name: string, value: string): FormPart => ({
  name,
  isFile: false,
  bytes: Buffer.from(value),
});
const file = (name: string, bytes: Buffer): FormPart => ({ name, isFile: true, bytes });
const NEEDED = [text('model', 'm'), text('prompt', 'p')];
const read = (...parts: readonly FormPart[]): unknown =>
  parseImageEditsRequest(imageEditForm.toBody([...NEEDED, ...parts]));
const urlOf = (type: string, bytes: Buffer): string =>
  `data:${type};base64,${bytes.toString('base64')}`;

test('every field of an edit may be a part of a form', () => {
  expect(
    read(
      file('image[]', png(3, 2)),
      text('n', '2'),
      file('image[]', JPEG),
      text('size', '1024x1024'),
      text('output_compression', '50'),
      text('input_fidelity', 'high'),
      text('stream', 'false'),
      text('user', 'u'),
      file('mask', png(2, 3)),
    ),
  ).toEqual({
    model: 'm',
    prompt: 'p',
    n: 2,
    size: '1024x1024',
    output_compression: 50,
    input_fidelity: 'high',
    stream: false,
    user: 'u',
    images: [
      { image_url: urlOf('image/png', png(3, 2)) },
      { image_url: urlOf('image/jpeg', JPEG) },
    ],
    mask: { image_url: urlOf('image/png', png(2, 3)) },
  });
});

test.each<[string, readonly FormPart[], string]>([
  ['no image', [], 'image'],
  ['a text for an image', [text('image', 'x')], 'image'],
  ['a file that is no image', [file('image', Buffer.from('GIF89a'))], 'image'],
  ['a file for a text', [file('image', JPEG), file('user', JPEG)], 'user'],
  ['two masks', [file('image', JPEG), file('mask', JPEG), file('mask', JPEG)], 'mask'],
  ['the field of JSON', [text('images', '[]'), file('image', JPEG)], 'images'],
  ['a text that is no UTF-8', [{ ...text('user', ''), bytes: bytesOf([0xff]) }], 'user'],
  ['a member of every object', [text('__proto__', 'x'), file('image', JPEG)], '__proto__'],
  ['an image without pixels', [file('image', png(0, 0))], 'images[0].image_url'],
  ['an image of too many pixels', [file('image', png(60_000, 60_000))], 'images[0].image_url'],
  ['a mask that is no PNG', [file('image', JPEG), file('mask', JPEG)], 'mask.image_url'],
  ['a mask of another size', [file('image', JPEG), file('mask', png(9, 9))], 'mask.image_url'],
  [
    'a mask that is too large',
    [file('image', JPEG), file('mask', Buffer.concat([png(5, 3), Buffer.alloc(4_194_304)]))],
    'mask.image_url',
  ],
])('a form with %s is refused by its name', (_what, parts, param) => {
  expect(() => read(...parts)).toThrow(expect.objectContaining({ param }));
});
