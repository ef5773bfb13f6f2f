/** Hostile requests with audio, through the edge. */
import { aWav } from '../support/a-wav.ts';
import { aCampaign } from './campaign.ts';
import type { Campaign } from './campaign.ts';
import { inTurn } from './send.ts';
import type { Shot } from './send.ts';

const START_MS = 240_000;
const LINE = 'of-parts';
const PATHS = ['/v1/audio/transcriptions', '/v1/audio/translations'];
const FILE_BYTES_MAX = 26_214_400;
const BODY_BYTES_MAX = 31_457_280;

let war: Campaign;
beforeAll(async () => {
  war = await aCampaign();
}, START_MS);
afterAll(() => war?.stop(), START_MS);

const part = (name: string, value: string | Buffer, more = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`Content-Disposition: form-data; name="${name}"${more}\r\n\r\n`, 'latin1'),
    Buffer.from(value),
  ]);
const file = (value: string | Buffer, name = 'file'): Buffer =>
  part(name, value, '; filename="../../x.mp3"\r\nContent-Type: audio/mpeg');
const MODEL = part('model', 'sandbox/listener');
const TALK = aWav(1);

function formShot(path: string, parts: readonly Buffer[], more: Partial<Shot> = {}): Shot {
  const lines = parts.flatMap((one) => [Buffer.from(`--${LINE}\r\n`), one, Buffer.from('\r\n')]);
  return {
    method: 'POST',
    path,
    body: Buffer.concat([...lines, Buffer.from(`--${LINE}--\r\n`)]),
    ...more,
    headers: {
      authorization: `Bearer ${war.alice.testKey}`,
      'content-type': `multipart/form-data; boundary=${LINE}`,
      ...more.headers,
    },
  };
}

/** Each form at both routes; nothing is measured, held or charged. */
async function expectRefused(forms: readonly Buffer[][], more: Partial<Shot> = {}): Promise<void> {
  const shots = PATHS.flatMap((path) => forms.map((one) => formShot(path, one, more)));
  const hits = await war.by(() => inTurn(shots, war.sender.public));
  expect(hits.map(({ status }) => status)).toEqual(shots.map(() => 400));
}

test('Z11: a form without a file, with two, an empty one, or one in another field is refused', async () => {
  await expectRefused([
    [],
    [MODEL],
    [MODEL, file(TALK), file(TALK)],
    [MODEL, file('')],
    [MODEL, file(TALK, 'audio')],
    [MODEL, file(TALK, 'prompt')],
    [MODEL, part('file', TALK)],
    [file(TALK)],
    [MODEL, MODEL, file(TALK)],
  ]);
});

test('Z12: texts, pages, pictures and broken audio are refused, whatever they are called', async () => {
  const wrong: (string | Buffer)[] = [
    'This is no audio.',
    '<script>alert(1)</script>',
    '#!/bin/sh\nrm -rf /',
    '\x89PNG\r\n\x1a\n\0\0\0\rIHDR',
    'GIF89a',
    '#EXTM3U\nhttp://169.254.169.254/latest/meta-data',
    'ffconcat version 1.0\nfile /etc/passwd',
    TALK.subarray(0, 44),
    Buffer.from(TALK).fill(0, 22, 24),
    Buffer.from(TALK).fill(0, 24, 28),
    Buffer.from('ID3\x03\0\0\x7f\x7f\x7f\x7f', 'latin1'),
    Buffer.from('fLaC\x80\0\0\x22', 'latin1'),
    Buffer.from(`OggS${'\0'.repeat(22)}\xff`, 'latin1'),
    Buffer.from('1a45dfa3ffffffffffffffff', 'hex'),
    Buffer.from('00000001667479700000000000000000', 'hex'),
  ];
  await expectRefused(wrong.map((value) => [MODEL, file(value)]));
});

test('Z13: 25 MiB that look like audio are looked at in a moment, and refused', async () => {
  const fill = (head: string, byte: number): Buffer => {
    const bytes = Buffer.alloc(FILE_BYTES_MAX, byte);
    Buffer.from(head, 'hex').copy(bytes);
    return bytes;
  };
  // One after the other: the room of an owner holds two of them.
  for (const bytes of [
    fill('', 0xff),
    fill('664c6143800000220000000000000000000003e80000', 0xff),
    fill('1a45dfa380', 0xec),
  ]) {
    const shot = formShot(PATHS[0] ?? '', [MODEL, file(bytes)]);
    const hit = await war.by(() => war.sender.public(shot));
    expect(hit.status).toBe(400);
  }
});

test('Z14: a file of more than 25 MiB is refused, and a larger body before it has come', async () => {
  await expectRefused([[MODEL, file(aWav(FILE_BYTES_MAX / 8_000))]]);
  const large = formShot(PATHS[0] ?? '', [MODEL, file(Buffer.alloc(BODY_BYTES_MAX))]);
  const [hit] = await war.by(() => inTurn([large], war.sender.public));
  expect(hit?.status).toBe(413);
});

test('Z15: forms with a wrong boundary, cut anywhere, or packed into a bomb are refused', async () => {
  const path = PATHS[0] ?? '';
  const whole = formShot(path, [MODEL, file(TALK)]);
  const body = whole.body as Buffer;
  const typed = (type: string): Shot => ({
    ...whole,
    headers: { ...whole.headers, 'content-type': type },
  });
  const cuts = [10, 60, 100, 200, 4_000, body.length - 6].map((at) => ({
    ...whole,
    body: body.subarray(0, at),
  }));
  const shots = [
    typed('multipart/form-data'),
    typed('multipart/form-data; boundary=other'),
    typed(`multipart/form-data; boundary=${'x'.repeat(71)}`),
    ...cuts,
  ];
  const hits = await war.by(() => inTurn(shots, war.sender.public));
  expect(hits.map(({ status }) => status)).toEqual(shots.map(() => 400));
  const bomb = await bombOf(BODY_BYTES_MAX * 4);
  const packed = {
    ...whole,
    body: bomb,
    headers: { ...whole.headers, 'content-encoding': 'gzip' },
  };
  const [hit] = await war.by(() => inTurn([packed], war.sender.public));
  expect(hit?.status).toBe(413);
});

async function bombOf(bytes: number): Promise<Buffer> {
  const { gzipSync } = await import('node:zlib');
  return gzipSync(Buffer.alloc(bytes));
}

test('Z16: fields that are unknown, twice, many, long or of another kind are refused', async () => {
  const fields: [string, string][] = [
    ['url', 'https://example.com/x.mp3'],
    ['__proto__', 'x'],
    ['constructor', 'x'],
    ['response_format', 'xml'],
    ['response_format', '__proto__'],
    ['temperature', '1e9'],
    ['temperature', '-1'],
    ['temperature', 'NaN'],
    ['prompt', 'x'.repeat(65_537)],
    ['chunking_strategy[type]', 'other'],
    ['chunking_strategy[__proto__]', 'x'],
    ['chunking_strategy', '{"type":"server_vad","x":1}'],
    ['chunking_strategy', '{'],
    ['timestamp_granularities[]', 'hour'],
    ['known_speaker_references[]', 'http://169.254.169.254/'],
    ['stream', 'yes'],
    ['model', 'x\u0000'],
  ];
  await expectRefused(fields.map(([name, value]) => [MODEL, file(TALK), part(name, value)]));
  const many = Array.from({ length: 40 }, () => part('include[]', 'logprobs'));
  await expectRefused([[MODEL, file(TALK), ...many]]);
});

test('Z17: a head that claims a second of a minute is measured by its samples', async () => {
  const [hit] = await war.by(() =>
    inTurn([formShot(PATHS[0] ?? '', [MODEL, file(aWav(60, { claimed: 1 }))])], war.sender.public),
  );
  expect([hit?.status, hit?.text]).toEqual([200, expect.stringContaining('60 seconds of wav')]);
});

test('Z18: many uploads of one owner at once are refused with 503, and others are served', async () => {
  const large = file(aWav((FILE_BYTES_MAX - 100) / 8_000));
  const shots = Array.from({ length: 8 }, () => formShot(PATHS[0] ?? '', [MODEL, large]));
  const mine = shots.map((shot) => war.sender.public(shot));
  const other = formShot(PATHS[0] ?? '', [MODEL, file(TALK)], {});
  const bobs = {
    ...other,
    headers: { ...other.headers, authorization: `Bearer ${war.bob.testKey}` },
  };
  const [theirs, ...hits] = await war.by(async () =>
    Promise.all([war.sender.public(bobs), ...mine]),
  );
  expect(theirs?.status).toBe(200);
  expect(hits.filter(({ status }) => ![200, 503].includes(status))).toEqual([]);
  expect(hits.some(({ status }) => status === 200)).toBe(true);
});
