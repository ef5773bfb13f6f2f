import type { ExtraParameters } from '@tollgate/contract/chat';
import { mayBeExtra } from '@tollgate/contract/extra-parameters';
import { isIdleHint } from '@tollgate/contract/unknown-fields';
import { nameHere } from './other-names.ts';
import type { Endpoint } from './other-names.ts';
import type { UnknownField } from './unknown-fields.ts';

/**
 * Whether a field that a route does not know is for the contract of the model to judge. A field
 * that has another name on the route is refused with that name.
 */
export function isExtra(endpoint: Endpoint, path: string): boolean {
  return mayBeExtra(path) && nameHere(endpoint, path) === undefined;
}

/**
 * The unknown fields of the request itself among all that were set apart, by their names; absent
 * where there are none.
 */
export function extrasIn(unknown: readonly UnknownField[]): { extra?: ExtraParameters } {
  const own = unknown.filter(({ param }) => !/[.[]/u.test(param) && !isIdleHint(param));
  if (own.length === 0) return {};
  return { extra: Object.fromEntries(own.map(({ param, value }) => [param, value])) };
}
