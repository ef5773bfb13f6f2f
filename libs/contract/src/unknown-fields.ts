/**
 * The rule for what a target does not know; `ARCHITECTURE.md` has it in words. A field of a request is one of four things:
 *
 * - a **hint**, which cannot change what an answer means or costs: it goes on where the wire of the target has it, else it is left out,
 *   and `X-Svc-Ignored` names it;
 * - an **extension** of the target's own wire, sent on that wire's own route: it goes on as it came when it costs tokens only;
 * - something **priced** apart from tokens: refused by its name, wherever it stands;
 * - a **control**, which asks for another answer than the target can give: refused by its name.
 *
 * Parsers, planners, contracts and the documentation server read this file, so that they agree.
 */

/** Hints within the messages of a prompt, which only some wires have a place for. */
export const PROMPT_HINTS = ['name', 'image_detail', 'phase'] as const;
/** One of {@link PROMPT_HINTS}. */
export type PromptHint = (typeof PROMPT_HINTS)[number];

/**
 * Hints of a caller that cannot change the meaning of an answer. A contract passes on the hints that it supports; other hints are
 * accepted and left out, which the model list shows as `ignored`.
 */
export const HINT_PARAMETERS = [
  'verbosity',
  'reasoning_summary',
  'cache_control',
  'prompt_cache_key',
  'prompt_cache_retention',
  'safety_identifier',
  'service_tier',
  'store',
  'metadata',
  'client_metadata',
  'user',
  ...PROMPT_HINTS,
] as const;

type Fields = Readonly<Record<string, unknown>>;

/** The longest value of `X-Svc-Ignored`, in characters; proxies refuse answers with long headers. */
const IGNORED_CHARACTERS_MAX = 1_000;
/** The longest path within it, in characters. */
const PATH_CHARACTERS_MAX = 120;
/** Room for the number of paths that the header has no room for, in characters. */
const REST_CHARACTERS = 16;
/** Names of fields come from callers, and a header holds neither line breaks nor commas within a path. */
const UNFIT_FOR_HEADERS = /[^\w.[\]-]/gu;

/**
 * The value of `X-Svc-Ignored`: paths of fields, separated by commas, the first of each kind before further ones of its kind, and the number of paths
 * for which there is no room, as `12 more`.
 * @param paths of fields that carried a value and did not go to the provider, such as `messages[0].name`
 * @returns null when nothing was left out
 */
export function ignoredHeader(paths: readonly string[]): string | null {
  const fields = [...new Set(firstOfKinds(paths))].map((path) =>
    path.slice(0, PATH_CHARACTERS_MAX).replaceAll(UNFIT_FOR_HEADERS, '?'),
  );
  if (fields.length === 0) return null;
  let text = '';
  for (const [at, field] of fields.entries()) {
    const longer = text === '' ? field : `${text}, ${field}`;
    if (longer.length > IGNORED_CHARACTERS_MAX - REST_CHARACTERS) {
      return `${text}, ${fields.length - at} more`;
    }
    text = longer;
  }
  return text;
}

/** The first path of each kind, then the others: a long conversation repeats one hint in each message. */
function firstOfKinds(paths: readonly string[]): string[] {
  const seen = new Set<string>();
  const first: string[] = [];
  const others: string[] = [];
  for (const path of paths) {
    const kind = path.replaceAll(/\[\d+\]/gu, '[]');
    (seen.has(kind) ? others : first).push(path);
    seen.add(kind);
  }
  return [...first, ...others];
}

/**
 * The paths of members that carry a value in one document and are absent from another document of the same shape. Null, empty lists and
 * empty objects carry none.
 * @param asked of JSON, nested no deeper than a body may be
 */
export function fieldsLeftOut(asked: unknown, sent: unknown, path = ''): string[] {
  if (asked === sent) return [];
  if (Array.isArray(asked)) {
    const items: readonly unknown[] = asked;
    const kept: readonly unknown[] = Array.isArray(sent) ? sent : [];
    return items.flatMap((item, at) => fieldsLeftOut(item, kept[at], `${path}[${at}]`));
  }
  if (!isFields(asked) || !isFields(sent)) return [];
  return Object.entries(asked).flatMap(([name, value]) => {
    const here = path === '' ? name : `${path}.${name}`;
    if (Object.hasOwn(sent, name)) return fieldsLeftOut(value, sent[name], here);
    return carriesNothing(value) ? [] : [here];
  });
}

function carriesNothing(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
