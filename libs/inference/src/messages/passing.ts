import type { Passing } from '@tollgate/providers/adapter';
import type { Target } from '../resolve.ts';

/** How a target sends requests of this shape as they came; null for one that translates them. */
export function passingOf({
  family,
  endpoint,
}: Pick<Target, 'family' | 'endpoint'>): Passing | null {
  return family.messages?.(endpoint) ?? null;
}
