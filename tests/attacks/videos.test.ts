/** Hostile requests for videos and for their files, through the edge. */
import type { Video } from '@tollgate/contract/video';
import { eventually } from '../support/eventually.ts';
import { aCampaign } from './campaign.ts';
import type { Campaign, Person } from './campaign.ts';
import { inTurn } from './send.ts';
import type { Shot } from './send.ts';
import type { Hit } from './unhurt.ts';

const START_MS = 240_000;
const PNG_MARK = '\x89PNG\r\n\x1a\n';

let war: Campaign;
let video: string;
let bytes: number;
beforeAll(async () => {
  war = await aCampaign();
  video = await aVideoOf(war.bob);
  bytes = Number((await contentOf(war.bob)).headers['content-length']);
}, START_MS);
afterAll(() => war?.stop(), START_MS);

const bearer = ({ testKey }: Person): Record<string, string> => ({
  authorization: `Bearer ${testKey}`,
});

async function aVideoOf(person: Person): Promise<string> {
  const asked = { model: 'sandbox/film', prompt: 'mine', seconds: 1 };
  const made = await war.demo.v1<Video>('/videos', asked, bearer(person));
  expect(made.status).toBe(202);
  const path = `/videos/${made.body.id}`;
  await eventually(async () => {
    const { body } = await war.demo.v1<Video>(path, undefined, bearer(person));
    return body.status === 'completed';
  });
  return made.body.id;
}

const contentShot = (person: Person, headers: Record<string, string> = {}): Shot => ({
  method: 'GET',
  path: `/v1/videos/${video}/content`,
  headers: { ...bearer(person), ...headers },
});
const contentOf = (person: Person, headers: Record<string, string> = {}): Promise<Hit> =>
  war.sender.public(contentShot(person, headers));

const askShot = (more: object): Shot => ({
  method: 'POST',
  path: '/v1/videos',
  headers: { ...bearer(war.alice), 'content-type': 'application/json' },
  body: JSON.stringify({ model: 'sandbox/film', prompt: 'x', seconds: 1, ...more }),
});

const dataUrl = (type: string, text: string): string =>
  `data:${type};base64,${Buffer.from(text, 'latin1').toString('base64')}`;

test('Z01, Z02: pictures that are none, that are something else, and addresses are refused, and nobody asks the network', async () => {
  const pictures: unknown[] = [
    'http://169.254.169.254/latest/meta-data',
    'https://example.com/x.png',
    'file:///etc/passwd',
    'data:,x',
    'data:image/svg+xml;base64,PHN2Zy8+',
    'data:text/html;base64,PGI+',
    dataUrl('image/png', 'GIF89a'),
    dataUrl('image/jpeg', `${PNG_MARK}0123456789`),
    dataUrl('image/png', '<html>'),
    `${dataUrl('image/png', `${PNG_MARK}0123456789`)}!`,
    '',
    7,
    {},
    [[]],
    Array.from({ length: 11 }, () => dataUrl('image/png', `${PNG_MARK}0123456789`)),
  ];
  const fields = ['first_frame', 'last_frame', 'input_reference'];
  const shots = fields.flatMap((field) => pictures.map((one) => askShot({ [field]: one })));
  const hits = await war.by(() => inTurn(shots, war.sender.public));
  expect(hits.filter(({ status }) => status !== 400)).toEqual([]);
});

test('Z03: fields that would cost more, lead elsewhere or belong to a provider are refused', async () => {
  const more: object[] = [
    { seconds: 1e9 },
    { seconds: -1 },
    { seconds: '1e3' },
    { seconds: 1.5 },
    { size: '99999x99999' },
    { size: '1280X720' },
    { resolution: '../../etc/passwd' },
    { aspect_ratio: '16:9\u0000' },
    { sampleCount: 4 },
    { n: 4 },
    { storage_uri: 'gs://x/y' },
    { webhook_url: 'http://169.254.169.254/' },
    { prompt: '' },
    { prompt: 'x'.repeat(32_001) },
  ];
  const hits = await war.by(() => inTurn(more.map(askShot), war.sender.public));
  expect(hits.filter(({ status }) => status !== 400)).toEqual([]);
});

test('Z04: the video of somebody else is not there, and neither is its file', async () => {
  const paths = [`/v1/videos/${video}`, `/v1/videos/${video}/content`];
  const shots = paths.flatMap((path) =>
    ['GET', 'HEAD', 'DELETE'].map((method) => ({ method, path, headers: bearer(war.alice) })),
  );
  const hits = await war.by(() => inTurn(shots, war.sender.public));
  expect(hits.map(({ status }) => status).filter((status) => ![404, 405].includes(status))).toEqual(
    [],
  );
  const live = { authorization: `Bearer ${war.bob.key}` };
  const [, path = ''] = paths;
  const shot = { method: 'GET', path, headers: live };
  expect((await war.by(() => war.sender.public(shot))).status).toBe(404);
});

test('Z05: names that lead out of the store lead nowhere', async () => {
  const names = [
    '..',
    '../..',
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e',
    `${video}%00`,
    `${video}/..`,
    '.',
  ];
  const shots = names.flatMap((name) =>
    ['', '/content'].map((tail) => ({
      method: 'GET',
      path: `/v1/videos/${name}${tail}`,
      headers: bearer(war.bob),
    })),
  );
  const hits = await war.by(() => inTurn(shots, war.sender.public));
  expect(hits.filter(({ status }) => ![400, 404].includes(status))).toEqual([]);
});

test('Z06: ranges that are none, many or beyond give the whole file, a part of it or 416, and never more', async () => {
  const ranges = [
    'bytes=0-',
    'bytes=-0',
    `bytes=${bytes}-`,
    'bytes=0-18446744073709551615',
    'bytes=18446744073709551615-',
    'bytes=-18446744073709551615',
    `bytes=${Array.from({ length: 2_000 }, () => '0-').join(',')}`,
    'bytes=1-0',
    'bytes=0-0,-1',
    'bytes=--1',
    'bytes=0x0-0x1',
    'bytes=0-\t1',
    'lines=0-1',
    '=',
  ];
  for (const range of ranges) {
    const { status, headers } = await contentOf(war.bob, { range });
    expect([range, [200, 206, 416].includes(status) || status === 400]).toEqual([range, true]);
    expect(Number(headers['content-length'])).toBeLessThanOrEqual(Math.max(bytes, 2_000));
  }
});

test('Z07: a file is saved and never opened as a page, whatever it holds', async () => {
  const { status, headers } = await contentOf(war.bob);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'video/mp4',
    'content-disposition': `attachment; filename="${video}.mp4"`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  });
});

const LINE = 'of-parts';
const formShot = (path: string, parts: readonly string[], more: Partial<Shot> = {}): Shot => ({
  method: 'POST',
  path,
  body: Buffer.from(
    `${parts.map((one) => `--${LINE}\r\n${one}\r\n`).join('')}--${LINE}--\r\n`,
    'latin1',
  ),
  ...more,
  headers: {
    ...bearer(war.alice),
    'content-type': `multipart/form-data; boundary=${LINE}`,
    ...more.headers,
  },
});
const part = (name: string, value: string, more = ''): string =>
  `Content-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}`;
const file = (name: string, value: string): string =>
  part(name, value, '; filename="../../x.png"\r\nContent-Type: image/png');
const ASKED = [part('model', 'sandbox/film'), part('prompt', 'x'), part('seconds', '1')];
const FORM_PATHS = ['/v1/videos', '/v1/videos/quote'];

/** Each form at both routes; none makes a video, and none is quoted. */
async function expectRefused(forms: readonly string[][], more: Partial<Shot> = {}): Promise<void> {
  const shots = FORM_PATHS.flatMap((path) => forms.map((one) => formShot(path, one, more)));
  const hits = await war.by(() => inTurn(shots, war.sender.public));
  expect(hits.filter(({ status }) => status !== 400)).toEqual([]);
}

test('Z08: forms with parts that nobody asked for, twice, without a name, or by the thousand are refused', async () => {
  await expectRefused(
    [
      [part('webhook_url', 'http://169.254.169.254/')],
      [part('__proto__', 'x')],
      [part('constructor[prototype][model]', 'x')],
      [part('input_reference[file_id]', 'file_1')],
      [part('input_reference[]', 'x')],
      [part('model', 'sandbox/echo')],
      [part('seconds', '1')],
      ['Content-Disposition: form-data\r\n\r\nx'],
      ['Content-Disposition: inline; name="user"\r\n\r\nx'],
      ['\r\nx'],
      [`X: ${'x'.repeat(100_000)}\r\n${part('user', 'x')}`],
      [`${'X: y\r\n'.repeat(1_000)}${part('user', 'x')}`],
      [part('user', 'eA==', '\r\nContent-Transfer-Encoding: base64')],
      [part('user', '\xff\xfe')],
      [part('user', 'x'.repeat(500_000))],
      Array.from({ length: 10_000 }, (_, n) => part(`user${n}`, '')),
    ].map((parts) => [...ASKED, ...parts]),
  );
});

test('Z09: forms that are cut, or whose boundary is none, are refused', async () => {
  const whole = String(formShot('', [...ASKED, file('input_reference', PNG_MARK)]).body);
  const cuts = Array.from({ length: 40 }, (_, n) => Math.floor((n * (whole.length - 4)) / 40));
  const shots = FORM_PATHS.flatMap((path) =>
    cuts.map((at) => formShot(path, [], { body: Buffer.from(whole.slice(0, at), 'latin1') })),
  );
  const hits = await war.by(() => inTurn(shots, war.sender.public));
  expect(hits.filter(({ status }) => status !== 400)).toEqual([]);
  for (const boundary of [
    '',
    ';',
    '; boundary=',
    '; boundary="',
    `; boundary=${'x'.repeat(100)}`,
  ]) {
    await expectRefused([ASKED], {
      headers: { 'content-type': `multipart/form-data${boundary}` },
    });
  }
});

test('Z10: files that are no pictures, in a place that takes none, or too many are refused', async () => {
  await expectRefused(
    [
      [file('input_reference', '<svg onload="x"/>')],
      [file('input_reference', 'GIF89a')],
      [file('input_reference', '')],
      [file('input_reference', 'http://169.254.169.254/')],
      [part('input_reference', 'http://169.254.169.254/')],
      [part('input_reference[image_url]', 'file:///etc/passwd')],
      [file('user', `${PNG_MARK}0123456789`)],
      [file('first_frame', `${PNG_MARK}0123`), file('last_frame', `${PNG_MARK}0123`)],
      [file('input_reference', `${PNG_MARK}0123`), file('input_reference', `${PNG_MARK}0123`)],
    ].map((parts) => [...ASKED, ...parts]),
  );
  const large = file('input_reference', `${PNG_MARK}${'0'.repeat(10_485_760)}`);
  const hit = await war.by(() => war.sender.public(formShot('/v1/videos', [...ASKED, large])));
  expect(hit.status).toBe(400);
});
