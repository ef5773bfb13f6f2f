/**
 * Extensions of OpenAI's own wire on its own routes: fields, parts and items that the contract of a
 * route does not know. Each stays attached to the object that held it, so that objects may be
 * moved, copied and merged, and goes back to its path when the request is written for the wire.
 */

type Fields = Readonly<Record<string, unknown>>;

/** The routes of OpenAI's own wire, by the interface that has the same shape. */
export type OwnRoute = 'chat_completions' | 'responses';

/** An unknown field, by its path in the request as it came. */
export interface UnknownField {
  /**
   * Such as `messages[2].content[0].type` for a part as a whole, or `tools[1].defer_loading` for a
   * member.
   */
  param: string;
  value: unknown;
}

/** What a request holds that its route does not know. */
export interface Unknown {
  route: OwnRoute;
  fields: readonly UnknownField[];
  /**
   * Unknown fields of objects that the chat request has no object for, by the names of these
   * objects.
   */
  within?: Readonly<Record<string, Extended>>;
}

/** A symbol, so that no JSON of a caller can have it and no other wire can send it. */
const EXTENSION = Symbol('extension');

/**
 * The attachment of an object: further members, or its replacement; with the paths in the request
 * as it came.
 */
export type Extension =
  | { members: Fields; paths: Readonly<Record<string, string>> }
  | { whole: Fields; path: string; more?: readonly string[] };

/** An object that may have something attached. */
export interface Extended {
  readonly [EXTENSION]?: Extension;
}

/** A symbol too: a document names the unknown fields that it carries. */
const CARRIED = Symbol('carried');

/** A copy of the object with an extension attached, beside what is attached to it already. */
export function extended<One extends object>(one: One, extension: Extension): One {
  const { [EXTENSION]: before } = one as Extended;
  const isBoth = before !== undefined && 'members' in before && 'members' in extension;
  const both = isBoth
    ? {
        members: { ...before.members, ...extension.members },
        paths: { ...before.paths, ...extension.paths },
      }
    : extension;
  return { ...one, [EXTENSION]: both };
}

/** A copy of an object with what is attached to another one, beside what is attached to itself. */
export function extendedBy<One extends object>(one: One, other: object): One {
  const { [EXTENSION]: extension } = other as Extended;
  return extension === undefined ? one : extended(one, extension);
}

/** The attachment of an object, to be spread into another one that replaces it. */
export function extensionOf(one: object | null | undefined): Extended {
  const { [EXTENSION]: extension } = (one ?? {}) as Extended;
  return extension === undefined ? {} : { [EXTENSION]: extension };
}

/** Whether something is attached to an object. */
export function isExtended(one: object | null | undefined): boolean {
  return (one as Extended | null | undefined)?.[EXTENSION] !== undefined;
}

/** The paths of everything that is attached within a document. */
export function attachedPaths(document: object): readonly string[] {
  return [...carriedIn(inPlace(document))];
}

/**
 * The document with everything that is attached at its path. A member that the object has itself
 * stays as it is.
 * @param value nested no deeper than a body may be
 */
export function inPlace<Value>(value: Value): Value {
  const paths = new Set<string>();
  const made = placed(value, paths) as Value;
  const isObject = typeof made === 'object' && made !== null && !Array.isArray(made);
  return isObject ? { ...made, [CARRIED]: paths } : made;
}

/**
 * The paths, as they came, of the unknown fields that are carried by a document of {@link inPlace},
 * or in a copy of one.
 */
export function carriedIn(document: object): ReadonlySet<string> {
  return (document as { [CARRIED]?: ReadonlySet<string> })[CARRIED] ?? new Set();
}

function placed(value: unknown, paths: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => placed(one, paths));
  if (
    typeof value !== 'object' ||
    value === null ||
    Object.getPrototypeOf(value) !== Object.prototype
  ) {
    return value;
  }
  const { [EXTENSION]: extension, ...own } = value as Extended & Fields;
  if (extension !== undefined && 'whole' in extension) {
    for (const path of [extension.path, ...(extension.more ?? [])]) paths.add(path);
    return extension.whole;
  }
  const members = Object.entries(own).map(
    ([name, member]) => [name, placed(member, paths)] as const,
  );
  for (const [name, path] of Object.entries(extension?.paths ?? {})) {
    if (!Object.hasOwn(own, name)) paths.add(path);
  }
  return { ...extension?.members, ...Object.fromEntries(members) };
}
