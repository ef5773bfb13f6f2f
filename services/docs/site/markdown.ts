import type MarkdownIt from 'markdown-it';
import anchor from 'markdown-it-anchor';
import { renderCode, renderTabs } from './code.ts';
import { renderPicture } from './picture.ts';
import { slugOf } from '../src/heading-anchor.ts';

type Token = ReturnType<MarkdownIt['parse']>[number];

/** Languages that are side by side when the same is shown in each. */
const TAB_LANGUAGES = new Set(['sh', 'python', 'ts']);

/** A block of code, with the output that follows it. */
interface Shown {
  language: string;
  tokens: Token[];
}

/**
 * Teaches Markdown the looks of this documentation: headings with anchors, blocks with colours and
 * a button, tables that scroll by themselves. Runnable blocks of different languages that follow
 * one another say the same, and become tabs.
 */
export function dress(markdown: MarkdownIt): void {
  markdown.set({ html: false, linkify: false, typographer: false });
  markdown.use(anchor, {
    slugify: slugOf,
    permalink: anchor.permalink.linkInsideHeader({
      symbol: '<span aria-hidden="true">#</span>',
      class: 'anchor',
      placement: 'after',
      ariaHidden: false,
      renderAttrs: () => ({ 'aria-label': 'Link to this section' }),
    }),
    level: [2, 3],
  });
  markdown.renderer.rules.fence = (tokens, path) => renderFence(tokens[path]);
  markdown.renderer.rules.image = (tokens, path) => {
    const token = tokens[path];
    return renderPicture(String(token?.attrGet('src')), token?.content ?? '');
  };
  markdown.renderer.rules['tabs'] = (tokens, path) => tokens[path]?.content ?? '';
  markdown.renderer.rules['table_open'] = () => '<div class="scroll" tabindex="0"><table>\n';
  markdown.renderer.rules['table_close'] = () => '</table></div>\n';
  markdown.core.ruler.push('tabs', (state) => {
    state.tokens = withTabs(state.tokens, (content) => {
      const token = new state.Token('tabs', '', 0);
      token.content = content;
      return token;
    });
  });
}

function renderFence(token: Token | undefined): string {
  const [language = 'text', mark = ''] = (token?.info ?? '').split(/\s+/u);
  const title = mark === 'output' ? { title: 'Output' } : {};
  return renderCode({ language: language || 'text', text: token?.content ?? '', ...title });
}

function withTabs(tokens: readonly Token[], tabsOf: (content: string) => Token): Token[] {
  const result: Token[] = [];
  let row: Token[] = [];
  let count = 0;
  const close = (): void => {
    const shown = asShown(row);
    const languages = new Set(shown.map(({ language }) => language));
    if (languages.size < 2 || languages.size < shown.length) result.push(...row);
    else result.push(tabsOf(rowOfTabs(`tabs-${(count += 1)}`, shown)));
    row = [];
  };
  for (const token of tokens) {
    if (token.type === 'fence' && /\s(?:run|output)$/u.test(token.info)) {
      row.push(token);
      continue;
    }
    close();
    result.push(token);
  }
  close();
  return result;
}

/**
 * Puts each output to the block that it is of; nothing when there is more than code that can be
 * run.
 */
function asShown(row: readonly Token[]): Shown[] {
  const shown: Shown[] = [];
  for (const token of row) {
    const [language = '', mark] = token.info.split(' ');
    if (mark === 'output') shown.at(-1)?.tokens.push(token);
    else shown.push({ language, tokens: [token] });
  }
  return shown.every(({ language }) => TAB_LANGUAGES.has(language)) ? shown : [];
}

function rowOfTabs(id: string, shown: readonly Shown[]): string {
  return renderTabs(
    id,
    shown.map(({ language, tokens }) => ({ language, html: tokens.map(renderFence).join('') })),
  );
}
