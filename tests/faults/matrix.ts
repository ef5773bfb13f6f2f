import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One row of the fault matrix. */
export interface Fault {
  /** `FA01` to `FI16`. */
  id: string;
  injected: string;
  /** What the caller has paid once all is healed. */
  money: string;
  client: string;
  healsBy: string;
  bound: string;
}

const ROW = /^\| (F[A-I]\d\d) +\|(.*)\|$/gm;

/** The whole matrix, as the README beside this file has it. */
export function readMatrix(): Fault[] {
  const text = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
  return [...text.matchAll(ROW)].map(([, id = '', cells = '']) => {
    const [injected = '', money = '', client = '', healsBy = '', bound = ''] = cells
      .split('|')
      .map((cell) => cell.trim());
    return { id, injected, money, client, healsBy, bound };
  });
}

const TITLE = /(['"`])(F[A-I]\d\d\b.*?)\1/g;
const ID = /\bF[A-I]\d\d\b/g;

/** The ids that a test file's titles begin with, and those named right behind them. */
export function idsIn(text: string): string[] {
  const ids = [...text.matchAll(TITLE)].flatMap(([, , title = '']) => title.match(ID) ?? []);
  return [...new Set(ids)];
}
