import type { Passing } from '@tollgate/providers/adapter';
import type { Way } from '../resolve.ts';

/** How a way sends requests of this shape as they came; null for one that translates them. */
export function passingOf({ family, target }: Pick<Way, 'family' | 'target'>): Passing | null {
  return family.messages?.(target) ?? null;
}
