import type { ReactElement } from 'react';
import { csvOf } from './csv.ts';
import { startDownload } from './downloads.ts';
import { partsOf } from './read-file.ts';
import { lookup } from './texts/lookup.ts';
import { Button } from './ui/button.tsx';

const labels = lookup.exports;

/** One page of a list, as lines of a table. */
export interface CsvPage {
  lines: readonly (readonly (string | number)[])[];
  /** Where the next page begins; null at the end. */
  next: string | null;
}

interface CsvOfAllProps {
  name: string;
  /** What the lines are, where a page has several lists. */
  of?: string;
  /** Heads of the columns, for a table that is put together of pages. */
  head: readonly string[];
  /** A page of the list from a cursor on; undefined: the first one. */
  page: (cursor: string | undefined, signal: AbortSignal) => Promise<CsvPage>;
}

/** Saves every line of a list, page by page; shows how far it is over all pages of the console. */
export function CsvOfAll({ name, of, head, page }: CsvOfAllProps): ReactElement {
  const read = async function* (signal: AbortSignal): AsyncGenerator<string> {
    yield csvOf([head]);
    let cursor: string | undefined;
    for (;;) {
      const { lines, next } = await page(cursor, signal);
      yield csvOf(lines);
      if (next === null) return;
      cursor = next;
    }
  };
  const save = (): void => startDownload({ name, type: TYPE, isTable: true, read });
  return <CsvButton of={of} save={save} />;
}

const TYPE = 'text/csv;charset=utf-8';

/** Saves what an address answers as CSV; shows how far it is over all pages of the console. */
export function CsvOfAddress({ name, address }: { name: string; address: string }): ReactElement {
  const read = (signal: AbortSignal) => partsOf(fetch(address, { signal }));
  return <CsvButton save={() => startDownload({ name, type: TYPE, isTable: true, read })} />;
}

interface CsvButtonProps {
  of?: string | undefined;
  save: () => void;
}

function CsvButton({ of, save }: CsvButtonProps): ReactElement {
  return (
    <Button
      onClick={save}
      title={labels.csvText}
      aria-label={of === undefined ? labels.csv : `${labels.csv}: ${of}`}
    >
      {labels.csv}
    </Button>
  );
}
