import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from '../tidy/source-files.ts';
import type { SourceFile } from '../tidy/source-files.ts';

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

/**
 * One id or several with commas or blanks between them, where a title begins; those of faults may
 * come first.
 */
const TITLE = new RegExp(
  String.raw`(['"\x60])((?:F[A-H]\d\d,? )*${ID}(?:,? ${ID})*)(?=[:, ]|\1)`,
  'g',
);
const EVERY_ID = new RegExp(String.raw`\b${ID}`, 'g');

/** The ids that the titles and table rows of a test file begin with. */
export function caseIdsIn(text: string): string[] {
  const ids = [...text.matchAll(TITLE)].flatMap(([, , named = '']) => named.match(EVERY_ID) ?? []);
  return [...new Set(ids)];
}

/** Files that speak of ids and try none of them. */
const ABOUT_CASES = /^tests\/tidy\/(?:attacks|faults|regressions)\.test\.ts$/;

/** Every file in which a case is tried. */
export function listCaseFiles(): SourceFile[] {
  return listFiles(/\.test\.ts$/).filter(
    ({ path, text }) => !ABOUT_CASES.test(path) && caseIdsIn(text).length > 0,
  );
}

/** Matches the titles of every case, for jest. */
export const ANY_CASE = String.raw`\b${ID}\b`;
