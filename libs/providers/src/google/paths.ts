import type { Endpoint } from '../adapter/adapter.ts';

/** The path of a model behind the base URL. */
export function modelPath({ upstreamModel }: Endpoint): string {
  return `/models/${encodeURIComponent(upstreamModel)}`;
}
