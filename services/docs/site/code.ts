import { createRequire } from 'node:module';
import { escapeHtml } from './html.ts';

/**
 * The used part of highlight.js, whose own types would bring those of browsers into every program
 * here.
 */
interface Highlighter {
  getLanguage(name: string): object | undefined;
  registerLanguage(name: string, language: unknown): void;
  highlight(text: string, options: { language: string }): { value: string };
}

const require = createRequire(import.meta.url);
const hljs = require('highlight.js/lib/core') as Highlighter;
/** Languages of the content, by the word behind the fence. */
const LANGUAGES = { sh: 'bash', toml: 'ini', json: 'json', python: 'python', ts: 'typescript' };
for (const [name, language] of Object.entries(LANGUAGES)) {
  hljs.registerLanguage(name, require(`highlight.js/lib/languages/${language}`));
}

/** What readers call a language, above a block and on a tab. */
const NAMES: Readonly<Record<string, string>> = {
  sh: 'Shell',
  toml: 'TOML',
  json: 'JSON',
  python: 'Python',
  ts: 'TypeScript',
  text: 'Text',
};
/** In a row of languages the shell is what runs curl. */
const TAB_NAMES: Readonly<Record<string, string>> = { ...NAMES, sh: 'curl' };
/** A longer text is shown without colours: a page would be made of little else. */
const HIGHLIGHT_CHARACTERS_MAX = 6_000;

/** Signs that have no colour of their own need no element either. */
const UNCOLOURED = /<span class="hljs-(?:punctuation|operator|property)">([^<]*)<\/span>/gu;

/** One block of code in a language. */
export interface Code {
  language: string;
  text: string;
  /** The title above the block; default the name of the language. */
  title?: string;
}

/** A block with a button that copies its text. */
export function renderCode({ language, text, title }: Code): string {
  const code = coloured(language, text.trimEnd());
  const name = escapeHtml(title ?? NAMES[language] ?? language);
  return [
    `<div class="code"><div class="code-bar"><span>${name}</span>`,
    '<button type="button" class="copy">Copy</button></div>',
    `<pre tabindex="0"><code>${code}</code></pre></div>\n`,
  ].join('');
}

/**
 * Coloured texts by language and text, because most operations show refusals that others show too:
 * each is coloured once.
 */
const known = new Map<string, string>();

function coloured(language: string, text: string): string {
  const isPlain =
    hljs.getLanguage(language) === undefined || text.length > HIGHLIGHT_CHARACTERS_MAX;
  if (isPlain) return escapeHtml(text);
  const key = `${language} ${text}`;
  const code =
    known.get(key) ?? hljs.highlight(text, { language }).value.replaceAll(UNCOLOURED, '$1');
  known.set(key, code);
  return code;
}

/**
 * Tabs with an example in several languages, one at a time; the reader's choice holds on every
 * page.
 */
export function renderTabs(
  id: string,
  panels: readonly { language: string; html: string }[],
): string {
  const tabs = panels.map(({ language }, path) => {
    const chosen = path === 0 ? 'aria-selected="true"' : 'aria-selected="false" tabindex="-1"';
    const name = TAB_NAMES[language] ?? language;
    return `<button type="button" role="tab" id="${id}-${language}" aria-controls="${id}-${language}-panel" data-language="${language}" ${chosen}>${name}</button>`;
  });
  const shown = panels.map(
    ({ language, html }, path) =>
      `<div role="tabpanel" id="${id}-${language}-panel" aria-labelledby="${id}-${language}"${path === 0 ? '' : ' hidden'}>${html}</div>`,
  );
  return `<div class="tabs"><div role="tablist" aria-label="Language">${tabs.join('')}</div>${shown.join('')}</div>\n`;
}
