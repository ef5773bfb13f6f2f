import { countText } from './count-text.ts';
import { isCommonWord, isLikeAWord } from './plain-words.ts';
import { tokensAtMost } from './tokens-at-most.ts';

/**
 * The least words of a prose, the share of them that has to be common, and the share that may look
 * like no word.
 */
const WORDS_MIN = 6;
const COMMON_SHARE = 0.15;
const STRANGE_SHARE = 0.1;
/** A longer word is an identifier or a code. */
const WORD_LETTERS_MAX = 20;
/** Two letters in any order are one token, or two of a few. */
const SYMBOL_LETTERS = 2;

/** A blank and what follows it up to the next. */
const RUN = /([ \t\n\r]*)([^ \t\n\r]+)/gu;
const LETTERS = '[a-zß-öø-ÿ]+|[A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ]*|[A-Z]{2,4}|[а-яё]+|[А-ЯЁ][а-яё]*';
/**
 * Words of one case or with a capital, joined by a mark such as a hyphen or an apostrophe, or by
 * the end of a sentence without a blank, with the marks of a sentence around them. Each mark
 * counts, so that no tokenizer makes more of such a run than of its words apart.
 */
const WORDS = new RegExp(
  `^["'“‘„«¿¡(*_#>\`]{0,3}(?:${LETTERS})(?:[-'’/—–:.](?:${LETTERS}))*["'”’»)*_.,;:!?…\`]{0,4}$`,
  'u',
);
const ABBREVIATION = /^[(*]{0,2}(?:[A-Za-z]\.){1,4}[):,;*]{0,2}$/u;
const NUMBER =
  /^[(*$€£#~]{0,3}\d{1,4}(?:[.,:]\d{1,3}){0,3}(?:%|°[CF]?|[a-z]{1,2})?[).,;:!?*]{0,3}$/u;
const WORD = /\p{L}+/gu;
const ASCII_LETTER_OR_DIGIT = /[a-z0-9]/iu;

/** The tokens of a text, apart for what is prose and what is not. */
export interface DeliveredCount {
  /**
   * By the count that is usual for prose; for prose in Latin letters between 0.95 and 1.3 times
   * what providers count.
   */
  prose: number;
  /** The most that a tokenizer can have made of all else. */
  other: number;
}

/**
 * Counts a text that a provider has made and not counted. Prose has common words of its language;
 * in it each word that looks like one counts as usual. Whatever is no word, number or mark of a
 * sentence (codes, identifiers, markup, letters in no order, other scripts) counts at the most that
 * a tokenizer makes of it, and so does all of a text that is no prose: nobody gets such text for
 * less than the provider counts by stopping it.
 * @param digits how many digits share a token
 */
export function countDelivered(text: string, digits: 1 | 3): DeliveredCount {
  if (!isProse(text)) return { prose: 0, other: atMost(text, digits) };
  let prose = '';
  let other = 0;
  let end = 0;
  for (const { 0: whole, 1: blanks = '', 2: run = '', index } of text.matchAll(RUN)) {
    end = index + whole.length;
    if (isOfProse(run)) prose += blanks + run;
    else other += atMost(blanks + run, digits);
  }
  prose += text.slice(end);
  return { prose: countText(prose, digits).usual, other };
}

/** Whether enough words of a text are common in a language that we know, and few look like none. */
function isProse(text: string): boolean {
  let words = 0;
  let common = 0;
  let strange = 0;
  for (const [word] of text.toLowerCase().matchAll(WORD)) {
    words += 1;
    if (isCommonWord(word)) common += 1;
    else if (!isPlain(word)) strange += 1;
  }
  return words >= WORDS_MIN && common >= words * COMMON_SHARE && strange <= words * STRANGE_SHARE;
}

function isOfProse(run: string): boolean {
  if (NUMBER.test(run) || ABBREVIATION.test(run)) return true;
  if (!WORDS.test(run)) return false;
  for (const [word] of run.toLowerCase().matchAll(WORD)) {
    if (!isPlain(word)) return false;
  }
  return true;
}

function isPlain(word: string): boolean {
  if (word.length > WORD_LETTERS_MAX) return false;
  return word.length <= SYMBOL_LETTERS || isCommonWord(word) || isLikeAWord(word);
}

/**
 * Text without letters and digits of ASCII costs no more than the bound of a prompt, which knows
 * marks and other alphabets.
 */
function atMost(text: string, digits: 1 | 3): number {
  const most = tokensAtMost(text);
  if (ASCII_LETTER_OR_DIGIT.test(text)) return most;
  return Math.min(most, Math.ceil(countText(text, digits).bound));
}
