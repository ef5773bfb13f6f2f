import type { Searched } from '@tollgate/providers/adapter/adapter';
import type { SearchEvent } from '../dispatch/stream-encoder.ts';
import { searchItem } from './response-document.ts';
import type { UnnumberedEvent } from './stream-frames.ts';

/** A citation of what a search of the web has found. */
export type Annotation = Searched['annotations'][number];

/** An item while it is sent, as far as citations are concerned. */
interface CitingItem {
  type: string;
  parts: readonly { type: string; location: string; annotations: Annotation[] }[];
}

interface SearchEvents {
  /** Shows a call that has ended, or a citation. */
  addSearched(event: SearchEvent): void;
  /** Shows the citations that came before the text that they are of. */
  citeWaiting(): void;
}

/** The members of an event that shows a whole item. */
export function itemMembers(index: number, item: object): string {
  return `"output_index":${index},"item":${JSON.stringify(item)}`;
}

/** The events of a search of the web. It is shown when it has ended, so they come at once. */
function searchEvents(
  item: ReturnType<typeof searchItem>,
  index: number,
): readonly UnnumberedEvent[] {
  const location = `"item_id":${JSON.stringify(item.id)},"output_index":${index}`;
  const begun = { ...item, status: 'in_progress' };
  return [
    ['response.output_item.added', itemMembers(index, begun)],
    ['response.web_search_call.in_progress', location],
    ['response.web_search_call.searching', location],
    ['response.web_search_call.completed', location],
    ['response.output_item.done', itemMembers(index, item)],
  ];
}

/** Shows searches. Citations that come before the text that they are of wait for it. */
export function createSearches(
  opId: string,
  {
    pending,
    open,
    nextIndex,
  }: { pending: UnnumberedEvent[]; open: readonly CitingItem[]; nextIndex: () => number },
): SearchEvents {
  const waiting: Annotation[] = [];
  let searches = 0;
  const citeWaiting = (): void => {
    if (waiting.length === 0) return;
    const part = open.find(({ type }) => type === 'message')?.parts.at(-1);
    if (part?.type !== 'output_text') return;
    for (const annotation of waiting.splice(0)) {
      const at = part.annotations.push(annotation) - 1;
      const members = `"annotation_index":${at},"annotation":${JSON.stringify(annotation)}`;
      pending.push(['response.output_text.annotation.added', `${part.location},${members}`]);
    }
  };
  return {
    citeWaiting,
    addSearched(event) {
      if (event.kind === 'annotation') {
        waiting.push(event.annotation);
        return citeWaiting();
      }
      const item = searchItem(event.call, { opId, position: searches });
      searches += 1;
      pending.push(...searchEvents(item, nextIndex()));
    },
  };
}
