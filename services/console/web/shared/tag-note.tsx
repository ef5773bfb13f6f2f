import type { ReactElement } from 'react';
import { requestLabels as labels } from './texts/requests.ts';

/** The tag of a call below its model, in a list; nothing for a call without one. */
export function TagNote({ tag }: { tag: string | null }): ReactElement | null {
  if (tag === null) return null;
  return (
    <span className="block text-xs text-dim max-sm:hidden">
      {labels.tag}: <bdi className="break-all">{tag}</bdi>
    </span>
  );
}
