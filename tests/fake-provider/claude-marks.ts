/** One mark of a prompt that is to be kept, freed from the wire on which it came. */
export interface Mark {
  path: string;
  type: unknown;
  ttl: unknown;
}

type Json = Record<string, unknown>;

/** Members of a block that hold blocks: results, pages that were fetched, parts of documents. */
const HOLDERS = ['source', 'content'] as const;

/** The marks of a block, of a list of them, and of the blocks within, which take marks as well. */
export function marksOf(value: unknown, path: readonly (string | number)[]): Mark[] {
  if (Array.isArray(value)) return value.flatMap((one, at) => marksOf(one, [...path, at]));
  if (!isJson(value)) return [];
  const { cache_control: mark } = value;
  const own = isJson(mark)
    ? [{ path: [...path, 'cache_control'].join('.'), type: mark['type'], ttl: mark['ttl'] }]
    : [];
  return [...HOLDERS.flatMap((name) => marksOf(value[name], [...path, name])), ...own];
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const MARKS_MAX = 4;
const TTLS: readonly unknown[] = [undefined, '5m', '1h'];

/**
 * Why the provider of Claude refuses the marks of a request, in its words; null when it does not.
 * @param marks in the order tools, system, messages
 */
export function marksFault(marks: readonly Mark[]): string | null {
  const odd = marks.find(({ type }) => type !== 'ephemeral');
  if (odd !== undefined) return `${odd.path}.type: Input should be 'ephemeral'`;
  const strange = marks.find(({ ttl }) => !TTLS.includes(ttl));
  if (strange !== undefined) return `${strange.path}.ttl: Input should be '5m' or '1h'`;
  if (marks.length > MARKS_MAX) {
    return `A maximum of ${MARKS_MAX} blocks with cache_control may be provided. Found ${marks.length}.`;
  }
  const short = marks.findIndex(({ ttl }) => ttl !== '1h');
  const late = short < 0 ? undefined : marks.slice(short).find(({ ttl }) => ttl === '1h');
  if (late === undefined) return null;
  return (
    `${late.path}.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' ` +
    'cache_control block. Note that blocks are processed in the following order: `tools`, `system`, `messages`.'
  );
}
