import { useQuery } from '@tanstack/react-query';
import type { UseQueryOptions, UseQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import type { ArchivedOut } from '@tollgate/contract/request-records';
import { ArchivedNote } from './archived-note.tsx';
import { useNewRows } from './new-rows.ts';
import { common } from './texts/common.ts';
import { Button } from './ui/button.tsx';
import { Empty, PageHead } from './ui/card.tsx';
import { ErrorNote } from './ui/error-note.tsx';
import { FieldFaults } from './ui/faults.tsx';
import { Table } from './ui/table.tsx';
import type { Column } from './ui/table.tsx';
import { useView } from './view-choice.tsx';

/** Rows of one page of a list. */
export const PAGE_ROWS = 50;

/** What a route of a list answers: rows alone, or rows with how the list goes on. */
export type ListAnswer<Row> =
  | readonly Row[]
  | {
      data: readonly Row[];
      has_more?: boolean;
      next_cursor?: string | null;
      archived?: ArchivedOut | null;
    };

/** The search of an address, as its page reads it. */
type Search = Readonly<Record<string, unknown>>;

/** How a list is turned to its other pages. */
export interface Paging<Row> {
  /** The search parameter that says where a page begins. */
  by: string;
  /** What the parameter says of the page after this one, where the answer does not say it. */
  after?: (last: Row, shown: number) => string | number;
  /** Rows of a full page. */
  size?: number;
  search: Search;
  show: (search: Record<string, unknown>) => void;
}

/** Pages that begin behind a row, by its id. */
export const byId = <Row extends { id: string }>(
  search: Search,
  show: Paging<Row>['show'],
): Paging<Row> => ({ by: 'before', after: ({ id }) => id, search, show });

/** Pages that begin at a number of rows. */
export const byOffset = <Row,>(search: Search, show: Paging<Row>['show']): Paging<Row> => ({
  by: 'offset',
  after: (_last, shown) => Number(search['offset'] ?? 0) + shown,
  search,
  show,
});

/** Pages whose beginning the answer before has named. */
export const byCursor = <Row,>(
  search: Search,
  show: Paging<Row>['show'],
  by = 'cursor',
): Paging<Row> => ({ by, search, show });

interface ListProps<Row> {
  label: string;
  query: UseQueryResult<ListAnswer<Row>>;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  /** The text where there are no rows. */
  empty: string;
  emptyText?: ReactNode;
  /** What the archive has instead of a list that ends early; default: everything before. */
  archivedText?: (before: string) => string;
  /** Absent: every row comes at once. */
  pages?: Paging<Row>;
  /** Names a list that grows at its top while somebody looks: its new rows wait until asked for. */
  live?: string | undefined;
  /** Whether readers choose its columns, and how close its rows are. */
  hasView?: boolean;
}

/** The rows of a list with its other pages, and a placeholder while none have come. */
export function List<Row extends object>(props: ListProps<Row>): ReactElement {
  const { query } = props;
  const { data: answer } = query;
  if (answer === undefined) {
    if (!query.isError) return <Skeleton />;
    return <ErrorNote error={query.error} retry={() => void query.refetch()} />;
  }
  return <Rows {...props} answer={answer} />;
}

/** The rows of a list, once they have come. */
function Rows<Row extends object>(
  props: ListProps<Row> & { answer: ListAnswer<Row> },
): ReactElement {
  const { label, keyOf, empty, emptyText, archivedText, pages, live, answer } = props;
  const found = useNewRows(rowsOf(answer), live ?? '', keyOf);
  const rows = live === undefined ? rowsOf(answer) : found.rows;
  const next = nextOf(answer, pages);
  const isFirst = pages === undefined || pages.search[pages.by] === undefined;
  return (
    <>
      {live !== undefined && found.waiting > 0 && (
        <p role="status" className="mb-2 text-center">
          <Button look="main" onClick={found.showNew}>
            {common.newRows(`${found.waiting}${found.isMore ? '+' : ''}`)}
          </Button>
        </p>
      )}
      {rows.length === 0 ? (
        <Empty title={empty}>{emptyText}</Empty>
      ) : (
        <RowTable {...props} rows={rows} isWhole={isFirst && next === undefined} />
      )}
      {next === undefined && !isRows(answer) && (
        <ArchivedNote of={answer.archived} text={archivedText} />
      )}
      {pages !== undefined && <Pages pages={pages} isFirst={isFirst} next={next} label={label} />}
    </>
  );
}

/** The table of a list, as the reader wants to see it. */
function RowTable<Row extends object>(
  props: ListProps<Row> & { rows: readonly Row[]; isWhole: boolean },
): ReactElement {
  const { columns, hasView = false, ...table } = props;
  const heads = columns.map(({ head }) => head);
  const { hidden, choice } = useView(table.label, hasView ? heads : []);
  return (
    <>
      {choice}
      <Table
        label={table.label}
        rows={table.rows}
        keyOf={table.keyOf}
        columns={columns}
        hidden={hidden}
        isWhole={table.isWhole}
      />
    </>
  );
}

const isRows = <Row,>(answer: ListAnswer<Row>): answer is readonly Row[] => Array.isArray(answer);

/** The rows of an answer; none before it has come. */
export const rowsOf = <Row,>(answer: ListAnswer<Row> | undefined): readonly Row[] => {
  if (answer === undefined) return [];
  return isRows(answer) ? answer : answer.data;
};

/** Where the page after an answer begins; undefined where there is none. */
function nextOf<Row>(
  answer: ListAnswer<Row>,
  pages: Paging<Row> | undefined,
): string | number | undefined {
  const rows = rowsOf(answer);
  const last = rows.at(-1);
  if (pages === undefined || last === undefined) return undefined;
  const { next_cursor: cursor, has_more: hasMore = rows.length === (pages.size ?? PAGE_ROWS) } =
    isRows(answer) ? {} : answer;
  if (cursor !== undefined) return cursor ?? undefined;
  return hasMore ? pages.after?.(last, rows.length) : undefined;
}

interface PagesProps<Row> {
  pages: Paging<Row>;
  isFirst: boolean;
  next: string | number | undefined;
  label: string;
}

function Pages<Row>({ pages, isFirst, next, label }: PagesProps<Row>): ReactElement | null {
  const { by, search, show } = pages;
  if (isFirst && next === undefined) return null;
  return (
    <nav aria-label={common.pagesOf(label)} className="mt-3 flex gap-2">
      <Button disabled={isFirst} onClick={() => show({ ...search, [by]: undefined })}>
        {common.firstPage}
      </Button>
      <Button disabled={next === undefined} onClick={() => show({ ...search, [by]: next })}>
        {common.nextPage}
      </Button>
    </nav>
  );
}

const SKELETON_ROWS = 6;

/** Has the shape of a list that is loading. */
function Skeleton(): ReactElement {
  return (
    <div role="status" className="rounded-lg border border-line bg-card p-3">
      <span className="sr-only">{common.loading}</span>
      {Array.from({ length: SKELETON_ROWS }, (_row, index) => (
        <div key={index} aria-hidden="true" className="my-3 h-4 animate-pulse rounded bg-page" />
      ))}
    </div>
  );
}

interface ListPageProps<Row> extends Omit<ListProps<Row>, 'label' | 'query'> {
  title: string;
  lead: string;
  query: UseQueryOptions<ListAnswer<Row>>;
  actions?: ReactNode;
  /** The form above the list. */
  filters?: ReactNode;
  /** Between the head and the list. */
  above?: ReactNode;
  /** Below the list: notes, other parts of the page and open dialogs. */
  children?: ReactNode;
}

/** A page that is about one list: its head, its filters, its rows and its other pages. */
export function ListPage<Row extends object>(props: ListPageProps<Row>): ReactElement {
  const { title, lead, query, actions, filters, above, children, ...list } = props;
  const found = useQuery(query);
  return (
    <>
      <PageHead title={title} lead={lead} actions={actions} />
      {above}
      <FieldFaults error={found.error}>
        {filters}
        <List label={title} query={found} {...list} />
      </FieldFaults>
      {children}
    </>
  );
}
