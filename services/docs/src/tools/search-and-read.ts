import { Type } from 'typebox';
import { closed } from '@tollgate/contract/closed';
import { defineTool, ToolError } from './tool.ts';
import type { Tool } from './tool.ts';

const RESULTS_DEFAULT = 5;
const RESULTS_MAX = 20;

const SearchInput = Type.Object(
  {
    query: Type.String({ minLength: 1, maxLength: 300, description: 'words to look for' }),
    limit: Type.Integer({ minimum: 1, maximum: RESULTS_MAX, default: RESULTS_DEFAULT }),
  },
  { ...closed, required: ['query'] },
);

/** Looks for sections. */
export const searchDocs: Tool = defineTool(
  {
    name: 'search_docs',
    title: 'Search the documentation',
    description:
      'Finds sections of the integration guides and of the error reference by words. Read a page with read_doc.',
    inputSchema: SearchInput,
  },
  ({ library }, { query, limit }) => ({
    results: library
      .search(query, limit)
      .map(({ page, title, heading, excerpt }) => ({ page, title, heading, excerpt })),
    pages: library.pages.map(({ name, title }) => ({ page: name, title })),
  }),
);

const ReadInput = Type.Object(
  { page: Type.String({ maxLength: 100, description: 'a page name, such as quick-start' }) },
  closed,
);

/** Gives a page. */
export const readDoc: Tool = defineTool(
  {
    name: 'read_doc',
    title: 'Read a page',
    description: 'One page of the documentation as Markdown. search_docs lists the page names.',
    inputSchema: ReadInput,
  },
  ({ library }, { page }) => {
    const found = library.find(page);
    if (found !== undefined) return found.markdown;
    const names = library.pages.map(({ name }) => name).join(', ');
    throw new ToolError(`There is no such page. The pages are: ${names}.`);
  },
);
