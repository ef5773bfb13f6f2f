import { deflateSync } from 'node:zlib';

/** How a PDF of a test is made. */
export interface PdfRecipe {
  pages?: number;
  /** The text of each page. */
  text?: string;
  /** Contents are compressed, as nearly all are. */
  deflated?: boolean;
  /** What the tree of pages says of their number; absent: the truth. */
  reported?: number;
  /** Pages and their tree stand within a compressed object, as newer programs write them. */
  packed?: boolean;
  /** Stands at the end. */
  trailer?: string;
}

/** A PDF that readers open, of pages that each say the text. */
export function aPdf(recipe: PdfRecipe = {}): Buffer {
  const { pages = 1, text = 'Hello.', deflated = true, reported = pages, packed = false } = recipe;
  const FIRST = 10;
  const numbers = Array.from({ length: pages }, (_, at) => FIRST + at);
  const kids = numbers.map((number) => `${number} 0 R`).join(' ');
  const tree = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${reported}>>`,
    ...numbers.map(() => '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 3 0 R>>'),
  ];
  const content = Buffer.from(`BT /F1 12 Tf 10 100 Td (${text}) Tj ET`, 'latin1');
  const objects = packed
    ? [streamOf(4, '/Type/ObjStm/N 1/First 4', Buffer.from(tree.join('\n')), true)]
    : tree.map((one, at) =>
        Buffer.from(`${at < 2 ? at + 1 : FIRST + at - 2} 0 obj\n${one}\nendobj\n`),
      );
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...objects,
    streamOf(3, '', content, deflated),
    Buffer.from(`trailer<</Root 1 0 R${recipe.trailer ?? ''}>>\n%%EOF`),
  ]);
}

/** One object with a stream. */
export function streamOf(number: number, members: string, data: Buffer, deflated: boolean): Buffer {
  const body = deflated ? deflateSync(data) : data;
  const filter = deflated ? '/Filter/FlateDecode' : '';
  return Buffer.concat([
    Buffer.from(`${number} 0 obj\n<<${members}${filter}/Length ${body.length}>>\nstream\n`),
    body,
    Buffer.from('\nendstream\nendobj\n'),
  ]);
}
