import { probeVideo } from './probe.ts';
import type { MediaStore } from './media-store.ts';

const NAME = { userId: 'u', id: 'i' };

function longs(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, 4 * at);
  return bytes;
}

function box(type: string, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([longs(body.length + 8), Buffer.from(type), body]);
}

/** The least of an index that says what a video is. */
function index({ seconds = 4, width = 1_280, height = 720, timescale = 1_000 } = {}): Buffer {
  const matrix = longs(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
  const length = Math.round(seconds * timescale);
  const movie = box(
    'mvhd',
    longs(0, 0, 0, timescale, length, 0x10000, 0x01000000, 0, 0),
    matrix,
    longs(0, 0, 0, 0, 0, 0, 2),
  );
  const sides = longs(width * 0x10000, height * 0x10000);
  const track = box('tkhd', longs(3, 0, 0, 1, 0, length, 0, 0, 0, 0), matrix, sides);
  const picture = box(
    'avc1',
    longs(0, 1, 0, 0, 0, 0),
    Buffer.from([width >> 8, width & 255, height >> 8, height & 255]),
    longs(0x480000, 0x480000, 0, 0x00010000),
    Buffer.alloc(30),
    Buffer.from([0, 0x18, 0xff, 0xff]),
    box('avcC', Buffer.from([1, 66, 0, 30, 0xff, 0xe0, 0])),
  );
  const tables = box(
    'stbl',
    box('stsd', longs(0, 1), picture),
    ...['stts', 'stsc', 'stco'].map((type) => box(type, longs(0, 0))),
    box('stsz', longs(0, 0, 0)),
  );
  const media = box(
    'mdia',
    box('mdhd', longs(0, 0, 0, timescale, length, 0x55c40000)),
    box('hdlr', longs(0, 0), Buffer.from('vide'), longs(0, 0, 0), Buffer.from('film\0')),
    box('minf', box('vmhd', longs(1, 0, 0)), box('dinf', box('dref', longs(0, 0))), tables),
  );
  return box('moov', movie, box('trak', track, media));
}

const type = box('ftyp', Buffer.from('isom'), longs(0x200), Buffer.from('isommp41'));
const pictures = box('mdat', Buffer.alloc(3_000_000, 7));

/** A store of one file, and how many bytes of the file were read. */
function storeOf(file: Buffer): { store: Pick<MediaStore, 'read'>; read: () => number } {
  let bytes = 0;
  return {
    read: () => bytes,
    store: {
      read: (_name, { start, end }) => {
        bytes += end + 1 - start;
        const piece = file.subarray(start, end + 1);
        const reader = {
          destroy: () => undefined,
          async *[Symbol.asyncIterator]() {
            await Promise.resolve();
            yield piece;
          },
        };
        return Promise.resolve(reader);
      },
    },
  };
}

const probe = (file: Buffer, bytes = file.length) =>
  probeVideo(storeOf(file).store, { name: NAME, bytes });

describe('the facts of a video', () => {
  test('are read from an index before the pictures', async () => {
    const file = Buffer.concat([
      type,
      index({ seconds: 7.96, width: 1_920, height: 1_080 }),
      pictures,
    ]);
    expect(await probe(file)).toEqual({ seconds: 7.96, width: 1_920, height: 1_080 });
  });

  test('are read from an index behind the pictures, without reading these', async () => {
    const file = Buffer.concat([type, pictures, index()]);
    const { store, read } = storeOf(file);
    expect(await probeVideo(store, { name: NAME, bytes: file.length })).toEqual({
      seconds: 4,
      width: 1_280,
      height: 720,
    });
    expect(read()).toBeLessThan(600_000);
  });

  test.each([
    ['without an index', Buffer.concat([type, pictures])],
    ['of nothing', Buffer.alloc(0)],
    ['of noise', Buffer.from(Array.from({ length: 400_000 }, (_none, at) => (at * 31) % 251))],
    ['that is cut in its index', Buffer.concat([type, index()]).subarray(0, 200)],
    [
      'with boxes that claim to be longer',
      Buffer.concat([type, longs(0x7fffffff), Buffer.from('moov')]),
    ],
    ['with boxes of no length', Buffer.concat([type, Buffer.alloc(300_000)])],
  ])('are none of a file %s', async (_what, file) => {
    expect(await probe(file)).toBeNull();
  });

  test.each([
    ['that lasts no time', Buffer.concat([type, index({ seconds: 0 })])],
    ['without a time scale', Buffer.concat([type, index({ timescale: 0 })])],
  ])('are `empty` of a file %s', async (_what, file) => {
    expect(await probe(file)).toBe('empty');
  });

  test('cost no more than so many bytes, however long a file without an index is', async () => {
    const { store, read } = storeOf(Buffer.concat([type, Buffer.alloc(40_000_000, 1)]));
    expect(await probeVideo(store, { name: NAME, bytes: 2_000_000_000 })).toBeNull();
    expect(read()).toBeLessThan(34_000_000);
  });
});
