import { common } from './texts/common.ts';

/** Something that the palette leads to. */
export interface PaletteItem {
  to: string;
  label: string;
  search?: Readonly<Record<string, unknown>>;
}

/** Items of one kind. */
export interface Found {
  group: string;
  items: readonly PaletteItem[];
}

/** Items of one kind are this many at most: more are found by typing. */
const ITEMS_MAX = 8;
const LINK = /^- \[(?<label>[^\]]+)\]\((?<to>[^)]+)\)/gmu;
const REQUEST = /^req_[0-9a-z]{20,}$/u;

/** Items whose name has every word that was typed, those that begin with it first. */
export function foundIn<Item extends PaletteItem>(
  items: readonly Item[],
  typed: string,
): readonly Item[] {
  const words = typed.toLowerCase().split(/\s+/u).filter(Boolean);
  const isFound = ({ label }: Item): boolean => {
    const name = label.toLowerCase();
    return words.every((word) => name.includes(word));
  };
  const rank = ({ label }: Item): number =>
    label.toLowerCase().startsWith(words[0] ?? '') ? 0 : 1;
  const found = items.filter(isFound).toSorted((a, b) => rank(a) - rank(b));
  return typed === '' ? found : found.slice(0, ITEMS_MAX);
}

/** The request that was pasted by its id. */
export const requestOf = (typed: string): readonly Found[] =>
  REQUEST.test(typed)
    ? [{ group: common.palette.requests, items: [{ to: `/requests/${typed}`, label: typed }] }]
    : [];

/** Links of a list of pages, as the documentation writes it for programs. */
export const linksIn = (text: string): readonly PaletteItem[] =>
  [...text.matchAll(LINK)].flatMap(({ groups }) => {
    const { label = '', to = '' } = groups ?? {};
    const { pathname } = new URL(to, 'http://here.invalid');
    return pathname.startsWith('/docs/') ? [{ label, to: pathname.replace(/\.md$/u, '') }] : [];
  });

/** The pages of the documentation. */
export async function documentationPages(): Promise<readonly PaletteItem[]> {
  const answer = await fetch('/llms.txt');
  return answer.ok ? linksIn(await answer.text()) : [];
}
