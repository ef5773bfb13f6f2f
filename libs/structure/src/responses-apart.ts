import { extended } from '@tollgate/contract/extensions';
import type { UnknownField } from '@tollgate/contract/extensions';
import { itemVerdict } from '@tollgate/contract/response-items';
import { InputItem, ResponsesRequest } from '@tollgate/contract/responses';
import { extrasIn } from './extras.ts';
import { createOwnExtensions, readingOf, unknownOf } from './own-extensions.ts';
import type { OwnExtensions } from './own-extensions.ts';
import { isObject } from './response-kinds.ts';
import { inResponsesSpelling } from './spellings.ts';
import { setUnknownApart } from './unknown-fields.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The paths of the objects that this route sets fields apart from. */
const PATHS = {
  endpoint: '/v1/responses',
  parts: /^input\[\d+\]\.(?:content|output)\[\d+\]$/u,
} as const;
const ITEM_MEMBERS = [
  ...new Set(InputItem.anyOf.flatMap(({ properties }) => Object.keys(properties))),
];
const EMPTY_INPUT = { type: 'input_text', text: '' };
const EMPTY_OUTPUT = { type: 'output_text', text: '' };

/** How the structure of a request is checked. */
interface Checks {
  /** The schema of everything but the items. */
  frame: object;
  /** The check of an item; undefined for an item that has none. */
  checkOf: (item: Fields) => { schema: object } | undefined;
}

/**
 * A request to `/v1/responses` in our spelling without what this route does not know, and that
 * apart, as for chat.
 */
export function responsesApart(
  given: Fields,
  { frame: schema, checkOf }: Checks,
): { body: unknown; apart: Pick<ResponsesRequest, 'extra' | 'unknown'> } {
  const own = createOwnExtensions();
  const paths = { ...PATHS, emptyPart: EMPTY_INPUT };
  const frame = setUnknownApart(schema, inResponsesSpelling(given), readingOf(own, paths));
  const { input } = frame.plain;
  const items = Array.isArray(input)
    ? input.map((item, at) => itemApart(item, { own, position: at, checkOf }))
    : null;
  const unknown = [...frame.unknown, ...(items ?? []).flatMap((item) => item.unknown)];
  const read = (items ?? []).map(({ plain }) => plain);
  const isSame = items === null || read.every((item, at) => item === (input as unknown[])[at]);
  const of = { route: 'responses', known: ResponsesRequest.properties } as const;
  return {
    body: isSame ? frame.plain : { ...frame.plain, input: read },
    apart: { ...extrasIn(unknown), ...unknownOf(own, unknown, of) },
  };
}

/**
 * An item without fields that this route does not know; a silent message replaces an item of an
 * unknown type that may go on.
 */
function itemApart(
  item: unknown,
  { own, position, checkOf }: { own: OwnExtensions; position: number; checkOf: Checks['checkOf'] },
): { plain: unknown; unknown: readonly UnknownField[] } {
  const path = `input[${position}]`;
  if (!isObject(item)) return { plain: item, unknown: [] };
  const { type = 'message', role } = item;
  if (typeof type === 'string' && itemVerdict(type) === null) {
    if (!own.stands('item', item)) return { plain: item, unknown: [] };
    const silent = { type: 'message', role: 'user', content: '' };
    const param = `${path}.type`;
    return {
      plain: extended(silent, { whole: item, path: param }),
      unknown: [{ param, value: item }],
    };
  }
  const check = checkOf(item);
  if (check === undefined) return { plain: item, unknown: [] };
  const paths = {
    ...PATHS,
    path,
    ofAllKinds: ITEM_MEMBERS,
    emptyPart: role === 'assistant' ? EMPTY_OUTPUT : EMPTY_INPUT,
  };
  return setUnknownApart(check.schema, item, readingOf(own, paths));
}
