import { indexSections, REFERENCE_WEIGHT, sectionsOf } from '../src/page-search.ts';
import type { IndexedSection } from '../src/page-search.ts';
import { withoutPictures } from '../src/pictures.ts';
import type { Content, Source } from './content.ts';
import type { Description } from './reference/description.ts';

/**
 * What the search of a listener's pages knows, as text: sections of guides, operations of the
 * reference.
 */
export function searchIndex({ pages }: Content, description: Description): string {
  return JSON.stringify(indexSections([...pages.flatMap(sectionsIn), ...operations(description)]));
}

const sectionsIn = ({ markdown, ...page }: Source): IndexedSection[] =>
  sectionsOf({ ...page, markdown: withoutPictures(markdown) });

function operations({ chapters }: Description): IndexedSection[] {
  return chapters.flatMap(({ name, title, operations: all }) =>
    all.map(({ id, method, path, summary, description, parameters }) => ({
      address: `/api/docs/${name}#${id}`,
      page: '',
      title: `API reference: ${title}`,
      heading: `${method.toUpperCase()} ${path}`,
      text: [summary, description, ...parameters.map((one) => one.name)].join(' '),
      excerpt: summary,
      weight: REFERENCE_WEIGHT,
    })),
  );
}
