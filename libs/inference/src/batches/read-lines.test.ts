import { LineTooLong, linesOf } from './read-lines.ts';

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(text: string, size: number, most = 100): Promise<[number, number, string][]> {
  const found: [number, number, string][] = [];
  for await (const { line, startsAt, bytes } of linesOf(inPieces(text, size), most)) {
    found.push([line, startsAt, bytes.toString()]);
  }
  return found;
}

test.each([1, 2, 3, 7, 1_000])('lines are the same in pieces of %i bytes', async (size) => {
  expect(await read('über\n\nb\r\nlast', size)).toEqual([
    [1, 0, 'über'],
    [2, 6, ''],
    [3, 7, 'b\r'],
    [4, 10, 'last'],
  ]);
  expect(await read('a\n', size)).toEqual([[1, 0, 'a']]);
  expect(await read('\n', size)).toEqual([[1, 0, '']]);
  expect(await read('', size)).toEqual([]);
});

test.each([1, 3, 1_000])(
  'a line beyond the bound ends the reading (pieces of %i)',
  async (size) => {
    expect(await read('aaaa\nbbbb', size, 4)).toHaveLength(2);
    await expect(read(`aaaa\n${'b'.repeat(5)}\nc`, size, 4)).rejects.toThrow(LineTooLong);
    await expect(read('a'.repeat(50), size, 4)).rejects.toMatchObject({ line: 1 });
  },
);
