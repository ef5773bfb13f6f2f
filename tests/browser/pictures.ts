import { basename, join } from 'node:path';
import { ROOT } from '../tidy/source-files.ts';

/** Where pictures of pages are left. */
export const PICTURES = join(ROOT, '.tollgate/screenshots');
/** How wide a picture is on its sheet, in pixels. */
const THUMB_WIDTH = 320;
const PICTURE = /^(?<subject>[^-]+)-(?<page>.+)-(?<width>\d+)-(?<theme>light|dark)\.png$/u;

/** The sheets of pictures by their names: `platform.html` for those of the platform console. */
export function contactSheets(files: readonly string[]): ReadonlyMap<string, string> {
  const sheets = new Map<string, string[]>();
  for (const file of files.toSorted()) {
    const subject = PICTURE.exec(file)?.groups?.['subject'];
    if (subject !== undefined) sheets.set(subject, [...(sheets.get(subject) ?? []), figure(file)]);
  }
  return new Map(
    [...sheets].map(([subject, figures]) => [
      `${subject}.html`,
      `<!doctype html><meta charset="utf-8"><title>${subject}</title>
<style>body{display:flex;flex-wrap:wrap;gap:12px;font:12px sans-serif}figure{margin:0}img{width:${THUMB_WIDTH}px;height:${THUMB_WIDTH}px;object-fit:cover;object-position:top;border:1px solid #888}</style>
${figures.join('\n')}
`,
    ]),
  );
}

const figure = (file: string): string =>
  `<figure><a href="${file}"><img src="${file}" loading="lazy" alt=""></a><figcaption>${basename(file, '.png')}</figcaption></figure>`;
