import type { Searched } from '@tollgate/providers/adapter/adapter';
import type { SearchEvent } from '../dispatch/stream-encoder.ts';
import { hostedEvents, hostedItem, hostedType } from './hosted-items.ts';
import { itemId } from './response-document.ts';
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

/**
 * Shows calls of tools that the provider runs. Citations that come before their text wait for it.
 */
export function createSearches(
  opId: string,
  {
    pending,
    open,
    nextIndex,
  }: { pending: UnnumberedEvent[]; open: readonly CitingItem[]; nextIndex: () => number },
): SearchEvents {
  const waiting: Annotation[] = [];
  let calls = 0;
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
      const item = hostedItem(event.call, itemId(hostedType(event.call), opId, calls));
      calls += 1;
      pending.push(...hostedEvents(item, nextIndex()));
    },
  };
}
