import { extendedBy, isExtended } from '@tollgate/contract/extensions';
import type { ReasoningItem } from '@tollgate/contract/responses';
import { isObject } from './response-kinds.ts';

/**
 * The data that a turn carries for its provider. Unknown members of a reasoning item are of the
 * first of the provider's own, which it represents.
 */
export function extraFor(
  extra: Record<string, unknown>,
  item: ReasoningItem,
): Record<string, unknown> {
  if (!isExtended(item)) return extra;
  const reported = Object.entries(extra).map(([name, value]) => {
    const items = itemsIn(value);
    const at = items.findIndex((one) => isObject(one) && one['type'] === 'reasoning');
    if (at < 0) return [name, value];
    const own = items.map((one, index) => (index === at ? extendedBy(one as object, item) : one));
    return [name, { ...(value as object), items: own }];
  });
  return Object.fromEntries(reported) as Record<string, unknown>;
}

function itemsIn(value: unknown): readonly unknown[] {
  const items = isObject(value) ? value['items'] : undefined;
  return Array.isArray(items) ? items : [];
}
