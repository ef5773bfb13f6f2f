import type { PassthroughMaker } from '@tollgate/providers/adapter/adapter';
import type { Target } from '../catalogue/resolve.ts';

/** How a target sends requests of this shape as they came; null for one that translates them. */
export function passthroughFor({
  family,
  endpoint,
}: Pick<Target, 'family' | 'endpoint'>): PassthroughMaker | null {
  return family.messages?.(endpoint) ?? null;
}
