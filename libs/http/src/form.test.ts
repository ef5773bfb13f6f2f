import type { FormPart, FormRules } from '@tollgate/contract/form';
import { isForm, parseForm } from './form.ts';

const TYPE = 'multipart/form-data; boundary=line';
const PARTS_MAX = 3;
const rules: FormRules = {
  partsMax: PARTS_MAX,
  filesMax: 1,
  files: ['file'],
  bytesMax: ({ isFile }) => (isFile ? 20 : 10),
  toBody: (parts: readonly FormPart[]) =>
    parts.map(({ name, isFile, bytes }) => [name, isFile, bytes.toString('latin1')]),
};

const part = (headers: string, content: string): string => `--line\r\n${headers}\r\n\r\n${content}`;
const field = (name: string, content: string): string =>
  part(`Content-Disposition: form-data; name="${name}"`, content);
const file = (name: string, content: string): string =>
  part(
    `Content-Disposition: form-data; name="${name}"; filename="../../x.png"\r\nContent-Type: text/html`,
    content,
  );
const whole = (...parts: readonly string[]): string =>
  `${parts.map((one) => `${one}\r\n`).join('')}--line--\r\n`;
const parse = (text: string, type = TYPE): Promise<unknown> =>
  parseForm([Buffer.from(text, 'latin1')], type, rules);

test('a form gives its parts in their order, as they came', async () => {
  const text = whole(field('a', 'x'), file('file', '\r\n--lin\0\xff'), field('b', ''));
  expect(await parse(text)).toEqual([
    ['a', false, 'x'],
    ['file', true, '\r\n--lin\0\xff'],
    ['b', false, ''],
  ]);
  expect(await parse(`before\r\n${text}`, 'Multipart/Form-Data; x=y; boundary="line"')).toEqual(
    await parse(text),
  );
  expect(await parse('--line--\r\n')).toEqual([]);
});

test('a form is the same in whatever pieces it comes', async () => {
  const text = whole(field('a', 'x'), file('file', '\r\n--lin\0\xff'), field('b', ''));
  const bytes = Buffer.from(text, 'latin1');
  const inOne = await parse(text);
  for (let at = 0; at <= bytes.length; at += 1) {
    const pieces = [bytes.subarray(0, at), bytes.subarray(at, at + 2), bytes.subarray(at + 2)];
    expect(await parseForm(pieces, TYPE, rules)).toEqual(inOne);
  }
  const single = Array.from(bytes, (byte) => Buffer.of(byte));
  expect(await parseForm(single, TYPE, rules)).toEqual(inOne);
  const nameless = whole(field('a', 'x'), field('', 'x'));
  const each = Array.from(nameless, (one) => Buffer.from(one, 'latin1'));
  await expect(parseForm(each, TYPE, rules)).rejects.toThrow('no name');
});

test('a form by the hand of a client of today is read', async () => {
  const form = new FormData();
  form.append('a"\r\n', 'ü');
  form.append('file', new Blob(['bytes']), 'x');
  const sent = new Response(form);
  const bytes = Buffer.from(await sent.arrayBuffer());
  expect(await parseForm([bytes], sent.headers.get('content-type') ?? '', rules)).toEqual([
    [expect.stringContaining('a'), false, Buffer.from('ü').toString('latin1')],
    ['file', true, 'bytes'],
  ]);
});

const NAMELESS = 'A part of the form has no name';
test.each([
  ['nothing', '', 'damaged'],
  ['no line between parts', 'x', 'damaged'],
  ['no end', field('a', 'x'), 'damaged'],
  ['no end of the last header', '--line\r\nContent-Disposition: form-data', 'damaged'],
  ['too many parts', whole(...Array.from({ length: 4 }, () => field('a', ''))), '3 parts at most'],
  ['very many parts', '\r\n--line'.repeat(100_000), '3 parts at most'],
  ['two files', whole(file('file', 'x'), file('file', 'y')), '1 file at most'],
  ['a long text', whole(field('a', 'x'.repeat(11))), 'a has more than 10 bytes'],
  ['a long file', whole(file('file', 'x'.repeat(21))), 'file has more than 20 bytes'],
  ['a part without headers', whole('--line\r\n\r\nx'), NAMELESS],
  ['a part without a name', whole(part('Content-Disposition: form-data', 'x')), NAMELESS],
  ['an empty name', whole(field('', 'x')), NAMELESS],
  ['a part of something else', whole(part('Content-Disposition: inline; name="a"', 'x')), NAMELESS],
  [
    'a long header',
    whole(part(`X: ${'x'.repeat(2_048)}\r\nContent-Disposition: form-data; name="a"`, 'x')),
    NAMELESS,
  ],
  [
    'many headers',
    whole(part(`${'X: y\r\n'.repeat(8)}Content-Disposition: form-data; name="a"`, 'x')),
    NAMELESS,
  ],
  ['a name of two lines', whole(field('a\nb', 'x')), NAMELESS],
  [
    'an encoded part',
    whole(
      part('Content-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: base64', 'eA=='),
    ),
    'a must not be encoded',
  ],
  ['a second form behind its end', `${whole(field('a', 'x'))}${whole(field('b', 'y'))}`, NAMELESS],
])('a form with %s is refused', async (_what, text, words) => {
  await expect(parse(text)).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining(words),
  });
});

test.each([
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=""',
  `multipart/form-data; boundary=${'x'.repeat(71)}`,
  'multipart/form-data; boundary="li\u00efne"',
])('a form is refused whose boundary nobody knows: %s', async (type) => {
  await expect(parse(whole(field('a', 'x')), type)).rejects.toThrow('boundary');
});

test('a form that is cut or changed anywhere comes to an end, and is refused where it is cut', async () => {
  const text = whole(field('a', 'x'), file('file', 'bytes'));
  for (let at = 0; at < text.length; at += 1) {
    // The last line end may be left out.
    if (at < text.length - 2) await expect(parse(text.slice(0, at))).rejects.toThrow();
    for (const other of ['\r', '\n', '-', '"', '\0', '']) {
      await parse(text.slice(0, at) + other + text.slice(at + 1)).catch(() => undefined);
    }
  }
});

test.each([
  ['multipart/form-data; boundary=x', true],
  ['multipart/form-data', true],
  ['multipart/form-datas', false],
  ['multipart/mixed; boundary=x', false],
  ['application/json', false],
  ['', false],
])('%j is a form: %s', (type, expected) => expect(isForm(type)).toBe(expected));
