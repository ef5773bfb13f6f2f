import MiniSearch from 'minisearch';
import type { Content } from './content.ts';
import { slugOf } from './html.ts';
import type { Description } from './reference/description.ts';

/** Kept by the pages in a browser too: `web/search.ts` loads with the same. */
const SEARCH_OPTIONS = {
  fields: ['heading', 'title', 'text'],
  storeFields: ['address', 'title', 'heading', 'excerpt'],
};
const EXCERPT_CHARACTERS = 160;

interface Entry {
  id: number;
  address: string;
  title: string;
  heading: string;
  text: string;
  excerpt: string;
}

/**
 * What the search of a listener's pages knows, as text: sections of guides, operations of the
 * reference.
 */
export function searchIndex(content: Content, description: Description): string {
  const entries = [...sections(content), ...operations(description)];
  const index = new MiniSearch<Entry>(SEARCH_OPTIONS);
  index.addAll(entries.map((entry, id) => ({ ...entry, id })));
  return JSON.stringify(index);
}

function sections({ pages }: Content): Omit<Entry, 'id'>[] {
  return pages.flatMap(({ name, title, markdown }) =>
    cut(markdown).map((part) => {
      const heading = /^#{1,3} (.+)$/mu.exec(part)?.[1] ?? title;
      const text = part.replace(/^#{1,3} .+$/mu, '').trim();
      const isTop = heading === title;
      return {
        address: `/docs/${name}${isTop ? '' : `#${slugOf(heading)}`}`,
        title,
        heading: heading.replaceAll('`', ''),
        text,
        excerpt: excerptOf(text),
      };
    }),
  );
}

/** A page cut at its headings; lines of code that look like one are none. */
function cut(markdown: string): string[] {
  const parts: string[] = [];
  let isCode = false;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    if (parts.length === 0 || (!isCode && /^#{1,3} /u.test(line))) parts.push(line);
    else parts[parts.length - 1] += `\n${line}`;
  }
  return parts.filter((part) => part.trim() !== '');
}

function operations({ chapters }: Description): Omit<Entry, 'id'>[] {
  return chapters.flatMap(({ name, title, operations: all }) =>
    all.map(({ id, method, path, summary, description, parameters }) => ({
      address: `/api/docs/${name}#${id}`,
      title: `API reference: ${title}`,
      heading: `${method.toUpperCase()} ${path}`,
      text: [summary, description, ...parameters.map((one) => one.name)].join(' '),
      excerpt: summary,
    })),
  );
}

function excerptOf(text: string): string {
  const words = text
    .replaceAll(/```\w*(?: run| output)?\n/gu, '')
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/gu, '$1')
    .replaceAll(/[`|*]|-{3,}/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  return words.length > EXCERPT_CHARACTERS ? `${words.slice(0, EXCERPT_CHARACTERS)} …` : words;
}
