import type { ReactElement, ReactNode } from 'react';

/** A column of a table. */
export interface Column<Row> {
  head: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand at the right. */
  isNumber?: boolean;
}

interface TableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}

/** Rows under heads; scrolls sideways within itself where a page is narrow. */
export function Table<Row>({ label, columns, rows, keyOf }: TableProps<Row>): ReactElement {
  return (
    // Keyboards have to reach what scrolls.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div
      tabIndex={0}
      role="region"
      aria-label={label}
      className="overflow-x-auto rounded-lg border border-line bg-card"
    >
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr className="border-b border-line text-left text-xs text-dim">
            {columns.map(({ head, isNumber }) => (
              <th key={head} scope="col" className={`px-3 py-2 font-medium ${side(isNumber)}`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-b border-line last:border-0 hover:bg-page">
              {columns.map(({ head, cell, isNumber }) => (
                <td key={head} className={`px-3 py-2 align-top first:min-w-28 ${side(isNumber)}`}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const side = (isNumber = false): string =>
  isNumber ? 'text-right whitespace-nowrap tabular-nums' : '';
