import { byteTokens } from './byte-tokens.ts';

const LETTER = 1;
const CAPITAL = 2;
const SPACE = 3;
const OTHER = 4;

/** Class of each ASCII character. */
const CLASSES = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code >= 97 && code <= 122) return LETTER;
  if (code >= 65 && code <= 90) return CAPITAL;
  return code === 32 ? SPACE : OTHER;
});

/**
 * Three letters in random order make at most two tokens, but for one such word in some hundred,
 * which makes three. The margin bears five of them among twenty-five words: of 1,500 seeds one has
 * met four.
 */
const MARGIN = 1.1;
/** Three letters in random order make at most two tokens. */
const THIRDS_OF_LETTER = 2;
const THIRDS = 3;
/** Spaces of one run that share a token. */
const SPACES = 16;

/**
 * The most tokens that a tokenizer makes of a text, by classes of characters: letters as if they
 * were in no order, so plain English comes out at two to three times its true count; every digit,
 * mark and control character by itself; everything beyond ASCII by its bytes. For charges where the
 * provider reported no count: no text that a model may deliver, in any script, counts more.
 * @returns whole tokens, 0 for the empty text
 */
export function tokensAtMost(text: string): number {
  let tokens = 0;
  let letters = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const kind = CLASSES[code];
    if (kind === undefined) {
      tokens += byteTokens(code);
      at += 1;
      continue;
    }
    const end = kind === OTHER ? at + 1 : endOfRun(text, at, kind);
    if (kind === SPACE) tokens += tokensOfSpaces(text, at, end);
    else if (kind === OTHER) tokens += 1;
    else letters += tokensOfLetters(end - at);
    at = end;
  }
  return tokens + Math.floor(letters * MARGIN);
}

function endOfRun(text: string, start: number, kind: number): number {
  let end = start + 1;
  while (end < text.length && CLASSES[text.charCodeAt(end)] === kind) end += 1;
  return end;
}

/** A single space shares the token of the letters behind it. */
function tokensOfSpaces(text: string, start: number, end: number): number {
  const next = CLASSES[text.charCodeAt(end)];
  const isFree = end === start + 1 && (next === LETTER || next === CAPITAL);
  return isFree ? 0 : 1 + Math.floor((end - start) / SPACES);
}

function tokensOfLetters(length: number): number {
  return Math.ceil((length * THIRDS_OF_LETTER) / THIRDS);
}
