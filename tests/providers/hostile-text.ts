import type { Random } from '../support/random.ts';

/** A way to write text that costs more tokens than its length tells. */
export interface TextClass {
  name: string;
  /** So many UTF-16 units, or a few more. */
  write(random: Random, units: number): string;
}

/** Where characters stand; the planes that are left out have nothing of their own kind. */
const RANGES = [
  [0, 0x1ffff],
  [0xe0000, 0xe01ff],
  [0xf0000, 0xf00ff],
] as const;
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';
const BASE64 = `${UPPER}${LOWER}${DIGITS}+/`;
const MARKS = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
const BLANKS = ' \t\n\v\f\r\u0085\u00a0\u2002\u2003\u2009\u200a\u2028\u2029\u202f\u205f\u3000';
const EMOJI = ['👩', '👨', '👧', '🏽', '🏳️', '🌈', '❤️', '🔥', '🧑', '💻', '🫱', '🇪🇹', '🇳🇵'];
const ZERO_WIDTH_JOINER = '\u200d';

/**
 * General categories of Unicode, surrogates apart; what is not assigned stands for what a tokenizer
 * never saw.
 */
const CATEGORIES =
  'Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Co Cn'.split(
    ' ',
  );
const SCRIPTS = (
  'Arabic Armenian Bengali Cherokee Cyrillic Devanagari Ethiopic Georgian Greek Han Hangul Hebrew Hiragana ' +
  'Katakana Khmer Lao Mongolian Myanmar Runic Sinhala Syriac Tamil Thai Tibetan Yi'
).split(' ');

function writeOf(characters: readonly string[]): TextClass['write'] {
  return (random, units) => {
    let text = '';
    while (text.length < units) text += random.pick(characters);
    return text;
  };
}

function ofAlphabet(name: string, characters: string): TextClass {
  return { name, write: writeOf(Array.from(characters)) };
}

/** Every character with a property of Unicode. */
function ofProperty(property: string): TextClass {
  const pattern = new RegExp(`^\\p{${property}}$`, 'u');
  const characters: string[] = [];
  for (const [first, last] of RANGES) {
    for (let code = first; code <= last; code += 1) {
      const character = String.fromCodePoint(code);
      if (pattern.test(character)) characters.push(character);
    }
  }
  return { name: property, write: writeOf(characters) };
}

/** One character again and again, of those that a class has. */
function repeated(one: TextClass): TextClass {
  const write: TextClass['write'] = (random, units) => {
    const [character = ''] = Array.from(one.write(random, 1));
    return character.repeat(Math.ceil(units / character.length));
  };
  return { name: `${one.name}, one of them repeated`, write };
}

/** Pieces with something between them. */
function joined(name: string, piece: (random: Random) => string, between = ''): TextClass {
  const write: TextClass['write'] = (random, units) => {
    const pieces: string[] = [];
    for (let length = 0; length < units; length += (pieces.at(-1) ?? '').length + between.length) {
      pieces.push(piece(random));
    }
    return pieces.join(between);
  };
  return { name, write };
}

const letters = (alphabet: string, count: number) => (random: Random) =>
  Array.from({ length: count }, () => alphabet[random.between(0, alphabet.length - 1)]).join('');
const syllables = (random: Random) =>
  Array.from(
    { length: 4 },
    () => letters('bcdfghjklmnprstvwz', 1)(random) + letters('aeiou', 1)(random),
  ).join('');
const family = (random: Random) =>
  [random.pick(EMOJI), random.pick(EMOJI), random.pick(EMOJI)].join(ZERO_WIDTH_JOINER);
const NAMES = [
  'index',
  'value',
  'item',
  'total',
  'node',
  'next',
  'getElementById',
  'isReady',
  'key',
];
const statement = (random: Random) =>
  `if(${random.pick(NAMES)}[${letters(DIGITS, 3)(random)}]!==${random.pick(NAMES)}){--${random.pick(NAMES)};}`;

const ofUnicode = [
  ...CATEGORIES.map((category) => ofProperty(`gc=${category}`)),
  ...SCRIPTS.map((script) => ofProperty(`Script=${script}`)),
];
const ofAscii = [
  ofAlphabet('blanks of all kinds', BLANKS),
  ofAlphabet('blanks of ASCII', ' \t\n\r'),
  ofAlphabet('control characters of ASCII', '\u0001\u0002\u0003\u0004\u0005\u0006\u0007\u001b'),
  ofAlphabet('digits', DIGITS),
  ofAlphabet('digits and blanks', `${DIGITS} `),
  ofAlphabet('marks', MARKS),
  ofAlphabet('marks and blanks', `${MARKS}   \n\t`),
  ofAlphabet('base64', BASE64),
  ofAlphabet('hexadecimal', `${DIGITS}abcdef`),
  ofAlphabet('capitals', UPPER),
  ofAlphabet('ASCII', Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).join('')),
];
const ofPieces = [
  joined('emoji with joiners', family),
  joined('code', statement, '\n  '),
  joined('letters with combining marks', (random) => `${letters(LOWER, 1)(random)}\u0301\u0323`),
  joined(
    'letters and digits in turn',
    (random) => letters(LOWER, 1)(random) + random.between(0, 9),
  ),
  joined('single letters', letters(LOWER, 1), ' '),
];

/** Classes of text whose cost is seen from the characters alone. */
export const SEEN: readonly TextClass[] = [
  ...ofUnicode,
  ...ofUnicode.map(repeated),
  ...ofAscii,
  ...ofAscii.map(repeated),
  ...ofPieces,
];

/** Words that no language has: only a tokenizer tells them from those that one has. */
export const UNSEEN: readonly TextClass[] = [
  ofAlphabet('letters without blanks', LOWER),
  joined('words of three random letters', letters(LOWER, 3), ' '),
  joined('words of eight random letters', letters(LOWER, 8), ' '),
  joined('words of twelve random letters', letters(LOWER, 12), ' '),
  joined('words of three random letters between dots', letters(LOWER, 3), '.'),
  joined('words of eight random letters between colons', letters(LOWER, 8), ':'),
  joined('words of random syllables', syllables, ' '),
  joined(
    'random words in camel case',
    (random) => letters(UPPER, 1)(random) + letters(LOWER, 3)(random),
  ),
];
