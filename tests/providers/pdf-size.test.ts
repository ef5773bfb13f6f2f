import { deflateSync } from 'node:zlib';
import { measurePdf } from '@tollgate/providers/tokens/documents/pdf-size';
import type { PdfSize } from '@tollgate/providers/tokens/documents/pdf-size';
import { ScanBudget } from '@tollgate/providers/tokens/documents/scan-budget';
import { aPdf, streamOf } from '../support/pdf.ts';

const measured = (bytes: Buffer, budget = new ScanBudget()): PdfSize | null =>
  measurePdf(bytes, budget);
const TEXT = 'The quick brown fox.';

test.each([
  ['plain', {}],
  ['with contents as they are', { deflated: false }],
  ['with packed pages', { packed: true }],
])('a PDF %s has its pages and the letters of its text', (_, recipe) => {
  const size = measured(aPdf({ pages: 3, text: TEXT, ...recipe }));
  expect(size).toEqual({ pages: 3, textBytes: TEXT.length });
});

test('strings within strings, escapes and hexadecimal count', () => {
  expect(measured(aPdf({ text: String.raw`a(b)c\)d` }))?.textBytes).toBe(8);
  const hex = streamOf(5, '', Buffer.from('BT <48656C6C6F> Tj ET'), true);
  expect(measured(Buffer.concat([aPdf({ text: '' }), hex]))?.textBytes).toBe(5);
});

describe('a hostile PDF', () => {
  test('C44: one that tells of fewer pages than it has is counted by its pages', () => {
    expect(measured(aPdf({ pages: 40, reported: 1 }))?.pages).toBe(40);
    expect(measured(aPdf({ pages: 40, reported: 1, packed: true }))?.pages).toBe(40);
  });

  test('that tells of more pages is counted by what it tells', () => {
    expect(measured(aPdf({ reported: 500 }))?.pages).toBe(500);
  });

  test('that repeats a page is counted by its tree', () => {
    const tree = `2 0 obj <</Type/Pages/Count 1/Kids[${'10 0 R '.repeat(300)}]>> endobj`;
    expect(measured(Buffer.concat([aPdf(), Buffer.from(tree)]))?.pages).toBe(301);
  });

  test('that hides its pages by escapes is counted all the same', () => {
    const pages = '<</Type/#50age/X 1 >> '.repeat(25);
    expect(measured(Buffer.concat([aPdf(), Buffer.from(pages)]))?.pages).toBe(26);
  });

  test('that labels its text as a picture is read all the same', () => {
    const text = Buffer.from(`BT (${'hidden '.repeat(1_000)}) Tj ET`);
    for (const label of ['/Subtype/Image/Width 1', '/Length1 5']) {
      const size = measured(Buffer.concat([aPdf({ text: '' }), streamOf(5, label, text, true)]));
      expect(size?.textBytes).toBe(7_000);
    }
  });

  test('whose text is a thousand times its size is read within the budget, or not at all', () => {
    const long = aPdf({ text: 'word '.repeat(1_000_000) });
    expect(long.length).toBeLessThan(20_000);
    expect(measured(long)?.textBytes).toBe(5_000_000);
    expect(measured(aPdf({ text: 'word '.repeat(2_000_000) }))).toBeNull();
  });

  test('takes from a budget that all documents of a request share', () => {
    const budget = new ScanBudget();
    const long = aPdf({ text: 'word '.repeat(1_000_000) });
    expect(measured(long, budget)?.textBytes).toBe(5_000_000);
    expect(measured(long, budget)).toBeNull();
  });

  test.each([
    ['is none', Buffer.from('Hello.')],
    ['is encrypted', aPdf({ trailer: '/Encrypt 9 0 R' })],
    ['has no pages', Buffer.from('%PDF-1.7\n%%EOF')],
    ['counts elsewhere', Buffer.concat([aPdf(), Buffer.from('<</Type/Pages/Count 9 0 R>>')])],
    [
      'is coded in a way that nobody reads here',
      Buffer.concat([
        aPdf(),
        Buffer.from('7 0 obj <</Filter/LZWDecode>> stream\nabc\nendstream endobj'),
      ]),
    ],
    [
      'names its coding elsewhere',
      Buffer.concat([
        aPdf(),
        Buffer.from('7 0 obj <</Filter 8 0 R>> stream\nabc\nendstream endobj'),
      ]),
    ],
    [
      'predicts its objects',
      Buffer.concat([
        aPdf(),
        Buffer.from(
          '7 0 obj <</Type/ObjStm/DecodeParms<</Predictor 12>>/Filter/FlateDecode>> stream\n',
        ),
        deflateSync(Buffer.from('x')),
        Buffer.from('\nendstream endobj'),
      ]),
    ],
    [
      'is damaged',
      Buffer.concat([aPdf(), streamOf(8, '/Filter/FlateDecode', Buffer.from('abc'), false)]),
    ],
  ])('that %s has no size that is certain', (_, bytes) => {
    expect(measured(bytes)).toBeNull();
  });

  const LONG = 8_000_000;
  const blanks = ' '.repeat(33);
  const emptyBlocks = Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    Buffer.from('000000ffff'.repeat(LONG / 50), 'hex'),
  ]);
  // Read again from each of its beginnings, one of these would keep the process for hours.
  test.each([
    ['counts without a dictionary', '/Count 1 '],
    ['trees without an end', '/Kids['],
    ['trees within each other', '/Kids[]'],
    ['comments without an end', '/Type%'],
    ['streams without an end', '1 0 obj<<>>stream\n'],
    ['streams of text without an end', '1 0 obj<<>>stream\n(a)Tj '],
    ['filters without an end', '/Filter[>>stream\n'],
    ['numbers without an end', '/Kids[1111111111111111111]'],
    ['dictionaries that only begin', '<</Count 1'],
  ])('C44: one of %s is given up after it was read once', (_, unit) => {
    const long = Buffer.from(`%PDF-1.7\n${unit.repeat(LONG / unit.length)}`);
    expect(measured(long)).toBeNull();
  });

  test('C44: one whose streams come to nothing, over and over, is given up', () => {
    const begin = Buffer.from('1 0 obj<</Filter/FlateDecode>>stream\n');
    const streams = Buffer.concat([...Array.from({ length: 50 }, () => begin), emptyBlocks]);
    expect(measured(Buffer.concat([aPdf(), streams]))).toBeNull();
  });

  test.each([
    ['many blanks within a type', `<</Type${blanks}/Page>>`],
    ['a comment within a type', '<</Type%x\n/Page>>'],
    ['a comment in front of its children', '<</Type/Pages/Count 1/Kids%x\n[1 0 R]>>'],
    ['a count with a sign', '<</Type/Pages/Count +900>>'],
    ['a count of many digits', '<</Type/Pages/Count 0000000900>>'],
    ['a count elsewhere, behind a comment', '<</Type/Pages/Count 9 %x\n0 R>>'],
    ['a filter behind a comment', '7 0 obj <</Filter%x\n/FlateDecode>> stream\nabc\nendstream'],
    ['a filter in numbers', '7 0 obj <</F#69lter/LZWDecode>> stream\nabc\nendstream endobj'],
  ])('that has %s has no size that is certain', (_, hidden) => {
    expect(measured(Buffer.concat([aPdf(), Buffer.from(hidden)]))).toBeNull();
  });
});

test('pictures and fonts are no text', () => {
  const noise = Buffer.from(Array.from({ length: 4_000 }, (_, at) => (at * 197) % 256));
  const fonts = ['/Subtype/Image/Width 9', '/Length1 4000', '/Subtype/Type1C'].map((label, at) =>
    streamOf(20 + at, label, noise, true),
  );
  const photo = Buffer.from('9 0 obj <</Subtype/Image/Filter/DCTDecode>> stream\n(x)Tj\nendstream');
  expect(measured(Buffer.concat([aPdf({ text: TEXT }), photo, ...fonts]))).toEqual({
    pages: 1,
    textBytes: TEXT.length,
  });
});
