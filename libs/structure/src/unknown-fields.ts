import { extended } from '@tollgate/contract/extensions';
import type { Extension, UnknownField } from '@tollgate/contract/extensions';
import { unknownField } from '@tollgate/contract/schema-faults';

export type { UnknownField } from '@tollgate/contract/extensions';

type Fields = Readonly<Record<string, unknown>>;

/** A request in two parts. */
export interface Apart {
  /**
   * The request without its unknown fields: everything else is where it was. The same object where
   * nothing is unknown.
   */
  plain: Fields;
  unknown: UnknownField[];
}

/** The members that the schema has for an object. */
export interface Names {
  own: readonly string[];
  /**
   * Members of all kinds of such objects: `text` occurs in one kind of part, `image_url` in
   * another.
   */
  ofAllKinds: readonly string[];
}

/** How to read one route. */
export interface Reading {
  /**
   * The replacement of a block of an unknown type; absent: such a block stays, for the schema to
   * refuse it.
   */
  emptyBlock?: object;
  /** Whether a block of an unknown type stays all the same; absent: none does. */
  staysWhole?: (path: string, block: Fields) => boolean;
  /** Whether an unknown member stays, for the schema to refuse it. */
  stays?: (path: string, value: unknown, names: Names) => boolean;
  /**
   * Whether what is unknown within an object stays attached to it, see `extensions.ts`; absent: it
   * does not.
   */
  attaches?: true;
  /** Whether an unknown member is never attached, because no wire can carry it. */
  isIdle?: (path: string) => boolean;
  /**
   * The remains of an object that another spelling has merged into the one around it: its members
   * are those of the object around it.
   */
  remains?: { name: string; known: readonly string[]; at: RegExp };
  /** The path of the body in the request, such as `input[3]`; absent: it is the request. */
  path?: string;
}

/** The keywords of a schema that are read here. */
interface Shape {
  type?: string;
  anyOf?: readonly Shape[];
  oneOf?: readonly Shape[];
  discriminator?: { propertyName: string };
  properties?: Readonly<Record<string, Shape>>;
  items?: Shape;
  additionalProperties?: unknown;
  const?: unknown;
  enum?: readonly unknown[];
}

interface Walk extends Reading {
  unknown: UnknownField[];
}

/** Objects whose type says from where something is read: an unknown one is none of tokens. */
const SOURCE = /(?:^|\.)source$/u;

/**
 * Sets apart, at every depth, the members and the kinds of blocks that a schema does not know. A
 * member that is null says nothing and is dropped. Nothing about the body is certain.
 */
export function setUnknownApart(schema: object, body: Fields, reading: Reading = {}): Apart {
  const walk: Walk = { ...reading, unknown: [] };
  const plain = walked(schema as Shape, body, { path: reading.path ?? '', walk });
  return { plain: isFields(plain) ? plain : body, unknown: walk.unknown };
}

interface FieldPosition {
  path: string;
  walk: Walk;
}

function walked(shape: Shape, value: unknown, at: FieldPosition): unknown {
  if (Array.isArray(value)) return walkedList(shape, value, at);
  if (!isFields(value)) return value;
  const fitting = objectsIn(shape);
  const tagged = fitting.find(({ discriminator }) => discriminator !== undefined);
  const known = tagged === undefined ? plainest(fitting, value) : taggedBy(tagged, value);
  if (known !== undefined) return walkedMembers(known, value, { ...at, kinds: tagged });
  return tagged === undefined ? value : walkedUnknownKind(tagged, value, at);
}

function walkedList(
  shape: Shape,
  list: readonly unknown[],
  { path, walk }: FieldPosition,
): unknown {
  const items = alternatives(shape).find(({ type }) => type === 'array')?.items;
  if (items === undefined) return list;
  const made = list.map((item, at) => walked(items, item, { path: `${path}[${at}]`, walk }));
  return made.some((item, at) => item !== list[at]) ? made : list;
}

/** A block becomes an empty one, a member of the request is left out. */
function walkedUnknownKind(shape: Shape, value: Fields, { path, walk }: FieldPosition): unknown {
  const tag = shape.discriminator?.propertyName;
  const { emptyBlock, attaches, staysWhole } = walk;
  if (tag !== 'type' || emptyBlock === undefined || typeof value['type'] !== 'string') return value;
  if (SOURCE.test(path) || staysWhole?.(path, value) === true) return value;
  const isInList = path.endsWith(']');
  if (attaches === true && !isInList) return value;
  walk.unknown.push({ param: `${path}.type`, value });
  if (attaches === true) return extended(emptyBlock, { whole: value, path: `${path}.type` });
  return isInList ? emptyBlock : undefined;
}

function walkedMembers(
  shape: Shape,
  value: Fields,
  { path, walk, kinds = shape }: FieldPosition & { kinds?: Shape | undefined },
): unknown {
  const { properties = {}, additionalProperties: more } = shape;
  const names = namesOf(shape, kinds);
  const apart: UnknownMember[] = [];
  const members = Object.entries(value).map(([name, member]) => {
    const here = path === '' ? name : `${path}.${name}`;
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (known !== undefined) {
      return { name, member, kept: walked(known, member, { path: here, walk }) };
    }
    const rest = more === false ? remainsOf({ name, member, path }, walk) : null;
    if (rest !== null) {
      apart.push(...rest);
      return { name, member, kept: undefined };
    }
    if (more !== false || walk.stays?.(here, member, names) === true)
      return { name, member, kept: member };
    if (member !== null) apart.push({ name, member, path: here });
    return { name, member, kept: undefined };
  });
  if (members.every(({ member, kept }) => member === kept)) return value;
  walk.unknown.push(...apart.map((one) => ({ param: one.path, value: one.member })));
  const plain = Object.fromEntries(
    members.flatMap(({ name, kept }) => (kept === undefined ? [] : [[name, kept] as const])),
  );
  const attached = apart.filter((one) => walk.isIdle?.(one.path) !== true);
  const isAttached = walk.attaches === true && path !== '' && attached.length > 0;
  return isAttached ? extended(plain, toExtension(attached)) : plain;
}

interface UnknownMember {
  name: string;
  member: unknown;
  path: string;
}

function toExtension(apart: readonly UnknownMember[]): Extension {
  return {
    members: Object.fromEntries(apart.map(({ name, member }) => [name, member])),
    paths: Object.fromEntries(apart.map(({ name, path }) => [name, path])),
  };
}

/**
 * The members of what is left of an object that has become a part of the object around it, which is
 * at the path; null for any other member.
 * @throws GatewayError for one that may not go on, by the path that it had
 */
function remainsOf(
  { name, member, path }: UnknownMember,
  { remains, stays, isIdle }: Walk,
): UnknownMember[] | null {
  if (remains?.name !== name || !isFields(member) || !remains.at.test(path)) return null;
  const names = { own: remains.known, ofAllKinds: remains.known };
  return Object.entries(member).flatMap(([inner, value]) => {
    const here = `${path}.${name}.${inner}`;
    if (value === null) return [];
    if (isIdle?.(here) !== true && stays?.(here, value, names) === true) {
      throw unknownField(here, undefined);
    }
    return [{ name: inner, member: value, path: here }];
  });
}

/** The names of one kind of object, which are one object for each kind. */
function namesOf(shape: Shape, kinds: Shape): Names {
  const known = NAMES.get(shape);
  if (known !== undefined) return known;
  const own = Object.keys(shape.properties ?? {});
  const others = (kinds.oneOf ?? []).flatMap(({ properties = {} }) => Object.keys(properties));
  const names = { own, ofAllKinds: [...new Set([...own, ...others])] };
  NAMES.set(shape, names);
  return names;
}

const NAMES = new WeakMap<Shape, Names>();

function alternatives(shape: Shape): readonly Shape[] {
  return shape.anyOf === undefined ? [shape] : shape.anyOf.flatMap(alternatives);
}

function objectsIn(shape: Shape): readonly Shape[] {
  return alternatives(shape).filter(({ type }) => type === 'object');
}

/** The alternative that the value means: of several the one whose type is the value's. */
function plainest(shapes: readonly Shape[], value: Fields): Shape | undefined {
  const [first] = shapes;
  return shapes.length > 1 ? shapes.find((shape) => hasTag(shape, 'type', value)) : first;
}

function taggedBy({ oneOf = [], discriminator }: Shape, value: Fields): Shape | undefined {
  const tag = discriminator?.propertyName ?? 'type';
  return oneOf.find((shape) => hasTag(shape, tag, value));
}

function hasTag({ properties = {} }: Shape, tag: string, value: Fields): boolean {
  const rule = properties[tag];
  return (rule?.enum ?? [rule?.const]).includes(value[tag]);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Unknown fields as text, for the bound of a prompt. */
export function textOfUnknown(unknown: readonly UnknownField[]): string {
  return unknown.map(({ value }) => JSON.stringify(value)).join(' ');
}
