import { isDecisive, isOwnField, mayBeExtra } from './extra-parameters.ts';
import { nearName } from './near-name.ts';
import { RESPONSE_ITEMS } from './response-items.ts';
import { refusedName, wordsOf } from './unknown-fields.ts';

/**
 * Which unknown fields of chat completions and Responses may go as they came to a provider of the
 * same wire: those that cost tokens only. All others are refused by their names. The rule is that
 * of `unknown-fields.ts`, in the words of OpenAI and of hosts that speak its wire.
 */

/** The most unknown fields of one request. */
export const EXTENSIONS_MAX = 2_000;
/** The most different names among them. */
export const EXTENSION_NAMES_MAX = 64;

/**
 * Names that read like what is refused below or like mistyped ones, and cost tokens only: OpenAI's
 * reference says so.
 * @see https://developers.openai.com/api/docs/guides/prompt-caching
 * @see https://developers.openai.com/api/reference/resources/responses/methods/create
 */
const DOCUMENTED: ReadonlySet<string> = new Set([
  'prompt_cache_breakpoint',
  'prompt_cache_options',
  'caller',
]);
/**
 * Words in the name of a field by which OpenAI, and hosts that speak its wire, sell something
 * beside the tokens of one answer, keep state, or choose who answers.
 */
const WORDS: ReadonlySet<string> = new Set(
  (
    'prediction predictions predicted moderation moderate prewarm warm warmup pro generations completions choices attempts retries budget functions plugin body previous state stateful ' +
    'stored cached callback callbacks code interpreter computer image images picture pictures generation connector connectors assistant assistants vector hosted external web online retrieval rag ' +
    'knowledge grounding tokens token limit limits ceiling quota streaming streamed citations compaction compact summarize proto constructor prototype'
  ).split(' '),
);
/**
 * Types of parts that every route knows by another name, or does not take: their refusals say what
 * to send.
 */
const PART_WORDS: ReadonlySet<string> = new Set(
  'text image file document audio video media tool thinking reasoning refusal summary'.split(' '),
);
/**
 * Words in the types of items that a provider makes when it has run something, or that refer to
 * what it keeps.
 */
const ITEM_WORDS: ReadonlySet<string> = new Set(
  'call output reference approval program agent request response'.split(' '),
);
const ITEM_TYPES = Object.keys(RESPONSE_ITEMS);
const NAME = /^[a-z][a-z0-9_]{0,63}$/u;
/** Members that hold data of the caller: their content enables nothing. */
const DATA = /(?:^|_)(?:schema|examples)$/u;

/**
 * The mode of reasoning. No document says that what `pro` spends stays within the ceiling of the
 * answer, of which a hold is made.
 */
const MODE = 'reasoning.mode';

/**
 * What a refusal says behind the path of a field that is known and has a price of its own; null for
 * all others.
 */
export function pricedWords(path: string): string | null {
  return path === MODE
    ? 'can only be "standard": "pro" has no price here. Leave it out and raise reasoning.effort, or ask a model of a Pro line.'
    : null;
}

/**
 * Whether an unknown member of an object may go on as it came.
 * @param path in the request, such as `messages[0].content[1].prompt_cache_breakpoint`
 * @param value of JSON, nested no deeper than a body may be
 */
export function mayExtend(path: string, value: unknown): boolean {
  const name = path.slice(path.lastIndexOf('.') + 1);
  if (path === MODE) return value === 'standard';
  const isNamed = DOCUMENTED.has(name) || (mayBeExtra(name) && !isPriced(name));
  const isData = path !== name && DATA.test(name);
  return isNamed && (isData || isPlain(value));
}

/** Whether a name is a mistyped one of the members that its object may have. */
export function isMistyped(name: string, known: readonly string[]): boolean {
  return !DOCUMENTED.has(name) && nearName(name, known) !== undefined;
}

/**
 * Whether a part of content, or an item of the input, whose type nobody here knows may go on as it
 * came.
 */
export function mayStand(kind: 'part' | 'item', value: Readonly<Record<string, unknown>>): boolean {
  const { type, ...members } = value;
  if (typeof type !== 'string' || !NAME.test(type) || isPriced(type)) return false;
  if (hasWord(type, kind === 'part' ? PART_WORDS : ITEM_WORDS)) return false;
  if (kind === 'item' && nearName(type, ITEM_TYPES) !== undefined) return false;
  return isPlain(members);
}

/** Whether nothing within a value has a name or a type that is priced apart from tokens. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, member]) => {
    if (name === 'type' && typeof member === 'string') return !isPriced(member);
    if (DATA.test(name)) return true;
    return !isPriced(name) && isPlain(member);
  });
}

function isPriced(name: string): boolean {
  return (
    !DOCUMENTED.has(name) &&
    (refusedName(name) !== null || isDecisive(name) || isOwnField(name) || hasWord(name, WORDS))
  );
}

function hasWord(name: string, words: ReadonlySet<string>): boolean {
  return wordsOf(name).some((word) => words.has(word));
}
