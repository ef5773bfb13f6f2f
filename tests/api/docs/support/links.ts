import type { RunningDocs } from './docs.ts';

/** A page as a browser gets it. */
interface Read {
  text: string;
  /** The paths of this service that it leads to, with their anchors. */
  links: string[];
  anchors: ReadonlySet<string>;
}

/** What another service answers. */
const ELSEWHERE = /^\/console/;

/**
 * Reads every page that can be reached from `/` through a listener.
 * @returns pages by path, and links that lead nowhere
 */
export async function crawl(
  docs: RunningDocs,
  plane: 'public' | 'internal',
): Promise<{ pages: ReadonlyMap<string, Read>; dead: string[] }> {
  const pages = new Map<string, Read>();
  const dead: string[] = [];
  const waiting: { from: string; path: string }[] = [{ from: '', path: '/' }];
  for (const { from, path } of waiting) {
    if (pages.has(path)) continue;
    const answer = await docs.send('GET', path, { plane, headers: { accept: 'text/html' } });
    if (answer.status !== 200) dead.push(`${from} -> ${path}: ${answer.status}`);
    const isPage = String(answer.headers['content-type']).startsWith('text/html');
    const read = isPage
      ? readPage(path, answer.text)
      : { text: '', links: [], anchors: new Set('') };
    pages.set(path, read);
    for (const link of read.links) waiting.push({ from: path, path: link.split('#')[0] ?? '' });
  }
  for (const [from, { links }] of pages) {
    for (const link of links) {
      const [path = '', anchor] = link.split('#');
      if (anchor === undefined || pages.get(path)?.anchors.has(anchor) === true) continue;
      dead.push(`${from} -> ${link}: no such anchor`);
    }
  }
  return { pages, dead };
}

function readPage(path: string, text: string): Read {
  const found = [...text.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, link = '']) => link);
  return {
    text,
    links: [...new Set(found.map((link) => (link.startsWith('#') ? path + link : link)))].filter(
      (link) => link.startsWith('/') && !ELSEWHERE.test(link),
    ),
    anchors: new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id)),
  };
}
