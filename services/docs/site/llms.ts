import { withoutPictures } from '../src/pictures.ts';
import type { Content } from './content.ts';

/** The list of all pages for programs, as https://llmstxt.org has it. */
export function llmsIndex({ first, groups }: Content): string {
  const sections = groups.map(({ title, pages }) => {
    const lines = pages.map((page) => `- [${page.title}](/docs/${page.name}.md): ${page.purpose}`);
    return [`## ${title}`, '', ...lines, ''].join('\n');
  });
  return [
    '# Tollgate',
    '',
    `> ${first.purpose}`,
    '',
    'Each page is Markdown. All of them in one file: /llms-full.txt. The interface description: /api/openapi.json. A documentation server of the Model Context Protocol: /docs/mcp.',
    '',
    ...sections,
  ].join('\n');
}

/** Every page, one behind the other. */
export function llmsFull({ pages }: Content): string {
  return pages.map(({ markdown }) => withoutPictures(markdown).trimEnd()).join('\n\n') + '\n';
}
