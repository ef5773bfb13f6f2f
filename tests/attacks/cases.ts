import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One row of the table of attacks. */
export interface Case {
  /** `E01`, `I-03`, `B12` and their like. */
  id: string;
  sent: string;
  /** What must come of it. */
  outcome: string;
}

/** `I` with two digits is an invariant of the ledger. */
const ID = String.raw`(?:[A-HJ-Z]\d\d|I-\d\d|B\d)`;
const ROW = new RegExp(String.raw`^\| (${ID}) +\|(.*)\|$`, 'gm');

/** The whole table, as the README beside this file has it. */
export function readCases(): Case[] {
  const text = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
  return [...text.matchAll(ROW)].map(([, id = '', cells = '']) => {
    const [sent = '', outcome = ''] = cells.split('|').map((cell) => cell.trim());
    return { id, sent, outcome };
  });
}

/** One id or several with commas or blanks between them, where a title begins; those of faults may come first. */
const TITLE = new RegExp(
  String.raw`(['"\x60])((?:F[A-F]\d\d,? )*${ID}(?:,? ${ID})*)(?=[:, ]|\1)`,
  'g',
);
const EVERY_ID = new RegExp(String.raw`\b${ID}`, 'g');

/** The ids that the titles and table rows of a test file begin with. */
export function caseIdsIn(text: string): string[] {
  const ids = [...text.matchAll(TITLE)].flatMap(([, , named = '']) => named.match(EVERY_ID) ?? []);
  return [...new Set(ids)];
}

/** Matches the titles of every case, for jest. */
export const ANY_CASE = String.raw`\b${ID}\b`;

/** Cases that no test can try here, each with the reason. */
export const WITHOUT_TEST: Readonly<Record<string, string>> = {};

/** Cases whose tests are still to be written. */
export const STILL_MISSING: readonly string[] =
  'K14 S05 S06 M01 M04 C12 C22 C23 C24 I-07 I-10 A01 A09 Y13 G09 V06 O05 X05 T06 T07 N05 N08 L01 L02 L04 D01 D02 D03 D05'.split(
    ' ',
  );
