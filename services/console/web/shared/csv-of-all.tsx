import type { ReactElement } from 'react';
import type { ArchivedOut } from '@tollgate/contract/request-records';
import { archivedOf } from './api/data-of.ts';
import { csvOf } from './csv.ts';
import { startDownload } from './downloads.ts';
import type { DownloadSource } from './downloads.ts';
import { partsOf } from './read-file.ts';
import { common } from './texts/common.ts';
import { lookup } from './texts/lookup.ts';
import { longTime } from './times.ts';
import { Button } from './ui/button.tsx';

const labels = lookup.exports;

/** One page of a list, as lines of a table. */
export interface CsvPage {
  lines: readonly (readonly (string | number)[])[];
  /** Where the next page begins; null at the end. */
  next: string | null;
  archived?: ArchivedOut | null;
}

interface CsvOfAllProps {
  name: string;
  /** What the lines are, where a page has several lists. */
  of?: string;
  /** Heads of the columns, for a table that is put together of pages. */
  head: readonly string[];
  /** A page of the list from a cursor on; undefined: the first one. */
  page: (cursor: string | undefined, signal: AbortSignal) => Promise<CsvPage>;
  /** What the archive has instead of lines; default: everything before. */
  archivedText?: (before: string) => string;
}

/** Saves every line of a list, page by page; shows how far it is over all pages of the console. */
export function CsvOfAll({
  name,
  of,
  head,
  page,
  archivedText = common.archived,
}: CsvOfAllProps): ReactElement {
  const read: DownloadSource['read'] = async function* (signal, leaveOut) {
    yield csvOf([head]);
    let cursor: string | undefined;
    for (;;) {
      const { lines, next, archived = null } = await page(cursor, signal);
      if (archived !== null) leaveOut(archivedText(longTime(archived.to)));
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
  const read: DownloadSource['read'] = (signal, leaveOut) =>
    partsOf(
      fetch(address, { signal }).then((response) => {
        const archived = archivedOf(response);
        if (archived !== null) leaveOut(common.archived(longTime(archived.to)));
        return response;
      }),
    );
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
