import { portablePattern } from '@tollgate/contract/text';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** JSON Schema as plain data. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const CONTRACT = join(import.meta.dirname, '../../../libs/contract/src');
/** Smaller schemas are written where they are used. */
const NAMED_CHARACTERS_MIN = 60;
const ANY_NAME = '^.*$';

/**
 * The schemas of a description: those of the contract by their names, the others where they are
 * used.
 */
export interface Schemas {
  /** The schema as the description has it. */
  write(schema: unknown): Json;
  /** What the written schemas refer to. */
  components(): Record<string, Json>;
}

/** Reads the names of all schemas that the contract exports. */
export async function readSchemas(): Promise<Schemas> {
  // Two schemas may be equal and mean two things: each has its own name where it is itself used, a
  // copy of them that of the first.
  const names = new Map<object, string>();
  const namesOfCopies = new Map<string, string>();
  for (const file of readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts') || file.includes('billing')) continue;
    const module = (await import(pathToFileURL(join(CONTRACT, file)).href)) as object;
    for (const [name, value] of Object.entries(module)) {
      // Generators of clients write the object of a named choice with null once for each use.
      if (!isSchema(value) || mayBeNull(value)) continue;
      const text = JSON.stringify(value);
      if (text.length < NAMED_CHARACTERS_MIN) continue;
      if (!names.has(value)) names.set(value, name);
      if (!namesOfCopies.has(text)) namesOfCopies.set(text, name);
    }
  }
  const used = new Map<string, Json>();
  const write = (schema: unknown): Json => {
    if (typeof schema !== 'object' || schema === null) return schema as Json;
    if (Array.isArray(schema)) return schema.map(write);
    const name = names.get(schema) ?? namesOfCopies.get(JSON.stringify(schema));
    if (name === undefined) return inner(schema, write);
    if (!used.has(name)) {
      used.set(name, null);
      used.set(name, inner(schema, write));
    }
    return { $ref: `#/components/schemas/${name}` };
  };
  return {
    write,
    components: () =>
      Object.fromEntries([...used].sort(([one], [other]) => one.localeCompare(other, 'en'))),
  };
}

/** A schema's own keywords, its parts written. */
function inner(schema: object, write: (schema: unknown) => Json): Json {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]): [string, Json][] => {
      if (keyword === 'patternProperties')
        return [recordOf(value as Record<string, unknown>, write)];
      if (keyword === 'pattern' && typeof value === 'string') {
        return [[keyword, portablePattern(value)]];
      }
      if (keyword === 'properties') return [[keyword, mapOf(value as object, write)]];
      const words = keyword === 'anyOf' ? wordsOf(value as readonly object[]) : null;
      if (words !== null) return Object.entries({ type: 'string', enum: words });
      if (
        keyword === 'enum' ||
        keyword === 'const' ||
        keyword === 'default' ||
        keyword === 'examples'
      ) {
        return [[keyword, value as Json]];
      }
      return [[keyword, write(value)]];
    }),
  );
}

/**
 * The words of a choice between plain words, as `enum` has them; else null. Generators of clients
 * read a union of constants as one of types, and fail at its second word.
 */
function wordsOf(choices: readonly object[]): string[] | null {
  const words = choices.flatMap((choice) => {
    const { type, const: word, ...more } = choice as { type?: unknown; const?: unknown };
    const isWord = type === 'string' && typeof word === 'string' && Object.keys(more).length === 0;
    return isWord ? [word] : [];
  });
  return words.length === choices.length ? words : null;
}

function mapOf(properties: object, write: (schema: unknown) => Json): Json {
  return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, write(one)]));
}

function recordOf(
  patterns: Record<string, unknown>,
  write: (schema: unknown) => Json,
): [string, Json] {
  const [pattern, ...more] = Object.keys(patterns);
  return pattern === ANY_NAME && more.length === 0
    ? ['additionalProperties', write(patterns[ANY_NAME])]
    : ['patternProperties', mapOf(patterns, write)];
}

const mayBeNull = (schema: { anyOf?: unknown }): boolean =>
  Array.isArray(schema.anyOf) &&
  schema.anyOf.some(({ type }: { type?: unknown }) => type === 'null');

function isSchema(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return (
    'anyOf' in value || 'oneOf' in value || ('type' in value && typeof value.type === 'string')
  );
}
