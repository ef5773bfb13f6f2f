import type { Target } from '../adapter.ts';

/** Where a model stands behind the base URL. */
export function modelPath({ upstreamModel }: Target): string {
  return `/models/${encodeURIComponent(upstreamModel)}`;
}
