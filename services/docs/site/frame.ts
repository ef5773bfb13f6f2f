import { escapeHtml } from './html.ts';

/** The files that every page loads, by the names that the build gave them. */
export interface Assets {
  theme: string;
  main: string;
  style: string;
}

/** What a page puts into the frame that all have. */
export interface Framed {
  title: string;
  description: string;
  /** Which entry of the bar above is the current one; none on the landing page. */
  area: 'docs' | 'reference' | 'landing';
  body: string;
  /** The menu at the side; a page without one is centred. */
  menu?: string;
  /** The column beside the text on wide screens. */
  aside?: string;
}

const AREAS = [
  { area: 'docs', address: '/docs', name: 'Guides' },
  { area: 'reference', address: '/api/docs', name: 'API reference' },
  { area: 'console', address: '/console', name: 'Console' },
] as const;

const THEME = [
  '<select class="theme" aria-label="Colours">',
  '<option value="system">System</option><option value="light">Light</option><option value="dark">Dark</option>',
  '</select>',
].join('');

const SEARCH = [
  '<dialog class="search" aria-label="Search">',
  '<div class="search-bar"><input type="search" aria-label="Search the documentation" placeholder="Search" autocomplete="off" spellcheck="false">',
  '<button type="button" class="close">Close</button></div>',
  '<p class="search-status" role="status"></p><ol class="hits"></ol></dialog>',
].join('');

/**
 * A whole page. Nothing is inline: the policy of the service allows no script and no style of a
 * document.
 */
export function frame(assets: Assets, page: Framed): string {
  const { title, description, area, body, menu, aside } = page;
  const full = area === 'landing' ? title : `${title} · Tollgate`;
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(full)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    '<link rel="icon" href="/docs/favicon.svg" type="image/svg+xml">',
    `<script src="/docs/${assets.theme}"></script>`,
    `<link rel="stylesheet" href="/docs/${assets.style}">`,
    `<script defer src="/docs/${assets.main}"></script>`,
    `</head><body class="${menu === undefined ? 'alone' : 'sided'}">`,
    '<a class="skip" href="#content">Skip to the content</a>',
    bar(area, menu !== undefined),
    '<div class="columns">',
    menu === undefined ? '' : `<nav class="menu" id="menu" aria-label="Pages">${menu}</nav>`,
    `<main id="content" tabindex="-1">${body}</main>`,
    aside === undefined ? '' : `<aside class="aside">${aside}</aside>`,
    '</div>',
    SEARCH,
    '</body></html>\n',
  ].join('\n');
}

function bar(area: Framed['area'], hasMenu: boolean): string {
  const links = AREAS.map(({ area: own, address, name }) => {
    const current = own === area ? ' aria-current="true"' : '';
    return `<a href="${address}"${current}>${name}</a>`;
  });
  const opener = hasMenu
    ? '<button type="button" class="opener" aria-expanded="false" aria-controls="menu">Menu</button>'
    : '';
  return [
    `<header class="bar">${opener}<a class="brand" href="/">Tollgate</a>`,
    `<nav class="areas" aria-label="Areas">${links.join('')}</nav>`,
    '<button type="button" class="find">Search <kbd>/</kbd></button>',
    `${THEME}</header>`,
  ].join('');
}
