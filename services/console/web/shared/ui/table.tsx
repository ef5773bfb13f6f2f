import type { ReactElement, ReactNode } from 'react';

/** A column of a table. */
export interface Column<Row> {
  head: string;
  cell: (row: Row) => ReactNode;
  /** Numbers are aligned to the right. */
  isNumber?: boolean;
}

interface TableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}

/** As many columns fit on a phone side by side. */
const PHONE_COLUMNS = 2;
/** With more columns than this, the columns are closer together. */
const WIDE_COLUMNS = 9;

/** Rows under heads; on a phone each row is a block of its own, whose cells tell their heads. */
export function Table<Row>({ label, columns, rows, keyOf }: TableProps<Row>): ReactElement {
  const pad = columns.length > WIDE_COLUMNS ? 'px-2' : 'px-3';
  return (
    // Keyboards have to reach what scrolls.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div
      tabIndex={0}
      role="region"
      aria-label={label}
      className="overflow-x-auto rounded-lg border border-line bg-card"
    >
      <table
        className={`w-full border-collapse text-sm ${columns.length > PHONE_COLUMNS ? 'rows' : 'pairs'}`}
      >
        <thead>
          <tr className="border-b border-line text-left text-xs text-dim">
            {columns.map(({ head, isNumber }) => (
              <th key={head} scope="col" className={`py-2 font-medium ${pad} ${side(isNumber)}`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-b border-line last:border-0 hover:bg-page">
              {columns.map(({ head, cell, isNumber }) => (
                <td
                  key={head}
                  data-head={head}
                  data-number={isNumber}
                  className={`py-2 align-baseline ${pad} ${side(isNumber)}`}
                >
                  <div>{cell(row)}</div>
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
  isNumber ? 'whitespace-nowrap tabular-nums sm:text-right' : '';
