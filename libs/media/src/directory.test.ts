import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, truncate, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDirectoryStore } from './directory.ts';
import { MediaTooLarge, MediaTorn } from './media-store.ts';
import type { MediaStore } from './media-store.ts';

const NAME = {
  userId: '01890000-0000-7000-8000-000000000001',
  id: '01890000-0000-7000-8000-000000000002',
};
const VIDEO = Buffer.from(Array.from({ length: 100_000 }, (_none, at) => at % 251));
const MOST = 1_000_000;

let root: string;
let store: MediaStore;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'media-'));
  store = createDirectoryStore(root);
});
afterEach(() => rm(root, { recursive: true }));

async function readAll(start = 0, end = VIDEO.length - 1): Promise<Buffer | null> {
  const reader = await store.read(NAME, { start, end });
  if (reader === null) return null;
  const pieces: Uint8Array[] = [];
  for await (const piece of reader) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function put(): Promise<void> {
  const writer = await store.write(NAME, MOST);
  await writer.write(VIDEO);
  await writer.finish();
}

describe('a file in a directory', () => {
  test('is seen once it is whole, with its length and hash', async () => {
    const writer = await store.write(NAME, MOST);
    await writer.write(VIDEO.subarray(0, 10));
    expect(await readAll()).toBeNull();
    await writer.write(VIDEO.subarray(10));
    expect([writer.bytes, writer.head]).toEqual([VIDEO.length, VIDEO.subarray(0, 64)]);
    const sha256 = createHash('sha256').update(VIDEO).digest();
    expect(await writer.finish()).toEqual({ bytes: VIDEO.length, sha256 });
    expect(await readAll()).toEqual(VIDEO);
  });

  test('is read in parts', async () => {
    await put();
    expect(await readAll(5, 5)).toEqual(VIDEO.subarray(5, 6));
    expect(await readAll(VIDEO.length - 3)).toEqual(VIDEO.subarray(-3));
  });

  test('begins anew without what was written before', async () => {
    const writer = await store.write(NAME, MOST);
    await writer.write(Buffer.from('rubbish'));
    await writer.restart();
    await writer.write(VIDEO);
    const { sha256 } = await writer.finish();
    expect(sha256).toEqual(createHash('sha256').update(VIDEO).digest());
    expect(await readAll()).toEqual(VIDEO);
  });

  test('that is given up leaves nothing', async () => {
    const writer = await store.write(NAME, MOST);
    await writer.write(VIDEO);
    await writer.abort();
    await writer.abort();
    expect(await readdir(join(root, NAME.userId))).toEqual([]);
  });

  test('has no more bytes than it may', async () => {
    const writer = await store.write(NAME, 10);
    await expect(writer.write(VIDEO)).rejects.toThrow(MediaTooLarge);
    await writer.abort();
  });

  test('is written by two at once without meeting', async () => {
    const [slow, fast] = [await store.write(NAME, MOST), await store.write(NAME, MOST)];
    await slow.write(Buffer.alloc(1_000, 1));
    await fast.write(VIDEO);
    await fast.finish();
    await slow.write(Buffer.alloc(1_000, 2));
    expect(await readAll()).toEqual(VIDEO);
    await slow.abort();
    expect(await readdir(join(root, NAME.userId))).toEqual([NAME.id]);
  });

  test('that has lost its end is read as far as it goes, and not beyond', async () => {
    await put();
    await truncate(join(root, NAME.userId, NAME.id), 10);
    const reader = await store.read(NAME, { start: 0, end: 9 });
    expect(reader).not.toBeNull();
    reader?.destroy();
    await expect(store.read(NAME, { start: 0, end: 10 })).rejects.toThrow(MediaTorn);
  });

  test('that a writer has left half is removed once nobody writes to it, and no other', async () => {
    await put();
    const left = await store.write(NAME, MOST);
    await left.write(VIDEO);
    const folder = join(root, NAME.userId);
    const [part = ''] = (await readdir(folder)).filter((name) => name.endsWith('.part'));
    expect(await store.removeLeft(60_000)).toBe(0);
    await utimes(join(folder, part), new Date(0), new Date(0));
    expect(await store.removeLeft(60_000)).toBe(1);
    expect(await readdir(folder)).toEqual([NAME.id]);
    await left.abort();
    expect(await readAll()).toEqual(VIDEO);
  });

  test('is removed, also twice', async () => {
    await put();
    await store.remove(NAME);
    await store.remove(NAME);
    expect(await readAll()).toBeNull();
  });

  test.each([
    '..',
    '../../etc',
    '',
    'a/b',
    `${NAME.id}/..`,
    '01890000-0000-7000-8000-00000000000A',
  ])('has a name of uuids only: %j', async (id) => {
    for (const name of [
      { ...NAME, id },
      { ...NAME, userId: id },
    ]) {
      await expect(store.read(name, { start: 0, end: 1 })).rejects.toThrow(TypeError);
      await expect(store.write(name, 1)).rejects.toThrow(TypeError);
      await expect(store.remove(name)).rejects.toThrow(TypeError);
    }
  });
});
