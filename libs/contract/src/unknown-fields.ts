import { isToolTrace } from './tool-traces.ts';

/**
 * The rule for what a target does not know; `ARCHITECTURE.md` has it in words. A field of a request
 * is one of four things:
 *
 * - a **hint**, which cannot change what an answer means or costs: it goes on where the wire of the
 *   target has it, else it is left out, and `X-Svc-Ignored` names it;
 * - an **extension** of the target's own wire, sent on that wire's own route: it goes on as it came
 *   when it costs tokens only;
 * - something **priced** apart from tokens: refused by its name, wherever it is;
 * - a **control**, which asks for another answer than the target can give: refused by its name.
 *
 * Parsers, planners, contracts and the documentation server read this file, so that they agree.
 */

/** Hints within the messages of a prompt, which only some wires can carry. */
export const PROMPT_HINTS = ['name', 'image_detail', 'phase'] as const;
/** One of {@link PROMPT_HINTS}. */
export type PromptHint = (typeof PROMPT_HINTS)[number];

/**
 * Hints of a caller that cannot change the meaning of an answer. A contract passes on the hints
 * that it supports; other hints are accepted and left out, which the model list shows as `ignored`.
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

/**
 * Hints that a route does not know as fields of its own, by their paths, and their one value where
 * others have a price.
 */
const UNKNOWN_HINTS: readonly { path: RegExp; value?: unknown }[] = [
  { path: /(?:^|\.)cache_control\.scope$/u },
  { path: /^metadata\.\w+$/u },
  { path: /^speed$/u, value: 'standard' },
  { path: /^inference_geo$/u, value: 'global' },
  // What becomes of reasoning that was signed behind another prompt; no other family binds it to
  // one.
  { path: /^thinking\.block_binding$/u },
  // Where a prompt that is kept anyway may be found again; OpenAI has it from GPT-5.6 on.
  { path: /\.prompt_cache_breakpoint$/u },
  { path: /^prompt_cache_options$/u },
];

/**
 * What clients write to a message, an item or a part that has no use for it: what a text is for,
 * who says it, how closely to look, ids and states of their own.
 */
const IDLE_HINT =
  /^(?:messages|input)\[\d+\](?:\.(?:content|output)\[\d+\])?\.(?:phase|name|id|detail|status)$/u;
/** A mark of the prompt where the routes of OpenAI's shapes know none. */
const STRAY_MARK = /(?:^|\.)cache_control$/u;

/** Names of hints at a turn of `/v1/messages`; Anthropic's own API refuses them. */
export const IDLE_OF_TURNS = ['phase', 'name', 'id', 'status'] as const;

/**
 * Whether an unknown field of chat completions or Responses is a hint that no wire can carry, so
 * that it never goes on.
 */
export function isIdleHint(path: string): boolean {
  return IDLE_HINT.test(path) || STRAY_MARK.test(path);
}

/**
 * Whether an unknown field cannot change what an answer means or costs, so that a target that
 * cannot carry it is asked without it.
 */
export function isHint(path: string, value: unknown): boolean {
  return (
    IDLE_HINT.test(path) ||
    isLeftByTool(path, value) ||
    UNKNOWN_HINTS.some(
      (hint) => hint.path.test(path) && (hint.value === undefined || hint.value === value),
    )
  );
}

/** Where a turn of the assistant has blocks, or a text its citations. */
const LEFT_BY_TOOL = /^messages\[\d+\]\.content\[\d+\]\.(?:type|citations)$/u;

/**
 * Whether an unknown field is what a tool of the provider's has left in an earlier answer, which
 * the provider that made the answer reads again, and whose texts say enough to all others.
 */
export function isLeftByTool(path: string, value: unknown): boolean {
  return LEFT_BY_TOOL.test(path) && isToolTrace(value);
}

/**
 * The types of Anthropic's tools that the caller runs: they cost the tokens of a prompt only,
 * whatever the date of their version.
 */
const CLIENT_TOOL = /^(bash|text_editor|memory|computer)_\d{8}$/u;
/**
 * The tokens that a tool of the caller adds to a prompt, at most: the published counts (bash 245,
 * text editor 700, computer 735 and the 499 of its instructions; none is published for memory), and
 * half as much again for tokenizers that count more.
 * @see https://docs.claude.com/en/docs/agents-and-tools/tool-use/overview#pricing
 */
const CLIENT_TOOL_TOKENS: Readonly<Record<string, number>> = {
  bash: 370,
  text_editor: 1_050,
  memory: 1_600,
  computer: 1_860,
};

/**
 * The tokens that a tool of Anthropic's which the caller runs adds to a prompt, at most; null for
 * any other type of tool.
 */
export function clientToolTokens(type: unknown): number | null {
  const name = typeof type === 'string' ? CLIENT_TOOL.exec(type)?.[1] : undefined;
  return name === undefined ? null : (CLIENT_TOOL_TOKENS[name] ?? null);
}

/**
 * Blocks whose making or reading costs more than their text, and what tools leave that a provider
 * runs.
 */
const PRICED_BLOCK =
  /^(?:document|container_upload|server_tool_use|mcp_[a-z_]+|[a-z_]+_tool_result)$/u;
/**
 * Types with a date are tools and edits of the provider's own; most are run by the provider and
 * billed for it.
 */
const DATED = /_\d{8}$/u;
/**
 * The times for which a kept prompt may have a price; the plan of a call compares each mark with
 * the price of the model.
 */
const PRICED_TTLS: readonly unknown[] = ['5m', '1h'];
/**
 * Words in the name of a field by which providers sell something beside tokens, multiply answers,
 * keep state, or fetch: an unknown field that has one of them passes nowhere. Providers have named
 * every such field so far by one of these words.
 */
const PRICED_WORDS: ReadonlySet<string> = new Set(
  (
    'speed tier priority fast turbo flex batch geo region residency mcp server servers container containers skill skills ' +
    'fallback fallbacks model models search fetch browse execution store storage retention persist background thread threads ' +
    'session conversation audio voice video modality modalities n candidates samples ttl file files url urls webhook agent agents vault'
  ).split(' '),
);
/**
 * Members that refer to something kept at the provider, where all our callers share one account.
 */
const REFERENCE = /_ids?$/u;
/** References that stay within one request. */
const OWN_REFERENCES: ReadonlySet<string> = new Set(['tool_use_id', 'tool_call_id', 'call_id']);
/** Members that hold data of the caller: their content enables nothing. */
const DATA: ReadonlySet<string> = new Set([
  'input',
  'input_schema',
  'input_examples',
  'schema',
  'parameters',
]);

/** Whether a member of a block or a tool holds data of the caller, and nothing that is read. */
export function isCallerData(name: string): boolean {
  return DATA.has(name);
}

/**
 * Why an unknown field may pass to no provider; null when it costs tokens only.
 * @param name of the field; null for a block or a tool as a whole
 * @param value of JSON, nested no deeper than a body may be
 * @returns the words behind the path of the field
 */
export function refusedExtension(name: string | null, value: unknown): string | null {
  return (name === null ? null : refusedName(name)) ?? refusedWithin(name, value);
}

/**
 * Why a field of this name, in whatever spelling, may pass to no provider; null when its name
 * concerns nothing but tokens.
 */
export function refusedName(name: string): string | null {
  const words = wordsOf(name);
  const spelled = words.join('_');
  if (REFERENCE.test(spelled) && !OWN_REFERENCES.has(spelled)) {
    return 'refers to something that is kept at the provider, and nothing is kept there for callers';
  }
  return words.some((word) => PRICED_WORDS.has(word)) ? 'has no price here' : null;
}

/**
 * The words of a name in lower case, whether underscores, hyphens or capitals part them:
 * `serviceTier` has the words of `service_tier`.
 */
export function wordsOf(name: string): string[] {
  return name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/gu, '_')
    .toLowerCase()
    .split(/[^a-z0-9]+/u)
    .filter((word) => word !== '');
}

function refusedWithin(name: string | null, value: unknown): string | null {
  if (name !== null && DATA.has(name)) return null;
  if (Array.isArray(value)) return firstOf(value.map((item) => [null, item]));
  if (!isFields(value)) return null;
  const { type, ttl } = value;
  const isClientTool = clientToolTokens(type) !== null;
  if (typeof type === 'string' && !isClientTool && (PRICED_BLOCK.test(type) || DATED.test(type))) {
    return `cannot hold ${type}, which has no price here`;
  }
  if (type === 'ephemeral' && (ttl ?? null) !== null && !PRICED_TTLS.includes(ttl)) {
    return `can be kept for ${PRICED_TTLS.join(' or ')} only: another time has no price here`;
  }
  const isMark = type === 'ephemeral';
  return firstOf(Object.entries(value).filter(([member]) => !(isMark && member === 'ttl')));
}

function firstOf(
  members: readonly (readonly [name: string | null, value: unknown])[],
): string | null {
  for (const [name, value] of members) {
    const words = value === null ? null : refusedMember(name, value);
    if (words !== null) return words;
  }
  return null;
}

function refusedMember(name: string | null, value: unknown): string | null {
  const words = name === null ? null : refusedName(name);
  return words === null ? refusedWithin(name, value) : `cannot hold ${name}, which ${words}`;
}

/**
 * The longest value of `X-Svc-Ignored`, in characters; proxies refuse answers with long headers.
 */
const IGNORED_CHARACTERS_MAX = 1_000;
/** The longest path within it, in characters. */
const PATH_CHARACTERS_MAX = 120;
/** Room for the number of paths that the header has no room for, in characters. */
const REST_CHARACTERS = 16;
/**
 * Names of fields come from callers, and a header holds neither line breaks nor commas within a
 * path.
 */
const UNFIT_FOR_HEADERS = /[^\w.[\]-]/gu;

/**
 * The value of `X-Svc-Ignored`: paths of fields, separated by commas, the first of each kind before
 * further ones of its kind, and the number of paths for which there is no room, as `12 more`.
 * @param paths of fields that carried a value and did not go to the provider, such as
 *   `messages[0].name`
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

/**
 * The first path of each kind, then the others: a long conversation repeats one hint in each
 * message.
 */
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
 * The paths of members that carry a value in one document and are absent from another document of
 * the same shape. Null, empty lists and empty objects carry none.
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
