import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { measureAudio, UnreadableAudio } from './measure.ts';

const FIXTURES = new URL('../fixtures/', import.meta.url);
const read = (name: string): Buffer => readFileSync(fileURLToPath(new URL(name, FIXTURES)));
/** Every file holds a tone of so many seconds, as ffmpeg 9 wrote it. */
const SECONDS = 2.5;
/** Encoders put silence around what they are given, and packets are whole. */
const SLACK_SECONDS = 0.15;

const FILES = [
  ['tone.wav', 'wav'],
  ['tone.mp3', 'mp3'],
  ['vbr.mp3', 'mp3'],
  ['tone.flac', 'flac'],
  ['opus.ogg', 'ogg'],
  ['vorbis.ogg', 'ogg'],
  ['tone.webm', 'webm'],
  ['vorbis.webm', 'webm'],
  ['tone.m4a', 'mp4'],
  ['fragments.mp4', 'mp4'],
] as const;

const secondsOf = async (bytes: Buffer): Promise<number> => (await measureAudio(bytes)).seconds;

test.each(FILES)('%s is measured as %s by its frames', async (name, format) => {
  const measured = await measureAudio(read(name));
  expect(measured.format).toBe(format);
  expect(measured.seconds).toBeGreaterThanOrEqual(SECONDS);
  expect(measured.seconds).toBeLessThan(SECONDS + SLACK_SECONDS);
});

describe('what a header claims shortens nothing', () => {
  const changed = (name: string, at: number, hex: string): Buffer => {
    const bytes = read(name);
    Buffer.from(hex, 'hex').copy(bytes, at);
    return bytes;
  };

  test('the length of the samples of a WAV file', async () => {
    const wav = read('tone.wav');
    const at = wav.indexOf('data') + 4;
    expect(await secondsOf(changed('tone.wav', at, '01000000'))).toBeCloseTo(SECONDS, 1);
    expect(await secondsOf(changed('tone.wav', at, 'ffffffff'))).toBeCloseTo(SECONDS, 1);
  });

  test('the rate of bytes of a WAV file', async () => {
    const at = read('tone.wav').indexOf('fmt ') + 16;
    expect(await secondsOf(changed('tone.wav', at, 'ffffff7f'))).toBeCloseTo(SECONDS, 1);
  });

  test('the number of samples of a FLAC file', async () => {
    expect(await secondsOf(changed('tone.flac', 21, '0000000001'))).toBeCloseTo(SECONDS, 1);
  });

  test('the positions of the pages of an Ogg file', async () => {
    const bytes = read('opus.ogg');
    for (let at = bytes.indexOf('OggS'); at >= 0; at = bytes.indexOf('OggS', at + 4)) {
      bytes.fill(0, at + 6, at + 14);
    }
    expect(await secondsOf(bytes)).toBe(await secondsOf(read('opus.ogg')));
  });

  test('the durations of an MP4 file', async () => {
    const bytes = read('tone.m4a');
    for (const name of ['mvhd', 'mdhd', 'tkhd']) {
      const at = bytes.indexOf(name);
      bytes.fill(0, at + 20, at + 28);
    }
    expect(await secondsOf(bytes)).toBe(await secondsOf(read('tone.m4a')));
  });

  test('the times and the duration of a WebM file', async () => {
    const bytes = read('tone.webm');
    const cluster = bytes.indexOf(Buffer.from('1f43b675', 'hex'));
    for (let at = bytes.indexOf(0xa3, cluster); at >= 0; at = bytes.indexOf(0xa3, at + 1)) {
      if (bytes[at + 2] === 0x81) bytes.fill(0, at + 3, at + 5);
    }
    expect(await secondsOf(bytes)).toBe(await secondsOf(read('tone.webm')));
  });
});

test.each([['tone.mp3'], ['opus.ogg']])('%s twice in one file counts twice', async (name) => {
  const once = read(name);
  expect(await secondsOf(Buffer.concat([once, once]))).toBeCloseTo(2 * (await secondsOf(once)), 1);
});

test('frames behind a tag and behind rubbish count', async () => {
  const mp3 = read('tone.mp3');
  const tag = Buffer.concat([Buffer.from('4944330300000000000a', 'hex'), Buffer.alloc(10)]);
  expect(await secondsOf(Buffer.concat([tag, mp3]))).toBeCloseTo(await secondsOf(mp3), 3);
  const rubbish = Buffer.alloc(5_000, 'x');
  expect(await secondsOf(Buffer.concat([mp3, rubbish, mp3]))).toBeCloseTo(
    2 * (await secondsOf(mp3)),
    1,
  );
});

const BYTES_MAX = 26_214_400;
const marked = (mark: string, fill: number): Buffer => {
  const bytes = Buffer.alloc(BYTES_MAX, fill);
  Buffer.from(mark, 'hex').copy(bytes);
  return bytes;
};

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a text', Buffer.from('This is no audio. '.repeat(10_000))],
  ['a page', Buffer.from('<!doctype html><title>x</title>')],
  ['the head of a WAV file alone', read('tone.wav').subarray(0, 44)],
  ['a WAV file of no channels', Buffer.from(read('tone.wav')).fill(0, 22, 24)],
  ['a WAV file that is packed', Buffer.from(read('tone.wav')).fill(0x11, 20, 21)],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['zeros', marked('', 0)],
  ['bits that are set', marked('', 0xff)],
  ['a tag without an end', marked('49443303000000000000', 0)],
  ['pieces of WAV without samples', marked('524946460000000057415645', 0)],
  ['FLAC without frames', marked('664c6143800000220000000000000000000003e80000', 0xff)],
  ['Ogg without pages', marked('4f67675300', 0)],
  [
    'elements of WebM without end',
    Buffer.concat([
      Buffer.from('1a45dfa380', 'hex'),
      Buffer.alloc(BYTES_MAX, Buffer.from('ec80', 'hex')),
    ]),
  ],
  ['boxes of MP4 without end', Buffer.alloc(BYTES_MAX, Buffer.from('0000000866747970', 'hex'))],
])('%s is no audio, and the look at it ends', async (_what, bytes) => {
  await expect(measureAudio(bytes)).rejects.toThrow(UnreadableAudio);
});

test('a hostile file is looked at in steps, between which others have their turn', async () => {
  let isOver = false;
  let turns = 0;
  const others = (): void => {
    turns += 1;
    if (!isOver) setImmediate(others);
  };
  setImmediate(others);
  await expect(measureAudio(marked('', 0xff))).rejects.toThrow(UnreadableAudio);
  isOver = true;
  expect(turns).toBeGreaterThan(1);
});

test.each(FILES)('%s may be cut and changed anywhere without an error of ours', async (name) => {
  const whole = read(name);
  const step = Math.ceil(whole.length / 400);
  for (let at = 0; at < whole.length; at += step) {
    const changed = Buffer.from(whole);
    changed[at] = (changed[at] ?? 0) ^ 0xff;
    await expectMeasured(whole.subarray(0, at));
    await expectMeasured(changed);
  }
});

async function expectMeasured(bytes: Buffer): Promise<void> {
  try {
    expect((await measureAudio(bytes)).seconds).toBeGreaterThan(0);
  } catch (error) {
    if (!(error instanceof UnreadableAudio)) throw error;
  }
}
