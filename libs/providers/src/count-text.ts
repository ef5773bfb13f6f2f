const UPPER = 1;
const LOWER = 2;
const DIGIT = 3;
const SPACE = 4;
const PUNCTUATION = 5;

/** Class of each ASCII character. */
const CLASSES = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code >= 65 && code <= 90) return UPPER;
  if (code >= 97 && code <= 122) return LOWER;
  if (code >= 48 && code <= 57) return DIGIT;
  return code <= 32 ? SPACE : PUNCTUATION;
});

/** Letters of a word that share its first token, and each further one. */
const FIRST_LETTERS = 8;
const NEXT_LETTERS = 4;
/** A longer run of letters is no word of a language but an identifier or a code. */
const WORD_LETTERS_MAX = 20;
const CODE_LETTERS = 2;
const CAPITAL_LETTERS = 3;
const PUNCTUATION_MARKS = 2;
const BLANKS = 16;
/** Tokens of one UTF-16 unit beyond ASCII, by the end of its range. */
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
 * An upper bound of the tokens of a text, by the classes of its characters. One pass, no tokenizer: words of
 * up to eight letters are one token, longer ones and runs without blanks more, marks come in pairs.
 * @param digits how many digits share a token
 */
export function countText(text: string, digits: 1 | 3): number {
  let tokens = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code >= 128) {
      tokens += tokensOfUnit(code);
      at += 1;
      continue;
    }
    const end = endOfRun(text, at);
    tokens += tokensOfRun(text, at, { length: end - at, digits });
    at = end;
  }
  return tokens;
}

/** Where the run of one class ends; a capital may begin a word. */
function endOfRun(text: string, start: number): number {
  const first = CLASSES[text.charCodeAt(start)] ?? 0;
  let end = start + 1;
  let kind = CLASSES[text.charCodeAt(end)] ?? 0;
  const isWord = first === LOWER || (first === UPPER && kind === LOWER);
  const wanted = isWord ? LOWER : first;
  while (end < text.length && kind === wanted) {
    end += 1;
    kind = CLASSES[text.charCodeAt(end)] ?? 0;
  }
  return end;
}

function tokensOfRun(
  text: string,
  start: number,
  { length, digits }: { length: number; digits: 1 | 3 },
): number {
  switch (CLASSES[text.charCodeAt(start)] ?? PUNCTUATION) {
    case LOWER:
      return tokensOfWord(length);
    case UPPER: {
      const isWord = length > 1 && CLASSES[text.charCodeAt(start + 1)] === LOWER;
      return isWord ? tokensOfWord(length) : Math.ceil(length / CAPITAL_LETTERS);
    }
    case DIGIT:
      return Math.ceil(length / digits);
    case SPACE:
      return tokensOfBlanks(text, start, length);
    default:
      return Math.ceil(length / PUNCTUATION_MARKS);
  }
}

function tokensOfWord(length: number): number {
  if (length <= FIRST_LETTERS) return 1;
  if (length > WORD_LETTERS_MAX) return Math.ceil(length / CODE_LETTERS);
  return 1 + Math.ceil((length - FIRST_LETTERS) / NEXT_LETTERS);
}

/** One blank belongs to the word after it; digits take none. */
function tokensOfBlanks(text: string, start: number, length: number): number {
  const isOne = length === 1 && text[start] === ' ';
  const isFree = isOne && CLASSES[text.charCodeAt(start + 1)] !== DIGIT;
  return isFree ? 0 : 1 + Math.floor(length / BLANKS);
}

function tokensOfUnit(code: number): number {
  for (const [end, tokens] of SCRIPTS) if (code < end) return tokens;
  return 2;
}
