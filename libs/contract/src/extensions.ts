/**
 * Extensions of OpenAI's own wire on its own routes: fields, parts and items that the contract of a route does not know. Each stays attached to the
 * object that held it, so that objects may be moved, copied and merged, and goes back to its place when the request is written for the wire.
 */

type Fields = Readonly<Record<string, unknown>>;

/** The routes of OpenAI's own wire, by the interface that has the same shape. */
export type OwnRoute = 'chat_completions' | 'responses';

/** An unknown field, by its path in the request as it came. */
export interface UnknownField {
  /** Such as `messages[2].content[0].type` for a part as a whole, or `tools[1].defer_loading` for a member. */
  param: string;
  value: unknown;
}

/** What a request holds that its route does not know. */
export interface Unknown {
  route: OwnRoute;
  fields: readonly UnknownField[];
  /** The unknown members of objects that the chat request has no object for, by the names of these objects. */
  within?: Readonly<Record<string, Fields>>;
}

/** A symbol, so that no JSON of a caller can have it and no other wire can send it. */
const EXTENSION = Symbol('extension');

/** What is attached to an object: further members, or what stands in its place. */
export type Extension = { members: Fields } | { whole: Fields };

/** An object that may have something attached. */
export interface Extended {
  readonly [EXTENSION]?: Extension;
}

/** A copy of the object with an extension attached. */
export function extended<One extends object>(one: One, extension: Extension): One {
  return { ...one, [EXTENSION]: extension };
}

/** What is attached to an object, to be spread into another one that takes its place. */
export function extensionOf(one: object): Extended {
  const { [EXTENSION]: extension } = one as Extended;
  return extension === undefined ? {} : { [EXTENSION]: extension };
}

/** Whether something is attached to an object. */
export function isExtended(one: object): boolean {
  return (one as Extended)[EXTENSION] !== undefined;
}

/** The attached members of an object; none where nothing is attached. */
export function attachedMembers(one: object | null | undefined): Fields {
  const extension = (one as Extended | null | undefined)?.[EXTENSION];
  return extension !== undefined && 'members' in extension ? extension.members : {};
}

/**
 * The document with everything that is attached in its place. A member that the object has itself stays as it is.
 * @param value nested no deeper than a body may be
 */
export function inPlace<Value>(value: Value): Value {
  return placed(value) as Value;
}

function placed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(placed);
  if (
    typeof value !== 'object' ||
    value === null ||
    Object.getPrototypeOf(value) !== Object.prototype
  ) {
    return value;
  }
  const { [EXTENSION]: extension, ...own } = value as Extended & Fields;
  if (extension !== undefined && 'whole' in extension) return extension.whole;
  const members = Object.entries(own).map(([name, member]) => [name, placed(member)] as const);
  return { ...extension?.members, ...Object.fromEntries(members) };
}
