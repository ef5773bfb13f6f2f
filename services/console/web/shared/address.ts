import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';

const WORDS: Readonly<Record<string, boolean>> = { true: true, false: false };
/** A number that is written back as it was read; ids and codes with leading zeros stay texts. */
const NUMBER = /^(?:0|[1-9]\d{0,8})$/u;

/** Reads one value of an address. @throws for what is a text */
function readValue(text: string): unknown {
  if (text in WORDS) return WORDS[text];
  if (NUMBER.test(text)) return Number(text);
  // Earlier consoles quoted what looks like a number.
  if (/^[[{"]/u.test(text)) return JSON.parse(text);
  throw new Error('a text');
}

/** How addresses say what a page shows: texts without quotes, which people can read and write. */
export const addresses = {
  parseSearch: parseSearchWith(readValue),
  stringifySearch: stringifySearchWith(JSON.stringify),
};
