import {
  EXTENSION_NAMES_MAX,
  EXTENSIONS_MAX,
  isMistyped,
  mayExtend,
  mayStand,
} from '@tollgate/contract/openai-extensions';
import { isIdleHint } from '@tollgate/contract/unknown-fields';
import type { OwnRoute, Unknown, UnknownField } from '@tollgate/contract/extensions';
import { isExtra } from './extras.ts';
import type { Endpoint } from './other-names.ts';
import type { Reading } from './unknown-fields.ts';

type Fields = Readonly<Record<string, unknown>>;

/** How unknown fields of one request are judged. */
export interface OwnExtensions {
  /**
   * Whether a member may go on as it came.
   * @param known the members of such objects: a name that is near to one of them is a mistyped one
   */
  extends(path: string, value: unknown, known: readonly string[]): boolean;
  /** Whether a part or an item of an unknown type may. */
  stands(kind: 'part' | 'item', value: Fields): boolean;
}

/**
 * Judges the unknown fields of one request to chat completions or Responses. A request with very
 * many of them, or with very many names, has the others refused, so that judging stays cheap.
 */
export function createOwnExtensions(): OwnExtensions {
  const mistypes = new Map<readonly string[], Map<string, boolean>>();
  const names = new Set<string>();
  let judged = 0;
  const isRoom = (name: string): boolean => {
    judged += 1;
    if (names.size < EXTENSION_NAMES_MAX) names.add(name);
    return judged <= EXTENSIONS_MAX && names.has(name);
  };
  const isMistype = (name: string, known: readonly string[]): boolean => {
    const ofObject = mistypes.get(known) ?? new Map<string, boolean>();
    mistypes.set(known, ofObject);
    const verdict = ofObject.get(name) ?? isMistyped(name, known);
    ofObject.set(name, verdict);
    return verdict;
  };
  return {
    extends(path, value, known) {
      const name = path.slice(path.lastIndexOf('.') + 1);
      return isRoom(name) && mayExtend(path, value) && !isMistype(name, known);
    },
    stands: (kind, value) => isRoom(String(value['type'])) && mayStand(kind, value),
  };
}

/** What differs between the routes. */
interface Paths {
  endpoint: Endpoint;
  /** Parts of content, by their paths. */
  parts: RegExp;
  emptyPart: object;
  /** The path of the body in the request; absent: it is the request. */
  path?: string;
  /** The members of all kinds of bodies at this path. */
  ofAllKinds?: readonly string[];
  remains?: Omit<NonNullable<Reading['remains']>, 'at'>;
}

/**
 * How the unknown fields of a route are set apart: those that may go on stay attached to what holds
 * them. Only the target knows whether its wire can carry the objects that hold them.
 */
export function readingOf(
  own: OwnExtensions,
  { endpoint, parts, emptyPart, path = '', ofAllKinds: ofBodies, remains }: Paths,
): Reading {
  return {
    attaches: true,
    emptyBlock: emptyPart,
    path,
    isIdle: isIdleHint,
    ...(remains === undefined ? {} : { remains: { ...remains, at: parts } }),
    staysWhole: (at, block) => !parts.test(at) || !own.stands('part', block),
    stays(at, value, { ofAllKinds }) {
      if (value === null || isIdleHint(at)) return false;
      const end = at.lastIndexOf('.');
      const holder = end < 0 ? '' : at.slice(0, end);
      // What a mark says decides how long a prompt is kept, and at which price.
      if (isIdleHint(holder)) return true;
      if (holder === '') return !(isExtra(endpoint, at) || own.extends(at, value, ofAllKinds));
      const known = holder === path ? (ofBodies ?? ofAllKinds) : ofAllKinds;
      return !own.extends(at, value, known);
    },
  };
}

/**
 * What a request holds that its route does not know, of all that was set apart; absent where
 * nothing may go on.
 */
export function unknownOf(
  own: OwnExtensions,
  apart: readonly UnknownField[],
  { route, known }: { route: OwnRoute; known: object },
): { unknown?: Unknown } {
  const names = Object.keys(known);
  const fields = apart.filter(
    ({ param, value }) =>
      /[.[]/u.test(param) || isIdleHint(param) || own.extends(param, value, names),
  );
  return fields.length === 0 ? {} : { unknown: { route, fields } };
}
