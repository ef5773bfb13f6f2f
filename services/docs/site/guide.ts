import type { Content, Group, Source } from './content.ts';
import type { Framed } from './frame.ts';
import { slugOf } from '../src/heading-anchor.ts';
import { escapeHtml } from './html.ts';

/**
 * A page of the guides in its frame: the menu of all pages, the headings at its side, its
 * neighbours below.
 */
export function guidePage(content: Content, source: Source, html: string): Framed {
  return {
    title: source.name === content.first.name ? 'Documentation' : source.title,
    description: source.purpose,
    area: 'docs',
    menu: guideMenu(content, source.name),
    aside: headings(source.markdown),
    body: `${tools(source.name)}<article>${html}</article>${neighbours(content.pages, source)}`,
  };
}

/** The menu of all pages. @param current the name of the page that is shown; '' for none */
export function guideMenu({ first, groups }: Content, current: string): string {
  const item = ({ name, title }: Source, address = `/docs/${name}`): string => {
    const mark = name === current ? ' aria-current="page"' : '';
    return `<li><a href="${address}"${mark}>${escapeHtml(title)}</a></li>`;
  };
  const group = ({ title, pages }: Group): string =>
    `<h2>${escapeHtml(title)}</h2><ul>${pages.map((page) => item(page)).join('')}</ul>`;
  const start = item({ ...first, title: 'Overview' }, '/docs');
  return `<ul>${start}</ul>${groups.map(group).join('')}`;
}

function tools(name: string): string {
  return `<p class="tools"><a href="/docs/${name}.md">As Markdown</a> <a href="/docs/edit/${name}" rel="nofollow">Edit this page</a></p>`;
}

/** The headings of the second level, as they are found by a reader who scrolls. */
function headings(markdown: string): string {
  const outside = markdown.replaceAll(/^```[\s\S]*?^```$/gmu, '');
  const items = [...outside.matchAll(/^## (.+)$/gmu)].map(([, heading = '']) => {
    const text = heading.replaceAll('`', '');
    return `<li><a href="#${slugOf(heading)}">${escapeHtml(text)}</a></li>`;
  });
  if (items.length < 2) return '';
  return `<nav aria-label="On this page"><h2>On this page</h2><ul>${items.join('')}</ul></nav>`;
}

function neighbours(pages: readonly Source[], source: Source): string {
  const path = pages.indexOf(source);
  const link = (page: Source | undefined, word: string): string =>
    page === undefined
      ? '<span></span>'
      : `<a href="/docs/${page.name}"><small>${word}</small>${escapeHtml(page.name === 'index' ? 'Overview' : page.title)}</a>`;
  return `<nav class="neighbours" aria-label="Neighbouring pages">${link(pages[path - 1], 'Before')}${link(pages[path + 1], 'Next')}</nav>`;
}
