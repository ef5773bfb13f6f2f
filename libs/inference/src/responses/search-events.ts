import type { Searched } from '@tollgate/providers/adapter/adapter';
import type { SearchEvent } from '../dispatch/stream-encoder.ts';
import {
  drawingEvents,
  drawnEvents,
  hostedEvents,
  hostedItem,
  hostedType,
  previewEvents,
} from './hosted-items.ts';
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
  /** Shows a call that has ended, an image that has begun, its previews, or a citation. */
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
  const drawn = new Map<unknown, { id: string; index: number }>();
  let calls = 0;
  const draw = (call: Searched['calls'][number]): void => {
    let item = drawn.get(call['id']);
    if (item === undefined) {
      item = { id: itemId('image_generation_call', opId, calls), index: nextIndex() };
      calls += 1;
      drawn.set(call['id'], item);
      pending.push(...drawingEvents(item));
    }
    pending.push(...previewEvents(call, item));
  };
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
      if (event.kind === 'drawing') return draw(event.call);
      const begun = drawn.get(event.call['id']);
      if (begun !== undefined) {
        pending.push(...drawnEvents(hostedItem(event.call, begun.id), begun.index));
        return;
      }
      const item = hostedItem(event.call, itemId(hostedType(event.call), opId, calls));
      calls += 1;
      pending.push(...hostedEvents(item, nextIndex()));
    },
  };
}
