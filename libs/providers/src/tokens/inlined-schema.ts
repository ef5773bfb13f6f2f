import type { TextTokens } from './count-text.ts';

const NOTHING: TextTokens = { usual: 0, bound: 0, bytes: 0 };
/** The members of a schema that hold its definitions. */
const DEFINITIONS: ReadonlySet<string> = new Set(['$defs', 'definitions']);

/**
 * The tokens that a provider adds when it copies the definitions of a schema to each reference. A
 * definition that refers to itself is not followed again. The time depends on the size of the
 * schema only, however often its references multiply.
 * @param schema with references of the form `#/$defs/Name`; others are left out
 * @param count the tokens of a text
 */
export function inlinedTokens(schema: unknown, count: (text: string) => TextTokens): TextTokens {
  const known = new Map<string, TextTokens>();
  const within = (value: unknown): TextTokens =>
    referencesIn(value).reduce((sum, reference) => plus(sum, tokensOf(reference)), NOTHING);
  const tokensOf = (reference: string): TextTokens => {
    const before = known.get(reference);
    if (before !== undefined) return before;
    const definition = resolve(schema, reference);
    if (definition === undefined) return NOTHING;
    known.set(reference, NOTHING);
    const tokens = plus(count(JSON.stringify(definition)), within(definition));
    known.set(reference, tokens);
    return tokens;
  };
  return within(schema);
}

function plus(left: TextTokens, right: TextTokens): TextTokens {
  return {
    usual: left.usual + right.usual,
    bound: left.bound + right.bound,
    bytes: left.bytes + right.bytes,
  };
}

/** The references of a schema with repetitions, without those inside its definitions. */
function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    if (DEFINITIONS.has(name)) return [];
    return name === '$ref' && typeof member === 'string' ? [member] : referencesIn(member);
  });
}

/** The value that a JSON pointer behind `#` names; undefined when there is none. */
function resolve(schema: unknown, reference: string): unknown {
  const [start, ...names] = reference.split('/');
  if (start !== '#' || names.length === 0) return undefined;
  return names.reduce<unknown>((value, name) => {
    const key = name.replaceAll('~1', '/').replaceAll('~0', '~');
    return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
      ? (value as Record<string, unknown>)[key]
      : undefined;
  }, schema);
}
