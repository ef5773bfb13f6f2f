import type MiniSearch from 'minisearch';
import { loadSections, searchSections } from '../src/page-search.ts';
import type { Section } from '../src/page-search.ts';

const HITS_MAX = 20;
const LIKELY_MAX = 5;

let index: Promise<MiniSearch> | undefined;

/** Loads the index when it is wanted first; a load that failed is tried again. */
function theIndex(): Promise<MiniSearch> {
  index ??= load().catch((error: unknown) => {
    index = undefined;
    throw error;
  });
  return index;
}

async function load(): Promise<MiniSearch> {
  const answer = await fetch('/docs/search.json');
  if (!answer.ok) throw new Error(`The index was answered with ${answer.status}.`);
  return loadSections(await answer.text());
}

async function search(words: string, limit: number): Promise<Section[]> {
  return searchSections(await theIndex(), words, limit);
}

/**
 * Opens the search by its buttons, by `/` and by Ctrl+K; where there is no page, shows what may
 * have been meant.
 */
export function startSearch(): void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog.search');
  const input = dialog?.querySelector('input');
  if (dialog === null || input == null) return;
  const open = (): void => {
    if (dialog.open) return;
    dialog.showModal();
    input.select();
  };
  for (const button of document.querySelectorAll('button.find')) {
    button.addEventListener('click', open);
  }
  dialog.querySelector('.close')?.addEventListener('click', () => dialog.close());
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.matches('input, textarea');
    const isSlash = event.key === '/' && !isTyping;
    const isK = event.key === 'k' && (event.ctrlKey || event.metaKey);
    if (!isSlash && !isK) return;
    event.preventDefault();
    open();
  });
  input.addEventListener('input', () => void answer(dialog, input.value));
  dialog.addEventListener('keydown', (event) => move(dialog, input, event));
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog || (target instanceof Element && target.closest('a'))) dialog.close();
  });
  void reportLikely();
}

async function answer(dialog: HTMLDialogElement, words: string): Promise<void> {
  const list = dialog.querySelector('.hits');
  const status = dialog.querySelector('.search-status');
  if (list === null || status === null) return;
  const hits = await search(words, HITS_MAX).catch(() => undefined);
  // The reader has typed on meanwhile.
  if (dialog.querySelector('input')?.value !== words) return;
  list.replaceChildren(...(hits ?? []).map(renderHit));
  status.textContent = statusOf(words, hits?.length);
}

function statusOf(words: string, count: number | undefined): string {
  if (count === undefined) return 'The search cannot be reached. Try again.';
  if (words.trim() === '') return '';
  if (count === 0) return 'Nothing fits. Try another word.';
  return count === 1 ? '1 result' : `${count === HITS_MAX ? 'The first ' : ''}${count} results`;
}

function renderHit({ address, title, heading, excerpt }: Section): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = address;
  const parts: [string, string][] = [
    ['strong', heading],
    ['small', title === heading ? '' : title],
    ['span', excerpt],
  ];
  for (const [tag, text] of parts) {
    const element = document.createElement(tag);
    element.textContent = text;
    link.append(element);
  }
  item.append(link);
  return item;
}

/** Arrows go through the results; Enter in the field opens the first. */
function move(dialog: HTMLDialogElement, input: HTMLInputElement, event: KeyboardEvent): void {
  const links = [...dialog.querySelectorAll<HTMLAnchorElement>('.hits a')];
  const path = links.findIndex((link) => link === document.activeElement);
  if (event.key === 'Enter' && document.activeElement === input) {
    links[0]?.click();
    return;
  }
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  (links[path + step] ?? input).focus();
}

async function reportLikely(): Promise<void> {
  const likely = document.querySelector<HTMLElement>('.likely');
  const words = location.pathname
    .replaceAll(/[^a-z0-9]+/giu, ' ')
    .replace(/^ ?(?:api )?docs /u, '');
  if (likely === null) return;
  const hits = await search(words, LIKELY_MAX).catch(() => []);
  likely.querySelector('ol')?.replaceChildren(...hits.map(renderHit));
  likely.hidden = hits.length === 0;
}
