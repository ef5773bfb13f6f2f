import { byteTokens } from './byte-tokens.ts';

const UPPER = 1;
const LOWER = 2;
const DIGIT = 3;
const BLANK = 4;
const PUNCTUATION = 5;
const CONTROL = 6;

const ASCII_END = 128;
const BLANKS_OF_TEXT = ' \t\n';

const UNITS = 0x10000;
/** Class of each UTF-16 unit; none beyond ASCII. */
const CLASSES = Uint8Array.from({ length: UNITS }, (_, code) => {
  if (code >= ASCII_END) return 0;
  if (code >= 65 && code <= 90) return UPPER;
  if (code >= 97 && code <= 122) return LOWER;
  if (code >= 48 && code <= 57) return DIGIT;
  if (BLANKS_OF_TEXT.includes(String.fromCharCode(code))) return BLANK;
  return code < 32 || code === 127 ? CONTROL : PUNCTUATION;
});

const SMALL_A = 0x61;
const SMALL_Z = 0x7a;
const SPACE = 0x20;
const LINE_BREAK = 0x0a;

/** The letters of a word that share its first token, and that share each further token. */
const FIRST_LETTERS = 8;
const NEXT_LETTERS = 4;
/**
 * A longer run of letters is no word of a language but an identifier or a code: three letters make
 * two tokens.
 */
const WORD_LETTERS_MAX = 20;
const CODE_TOKENS = 2;
const CODE_LETTERS = 3;
/** Capitals of an abbreviation; in a longer run two share a token. */
const ABBREVIATION_LETTERS = 3;
const CAPITAL_LETTERS = 2;
/**
 * The extra cost of letters or digits that touch others without a blank, as in names and in base64.
 */
const JOINED_TOKENS = 0.5;
/**
 * Up to this length two marks share a token; in a longer run each mark that differs from the one
 * before counts.
 */
const PUNCTUATION_MARKS = 2;
const MARKS_IN_PAIRS = 6;
/** Equal blanks that share a token. */
const BLANKS = 16;

/** The usual tokens for each UTF-16 unit beyond ASCII, by the last code of its range. */
const SCRIPTS: readonly [end: number, tokens: number][] = [
  [0x0250, 0.75],
  [0x0600, 0.6],
  [0x2000, 1.5],
  [0x2e80, 1.5],
  [0xd800, 1.3],
  [0xe000, 2],
  [0x10000, 1.5],
];
/**
 * Letters and marks that every tokenizer knows: a token each, wherever they are. All others count
 * by their bytes.
 */
const ONE_TOKEN =
  'àáâãäåæçèéêëìíîïñòóôõöøùúûüýß–—‘’“”•…абвгдежзийклмнопрстуфхцчшщъыьэюяαβγδεηθικλμνοπρςστυφχω' +
  'あいうえおかがきくけこごさざしじすせそただちっつてでとどなにのはばまみめもやよらりるれろわをん、。「」（），：';
/** For each UTF-16 unit its usual tokens and its most tokens. */
const USUAL = Float32Array.from(
  { length: UNITS },
  (_, code) => SCRIPTS.find(([end]) => code < end)?.[1] ?? 1,
);
const BOUND = Uint8Array.from({ length: UNITS }, (_, code) => byteTokens(code));
for (const character of ONE_TOKEN) BOUND[character.charCodeAt(0)] = 1;

/**
 * Texts up to this length, in UTF-16 units, are read through an array that stays: it grows to the
 * longest of them.
 */
const KEPT_UNITS_MAX = 1_048_576;
const KEPT_UNITS_AT_FIRST = 65_536;
/** Behind the last unit of a text: of no class, and equal to no unit that is looked for. */
const END = 0xff_ff;
let kept = roomFor(KEPT_UNITS_AT_FIRST);

/** The tokens of a text, as three counts, each at least as high as the one before. */
export interface TextTokens {
  /** The most tokens of text that people write. */
  usual: number;
  /** The most tokens of any text, apart from words that no language has. */
  bound: number;
  /** The bytes in UTF-8, which no count of tokens exceeds. */
  bytes: number;
}

/**
 * Counts a text by the classes of its characters. One pass, no tokenizer: words of up to eight
 * letters are one token, longer ones and runs without blanks more, marks come in pairs; blanks of
 * different kinds, control characters and whatever is neither ASCII nor a common letter count by
 * their bytes.
 * @param digits how many digits share a token
 */
export function countText(text: string, digits: 1 | 3): TextTokens {
  let ascii = 0;
  let usual = 0;
  let bound = 0;
  let bytes = text.length;
  let isJoined = false;
  let at = 0;
  const { length } = text;
  const units = unitsOf(text);
  while (at < length) {
    const code = units[at] as number;
    if (code >= SMALL_A && code <= SMALL_Z) {
      const end = endOfLower(units, at);
      ascii += tokensOfWord(end - at) + (isJoined ? JOINED_TOKENS : 0);
      isJoined = true;
      at = end;
      continue;
    }
    if (code === SPACE && isBeforeWord(units, at + 1)) {
      isJoined = false;
      at += 1;
      continue;
    }
    if (code >= ASCII_END) {
      usual += weightOf(USUAL, code);
      bound += weightOf(BOUND, code);
      bytes += byteTokens(code) - 1;
      isJoined = false;
      at += 1;
      continue;
    }
    const kind = kindAt(units, at);
    const end = endOfRun(units, at, kind);
    ascii += kind === DIGIT ? Math.ceil((end - at) / digits) : tokensOfRun(units, at, end);
    const isWord = kind <= DIGIT;
    if (isWord && isJoined) ascii += JOINED_TOKENS;
    isJoined = isWord;
    at = end;
  }
  return { usual: ascii + usual, bound: ascii + Math.max(usual, bound), bytes };
}

/** The units of a text and the end behind them. An array is read twice as fast as a string. */
function unitsOf(text: string): Uint16Array {
  const { length } = text;
  if (length >= kept.units.length && length <= KEPT_UNITS_MAX) {
    kept = roomFor(Math.min(2 * length, KEPT_UNITS_MAX));
  }
  const { units, bytes } = length < kept.units.length ? kept : roomFor(length);
  bytes.write(text, 'utf16le');
  units[length] = END;
  return units;
}

/** An array for a text of so many units and its end, and the same memory as bytes. */
function roomFor(length: number): { units: Uint16Array; bytes: Buffer } {
  const units = new Uint16Array(length + 1);
  return { units, bytes: Buffer.from(units.buffer) };
}

function weightOf(weights: Float32Array | Uint8Array, code: number): number {
  return weights[code] ?? 0;
}

/** Apart from the others, because most of a text is small letters. */
function endOfLower(units: Uint16Array, start: number): number {
  let end = start + 1;
  for (;;) {
    const code = units[end] as number;
    if (code < SMALL_A || code > SMALL_Z) return end;
    end += 1;
  }
}

/** Most blanks are one space before a word, and belong to the word. */
function isBeforeWord(units: Uint16Array, at: number): boolean {
  const kind = kindAt(units, at);
  return kind === LOWER || kind === UPPER;
}

/**
 * Where a run ends: of one class, of blanks of one kind, a control character by itself; a capital
 * may begin a word.
 */
function endOfRun(units: Uint16Array, start: number, kind: number): number {
  const end = start + 1;
  if (kind === CONTROL) return end;
  if (kind === BLANK) return endOfEqual(units, start);
  if (kind === UPPER && kindAt(units, end) === LOWER) return endOfLower(units, end);
  return endOfKind(units, end, kind);
}

function endOfKind(units: Uint16Array, start: number, kind: number): number {
  let end = start;
  while (kindAt(units, end) === kind) end += 1;
  return end;
}

function endOfEqual(units: Uint16Array, start: number): number {
  const blank = units[start];
  let end = start + 1;
  while (units[end] === blank) end += 1;
  return end;
}

/** The class of a unit; none at the end of the text. */
function kindAt(units: Uint16Array, at: number): number {
  return CLASSES[units[at] as number] as number;
}

function tokensOfRun(units: Uint16Array, start: number, end: number): number {
  switch (kindAt(units, start)) {
    case UPPER: {
      const isWord = end > start + 1 && kindAt(units, start + 1) === LOWER;
      return isWord ? tokensOfWord(end - start) : tokensOfCapitals(end - start);
    }
    case BLANK:
      return tokensOfBlanks(units, start, end);
    case PUNCTUATION:
      return tokensOfMarks(units, start, end);
    default:
      return 1;
  }
}

function tokensOfWord(length: number): number {
  if (length <= FIRST_LETTERS) return 1;
  return length > WORD_LETTERS_MAX
    ? tokensOfCode(length)
    : 1 + Math.ceil((length - FIRST_LETTERS) / NEXT_LETTERS);
}

function tokensOfCapitals(length: number): number {
  if (length <= ABBREVIATION_LETTERS) return 1;
  return length > WORD_LETTERS_MAX ? tokensOfCode(length) : Math.ceil(length / CAPITAL_LETTERS);
}

function tokensOfCode(length: number): number {
  return Math.ceil((length * CODE_TOKENS) / CODE_LETTERS);
}

/**
 * One space belongs to the word or the mark after it, digits take none; an indent belongs to the
 * break before it.
 */
function tokensOfBlanks(units: Uint16Array, start: number, end: number): number {
  const next = kindAt(units, end);
  const isOne = end === start + 1 && units[start] === SPACE;
  const isFree = (isOne && next !== DIGIT && next !== BLANK) || units[start - 1] === LINE_BREAK;
  const last = !isOne && next === DIGIT ? 1 : 0;
  return (isFree ? 0 : 1) + last + Math.floor((end - start) / BLANKS);
}

function tokensOfMarks(units: Uint16Array, start: number, end: number): number {
  const pairs = Math.ceil((end - start) / PUNCTUATION_MARKS);
  if (end - start <= MARKS_IN_PAIRS) return pairs;
  let different = 1;
  for (let at = start + 1; at < end; at += 1) {
    if (units[at] !== units[at - 1]) different += 1;
  }
  return Math.max(pairs, different);
}
