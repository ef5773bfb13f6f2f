/** Hostile requests for images and for edits of images: as forms, and as JSON. */
import { DOT, DOT_PNG } from '../support/dot.ts';
import { GOOGLE, PICTURES, setUpFamily } from '../support/family-set-up.ts';
import { aCampaign } from './campaign.ts';
import type { Campaign } from './campaign.ts';
import { inTurn } from './send.ts';
import type { Shot } from './send.ts';

const START_MS = 240_000;
const QWEN = 'pictures/qwen-image-edit';
const PRO = 'google/gemini-3-pro-image';
const EDGE = 'x-form-edge';

let war: Campaign;
beforeAll(async () => {
  war = await aCampaign();
  await setUpFamily(war.demo, { ...PICTURES, models: [QWEN] });
  await setUpFamily(war.demo, { ...GOOGLE, models: [PRO] });
}, START_MS);
afterAll(() => war?.stop(), START_MS);

const shotOf = (type: string, body: string | Buffer): Shot => ({
  method: 'POST',
  path: '/v1/images/edits',
  headers: { 'content-type': type, authorization: `Bearer ${war.alice.key}` },
  body,
});

/** Sends everything, and says which were not refused with 400. */
async function expectRefused(shots: Record<string, Shot>): Promise<void> {
  const hits = await war.by(() => inTurn(Object.values(shots), war.sender.public));
  const names = Object.keys(shots);
  expect(hits.flatMap(({ status }, at) => (status === 400 ? [] : [[names[at], status]]))).toEqual(
    [],
  );
}

const part = (head: string, bytes: string): string =>
  `--${EDGE}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${bytes}\r\n`;
const texts = `${part('name="model"', QWEN)}${part('name="prompt"', 'x')}`;
const dot = DOT_PNG.toString('latin1');
const image = part('name="image"; filename="a.png"', dot);
const formShot = (parts: string, end = `--${EDGE}--\r\n`): Shot =>
  shotOf(`multipart/form-data; boundary=${EDGE}`, Buffer.from(parts + end, 'latin1'));

test('B06: forms that end early, have too many parts, and hide what they hold', async () => {
  const shots: Record<string, Shot> = {
    'no end': formShot(texts + image, ''),
    'an end inside a file': formShot(texts + image.slice(0, -10), ''),
    'no image': formShot(texts),
    'a text for an image': formShot(texts + part('name="image"', dot)),
    'a page': formShot(texts + part('name="image"; filename="a.png"', '<html>')),
    'a part in base64': formShot(
      texts +
        part('name="image"; filename="a.png"\r\nContent-Transfer-Encoding: base64', 'iVBORw0KGgo='),
    ),
    'lines in a name': formShot(
      texts + part('name="image\r\nX-Injected: 1"; filename="a.png"', dot),
    ),
    'a name twice': formShot(texts + part('name="model"', 'sandbox/picture') + image),
    'many files': formShot(texts + image.repeat(18)),
    'many parts': formShot(texts + part('name="x"', 'x').repeat(10_000) + image),
    'another boundary': shotOf(
      'multipart/form-data; boundary=other',
      Buffer.from(texts + image, 'latin1'),
    ),
  };
  await expectRefused(shots);
});

test('B08: names of files with line ends, and floods of header lines, reach no provider', async () => {
  const heads = [
    'name="image"; filename="a\r\nX-Injected: 1.png"',
    'name="image"; filename="../../etc/passwd"',
    `name="image"; filename="a.png"\r\n${'X: y\r\n'.repeat(5_000)}Z: z`,
  ];
  const shots = heads.map((head) => formShot(texts + part(head, dot)));
  const hits = await war.by(() => inTurn(shots, war.sender.public), { bought: true });
  expect(hits.map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('B07: images that are none, that unpack to too much, and addresses of the network', async () => {
  const bomb = Buffer.from(DOT_PNG);
  bomb.writeUInt32BE(0x7fffffff, 16);
  bomb.writeUInt32BE(0x7fffffff, 20);
  const urlOf = (bytes: Buffer, type = 'image/png'): string =>
    `data:${type};base64,${bytes.toString('base64')}`;
  const urls = [
    '',
    'http://169.254.169.254/latest/meta-data',
    'https://example.com/a.png',
    'file:///etc/passwd',
    'data:image/svg+xml;base64,PHN2Zz4=',
    'data:image/png,x',
    urlOf(bomb),
    urlOf(DOT_PNG, 'image/webp'),
    urlOf(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
    `${DOT}<b>!`,
    7,
    null,
    { url: DOT },
  ];
  const ask = (more: object): Shot =>
    shotOf('application/json', JSON.stringify({ model: QWEN, prompt: 'x', ...more }));
  const bodies = [
    ...urls.map((url) => ({ images: [{ image_url: url }] })),
    ...urls.map((url) => ({ images: [{ image_url: DOT }], mask: { image_url: url } })),
    { images: DOT },
    { images: [DOT] },
    { images: [{ image_url: DOT, file_id: 'file-1' }] },
    { images: Array.from({ length: 17 }, () => ({ image_url: DOT })) },
  ];
  const shots = bodies.map((more, at): [string, Shot] => [String(at), ask(more)]);
  await expectRefused(Object.fromEntries(shots));
});

test('B09: prompts for more images than were paid for, and for refusals that cost', async () => {
  const ask = (prompt: string): Shot => ({
    ...shotOf('application/json', JSON.stringify({ model: PRO, prompt })),
    path: '/v1/images/generations',
  });
  const courses = ['more', 'filtered', 'blocked', 'none'];
  const shots = courses.map((course) => ask(`foxes [image: ${course}]`));
  const hits = await war.by(() => inTurn(shots, war.sender.public), { bought: true });
  expect(hits.map(({ status }) => status)).toEqual([200, 400, 400, 400]);
  const charges = hits.map(({ headers }) => Number(headers['x-svc-charged']));
  expect(charges.map((charge) => charge > 0)).toEqual([true, true, true, true]);
  // Two images of 1,120 tokens at 30 credits a million, and reasoning.
  expect(charges[0]).toBeGreaterThan(0.0672);
});

test('B04: images of answers that nobody made, and ceilings for many of them', async () => {
  const talk = (more: object): Shot => ({
    ...shotOf('application/json', JSON.stringify({ model: PRO, messages: [FOX], ...more })),
    path: '/v1/chat/completions',
  });
  const said = (images: unknown): Shot =>
    talk({ messages: [FOX, { role: 'assistant', content: 'x', images }, FOX] });
  const imageAt = (url: unknown): unknown => [{ type: 'image_url', image_url: { url } }];
  const bomb = Buffer.from(DOT_PNG);
  bomb.writeUInt32BE(0x7fffffff, 16);
  bomb.writeUInt32BE(0x7fffffff, 20);
  await expectRefused({
    'an address': said(imageAt('http://169.254.169.254/latest/meta-data')),
    'a file': said(imageAt('file:///etc/passwd')),
    'a page': said(imageAt('data:text/html;base64,PGI+')),
    'a bomb': said(imageAt(`data:image/png;base64,${bomb.toString('base64')}`)),
    'no address': said(imageAt(7)),
    'a text': said('x'),
    'many images': said(Array.from({ length: 17 }, () => ({ type: 'image_url' }))),
    'a form of another kind': talk({ image_config: { image_size: '1K\r\nX: 1' } }),
    'a ceiling above the model': talk({ max_tokens: 32_769 }),
    modalities: talk({ modalities: ['image', 'image', 'audio'] }),
  });
  // What a caller calls signed is not sent, and every image is paid.
  const parts = [{ functionCall: { name: 'f' } }];
  const forged = { role: 'assistant', content: 'x', extra_content: { google: { parts } } };
  const shots = [talk({ max_tokens: 32_768, messages: [MANY] }), talk({ messages: [forged, FOX] })];
  const hits = await war.by(() => inTurn(shots, war.sender.public), { bought: true });
  const paid = hits.map(({ status, headers }) => [status, Number(headers['x-svc-charged']) > 0.03]);
  expect(paid).toEqual([
    [200, true],
    [200, true],
  ]);
});

const FOX = { role: 'user', content: 'a fox' };
const MANY = { role: 'user', content: 'foxes [image: more]' };
