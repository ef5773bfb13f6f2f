import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import {
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  parseAllDocuments,
  Parser,
  visit,
} from 'yaml';
import type { Document as YamlDocument, Node, YAMLMap } from 'yaml';
import { OWN_SCHEMAS } from '@tollgate/contract/own-schemas';
import { schemaFaults } from '@tollgate/contract/schema-faults';
import type { Complaint } from '@tollgate/contract/schema-faults';
import { Document } from './document.ts';
import { CommandFault, fieldOf } from './faults.ts';
import type { FieldFault, Path } from './faults.ts';

/** The longest document that is read, in bytes. */
export const DOCUMENT_BYTES_MAX = 4_194_304;
/** How deep a document may be nested; the deepest that fits the schema is not half as deep. */
export const DOCUMENT_DEPTH_MAX = 32;
/** The most faults that are reported at once. */
const FAULTS_MAX = 20;

const ajv = new Ajv({ ...OWN_SCHEMAS, verbose: true, allErrors: true });
addFormats.default(ajv);
const isDocument = ajv.compile<Document>(Document);

/** A document that fits its schema, and the positions of its fields. */
export interface ReadDocument {
  document: Document;
  /** The error for fields at fault: a line for each, with the file, the line and the column. */
  faultsAt: (faults: readonly FieldFault[]) => CommandFault;
}

/**
 * Reads a document of configuration in YAML, of which JSON is a part.
 * @param name of the file, for people
 * @throws CommandFault with a line for each fault, which never quotes a value
 */
export function readDocument(name: string, text: string): ReadDocument {
  if (Buffer.byteLength(text) > DOCUMENT_BYTES_MAX) {
    throw new CommandFault(`${name}: is longer than ${DOCUMENT_BYTES_MAX} bytes`);
  }
  const lines = new LineCounter();
  const yaml = parse(name, text, lines);
  const at = (offset: number | undefined): string => {
    const { line, col } = lines.linePos(offset ?? 0);
    return `${name}:${Math.max(1, line)}:${Math.max(1, col)}`;
  };
  const reported = (
    faults: readonly { offset: number | undefined; words: string }[],
  ): CommandFault =>
    new CommandFault(
      ...faults.slice(0, FAULTS_MAX).map(({ offset, words }) => `${at(offset)}: ${words}`),
      ...(faults.length > FAULTS_MAX ? [`${name}: and ${faults.length - FAULTS_MAX} more`] : []),
    );
  const faultsAt = (faults: readonly FieldFault[]): CommandFault =>
    reported(
      faults.map(({ path, words }) => ({
        offset: offsetOf(yaml, path),
        words: `${fieldOf(path)} ${words}`,
      })),
    );
  const broken = [
    ...yaml.errors.map(({ pos: [offset], message }) => ({ offset, words: firstLine(message) })),
    ...yaml.warnings.map(({ pos: [offset], message }) => ({ offset, words: firstLine(message) })),
  ];
  if (broken.length > 0) throw reported(broken);
  const odd = oddities(yaml);
  if (odd.length > 0) throw reported(odd);
  const value: unknown = yaml.toJS({ maxAliasCount: 0 });
  if (!isDocument(value)) {
    const complaints = (isDocument.errors ?? []) as Complaint[];
    throw faultsAt(schemaFaults(complaints));
  }
  return { document: value, faultsAt };
}

function parse(name: string, text: string, lineCounter: LineCounter): YamlDocument.Parsed {
  const options = { lineCounter, version: '1.2', prettyErrors: false, uniqueKeys: false } as const;
  assertFlat(name, text);
  const [first, second] = parseAllDocuments(text, options);
  if (first === undefined) throw new CommandFault(`${name}:1:1: the document is empty`);
  if (second !== undefined) {
    const { line } = lineCounter.linePos(second.range[0]);
    throw new CommandFault(`${name}:${line}:1: one file has one document`);
  }
  return first as YamlDocument.Parsed;
}

/**
 * Refuses a deep nest by its tokens: what makes a document of them calls itself for each level, and
 * would end with a full stack and no line.
 */
function assertFlat(name: string, text: string): void {
  const lines = new LineCounter();
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) void token;
    const depth = parser.stack.filter(({ type }) => COLLECTIONS.has(type)).length;
    if (depth <= DOCUMENT_DEPTH_MAX) continue;
    const { line, col } = lines.linePos(parser.offset - lexeme.length);
    throw new CommandFault(
      `${name}:${line}:${col}: the document is nested deeper than ${DOCUMENT_DEPTH_MAX} levels`,
    );
  }
}

const COLLECTIONS: ReadonlySet<string> = new Set(['block-map', 'block-seq', 'flow-collection']);

interface Oddity {
  offset: number | undefined;
  words: string;
}

/**
 * What YAML allows and a document does not have: names twice, anchors, aliases, tags, keys that are
 * no text.
 */
function oddities(yaml: YamlDocument.Parsed): Oddity[] {
  const found: Oddity[] = [];
  visit(yaml, {
    Node(_key, node, path) {
      const words = oddWords(node);
      if (words !== null) found.push({ offset: node.range?.[0], words });
      if (isMap(node)) found.push(...oddNames(node, keysOf(path)));
    },
  });
  return found;
}

function oddWords(node: Node): string | null {
  if (isAlias(node)) return 'aliases (*name) are not read here; write the value out';
  if ('anchor' in node && node.anchor !== undefined) return 'anchors (&name) are not read here';
  const isTagged = node.tag !== undefined && !node.tag.startsWith('tag:yaml.org,2002:');
  return isTagged ? 'tags (!name) are not read here' : null;
}

function oddNames(map: YAMLMap, above: Path): Oddity[] {
  const names = new Set<string>();
  return map.items.flatMap(({ key }): Oddity[] => {
    if (!isScalar(key) || typeof key.value !== 'string') {
      const offset = (isNode(key) ? key : map).range?.[0];
      return [{ offset, words: `${fieldOf(above)} has a name that is no text; quote the name` }];
    }
    if (names.has(key.value)) {
      const words = `${fieldOf([...above, key.value])} stands here twice`;
      return [{ offset: key.range?.[0], words }];
    }
    names.add(key.value);
    return [];
  });
}

function keysOf(path: readonly unknown[]): string[] {
  return path.flatMap((one) =>
    isPair(one) && isScalar(one.key) && typeof one.key.value === 'string' ? [one.key.value] : [],
  );
}

/** The position of a field; that of the nearest existing one for a missing field. */
function offsetOf(yaml: YamlDocument.Parsed, path: Path): number | undefined {
  let offset = yaml.contents?.range?.[0];
  let node: unknown = yaml.contents;
  for (const step of path) {
    const next = childOf(node, step);
    offset = next.offset ?? offset;
    node = next.node;
  }
  return offset;
}

interface Child {
  node: unknown;
  /** Where the child's name begins, if it has one. */
  offset: number | undefined;
}

function childOf(node: unknown, step: string | number): Child {
  if (isMap(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && key.value === step);
    return { node: pair?.value, offset: isScalar(pair?.key) ? pair.key.range?.[0] : undefined };
  }
  const child: unknown = isSeq(node) ? node.items[Number(step)] : undefined;
  return { node: child, offset: isNode(child) ? child.range?.[0] : undefined };
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? message;
}
