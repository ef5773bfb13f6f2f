import {
  columnVisibilityFeature,
  createSortedRowModel,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import type { ColumnDef, Header } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { common } from '../texts/common.ts';

/** A column of a table. */
export interface Column<Row> {
  head: string;
  cell: (row: Row) => ReactNode;
  /** Numbers are aligned to the right. */
  isNumber?: boolean;
  /** What rows are sorted by; absent: the column does not sort. Null and undefined come last. */
  sort?: (row: Row) => string | number | null | undefined;
  /**
   * The position of the cell on a phone, in rows of two lines: title and value on the first, note
   * and time on the second. Columns without a position are left out there, where any column has
   * one.
   */
  phone?: 'title' | 'value' | 'note' | 'time';
}

interface TableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Whether the rows are all that there are: a page of a longer list is not sorted here. */
  isWhole?: boolean;
  /** Heads of columns that are not shown. */
  hidden?: readonly string[];
}

/** As many columns fit on a phone side by side. */
const PHONE_COLUMNS = 2;
/** With more columns than this, and on small screens, the columns are closer together. */
const WIDE_COLUMNS = 9;

interface ColumnMeta {
  isNumber: boolean;
  phone: Column<unknown>['phone'];
}

const features = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic },
  columnMeta: {} as ColumnMeta,
});
type Features = typeof features;

function definitionOf<Row extends object>(
  column: Column<Row>,
  isWhole: boolean,
): ColumnDef<Features, Row> {
  const { head, cell, sort, isNumber = false, phone } = column;
  return {
    id: head,
    header: head,
    accessorFn: (row) => sort?.(row) ?? undefined,
    cell: ({ row }) => cell(row.original),
    enableSorting: isWhole && sort !== undefined,
    sortFn: 'basic',
    sortUndefined: 'last',
    meta: { isNumber, phone },
  };
}

/** Rows under heads; on a phone each row is a block of its own, whose cells name their heads. */
export function Table<Row extends object>(props: TableProps<Row>): ReactElement {
  const { label, columns, rows, keyOf, isWhole = true, hidden = [] } = props;
  const table = useTable({
    features,
    data: useMemo(() => [...rows], [rows]),
    columns: useMemo(
      () => columns.map((column) => definitionOf(column, isWhole)),
      [columns, isWhole],
    ),
    getRowId: keyOf,
    enableSortingRemoval: true,
    state: { columnVisibility: Object.fromEntries(hidden.map((head) => [head, false])) },
  });
  const pad = columns.length > WIDE_COLUMNS ? 'px-1.5 xl:px-2' : 'px-2 xl:px-3';
  return (
    // Keyboards have to reach what scrolls.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div
      tabIndex={0}
      role="region"
      aria-label={label}
      className="overflow-x-auto rounded-lg border border-line bg-card"
    >
      <table className={`w-full border-collapse text-sm ${phoneLook(columns)}`}>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} className="border-b border-line text-left text-xs text-dim">
              {group.headers.map((header) => (
                <Head key={header.id} header={header} pad={pad} />
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} className="border-b border-line last:border-0 hover:bg-page">
              {row.getVisibleCells().map((cell) => (
                <td
                  key={cell.id}
                  data-head={cell.column.id}
                  data-phone={cell.column.columnDef.meta?.phone}
                  data-number={cell.column.columnDef.meta?.isNumber === true ? true : undefined}
                  className={`py-2 align-baseline ${pad} ${side(cell.column.columnDef.meta)}`}
                >
                  <div>
                    <table.FlexRender cell={cell} />
                  </div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** How rows look on a phone. */
function phoneLook<Row>(columns: readonly Column<Row>[]): 'lines' | 'rows' | 'pairs' {
  if (columns.some(({ phone }) => phone !== undefined)) return 'lines';
  return columns.length > PHONE_COLUMNS ? 'rows' : 'pairs';
}

const ORDERS = { asc: 'ascending', desc: 'descending' } as const;

function Head<Row extends object>({
  header: { column },
  pad,
}: {
  header: Header<Features, Row>;
  pad: string;
}): ReactElement {
  const order = column.getIsSorted();
  const arrow = { asc: ' ↑', desc: ' ↓', none: '' }[order === false ? 'none' : order];
  return (
    <th
      scope="col"
      aria-sort={order === false ? undefined : ORDERS[order]}
      className={`py-2 font-medium ${pad} ${side(column.columnDef.meta)}`}
    >
      {column.getCanSort() ? (
        <button
          type="button"
          title={common.sortBy(column.id)}
          className="min-h-6 font-medium hover:text-ink"
          onClick={column.getToggleSortingHandler()}
        >
          {column.id}
          <span aria-hidden="true">{arrow}</span>
        </button>
      ) : (
        column.id
      )}
    </th>
  );
}

const side = (meta: ColumnMeta | undefined): string =>
  meta?.isNumber === true ? 'whitespace-nowrap tabular-nums sm:text-right' : '';
