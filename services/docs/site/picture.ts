import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { escapeHtml } from './html.ts';

const FOLDER = join(import.meta.dirname, '../pictures');
/** Where the head of a WebP file with a colour profile has its kind and its size. */
const AT = { kind: 12, width: 24, height: 27 };
const SIZE_BYTES = 3;

/** How large a picture is, in pixels. */
interface Size {
  width: number;
  height: number;
}

/**
 * Reads how large a picture is. @throws for what `make guide-pictures` does not make
 * @param path the path of the file as its page has it
 */
function sizeOf(file: Buffer, path: string): Size {
  const isExtended = file.toString('latin1', AT.kind, AT.kind + 4) === 'VP8X';
  if (!isExtended) throw new Error(`${path} is no WebP picture with a colour profile`);
  return {
    width: file.readUIntLE(AT.width, SIZE_BYTES) + 1,
    height: file.readUIntLE(AT.height, SIZE_BYTES) + 1,
  };
}

/** A picture of a page, whose place is kept free until it has come. */
export function renderPicture(path: string, alt: string): string {
  const name = basename(path);
  const { width, height } = sizeOf(readFileSync(join(FOLDER, name)), path);
  return `<img src="/docs/${name}" alt="${escapeHtml(alt)}" width="${width}" height="${height}" loading="lazy" decoding="async">`;
}
