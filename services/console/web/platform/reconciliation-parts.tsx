import type { ReactElement } from 'react';
import type {
  ReconciliationLineOut,
  ReconciliationOut,
} from '@tollgate/contract/platform/reconciliations';
import { formatCredits } from '../shared/money.ts';
import { LOCALE } from '../shared/locale.ts';
import { common } from '../shared/texts/common.ts';
import { invoices as labels } from '../shared/texts/invoices.ts';
import { count } from '../shared/times.ts';
import { Badge } from '../shared/ui/badge.tsx';
import type { Tone } from '../shared/ui/badge.tsx';
import { Table } from '../shared/ui/table.tsx';
import type { Column } from '../shared/ui/table.tsx';

type Reconciliation = ReconciliationOut;
type Line = ReconciliationLineOut;
type Measure = Line['apart'][number];

const TONES: Readonly<Record<Reconciliation['status'], Tone>> = {
  queued: 'plain',
  running: 'warn',
  done: 'good',
};
const KIND_TONES: Readonly<Record<Line['status'], Tone>> = {
  equal: 'good',
  differs: 'warn',
  report_only: 'bad',
  book_only: 'bad',
};
const KINDS = Object.keys(KIND_TONES) as Line['status'][];
/** Refresh interval of a comparison in progress, in milliseconds. */
const POLL_MS = 1_000;

/** When to look again; false once nothing changes any more. */
export const lookAgain = (found: readonly Reconciliation[] | undefined): number | false =>
  found?.some(({ status }) => status !== 'done') === true ? POLL_MS : false;

/** How far it is. */
export function Progress({ of }: { of: Reconciliation }): ReactElement {
  return (
    <>
      <Badge tone={TONES[of.status]}>{labels.statuses[of.status]}</Badge>{' '}
      {of.status === 'running' && labels.progress(of.days_compared, of.days)}
    </>
  );
}

/** How many days and models there are of each kind. */
export function Counts({ of: { counts } }: { of: Reconciliation }): ReactElement {
  if (counts === null) return <>{common.none}</>;
  const kinds = KINDS.filter((kind) => counts[kind] > 0);
  return (
    <ul className="flex flex-wrap gap-1">
      {kinds.map((kind) => (
        <li key={kind}>
          <Badge tone={KIND_TONES[kind]}>
            {count(counts[kind])} {labels.kinds[kind]}
          </Badge>
        </li>
      ))}
    </ul>
  );
}

/** The days that are compared; one alone is named once. */
export function Days({
  of: { first_day: first, last_day: last },
}: {
  of: Reconciliation;
}): ReactElement {
  return (
    <>
      <span className="whitespace-nowrap">{first}</span>
      {first !== last && (
        <>
          {' – '}
          <span className="whitespace-nowrap">{last}</span>
        </>
      )}
    </>
  );
}

/** Days and models, the report's figures above ours. */
export function Lines({ rows }: { rows: readonly Line[] }): ReactElement {
  return (
    <Table
      label={labels.lines}
      rows={rows}
      keyOf={({ day, model }) => `${day}/${model}`}
      columns={[
        { head: labels.day, cell: ({ day }) => <span className="whitespace-nowrap">{day}</span> },
        { head: labels.model, cell: ({ model }) => <code className="break-all">{model}</code> },
        {
          head: labels.status,
          cell: ({ status, book }) => (
            <>
              <Badge tone={KIND_TONES[status]}>{labels.kinds[status]}</Badge>
              {Object.entries(book?.suspect ?? {}).map(([reason, requests]) => (
                <span key={reason} className="block text-xs text-dim">
                  {labels.suspect(reason, requests)}
                </span>
              ))}
            </>
          ),
        },
        measure('input'),
        measure('cache_read'),
        measure('cache_write'),
        measure('output'),
        measure('requests'),
        {
          head: labels.measures.cost,
          isNumber: true,
          cell: ({ apart, reported, book }) => (
            <Sides
              isApart={apart.includes('cost')}
              above={money(reported?.cost)}
              below={money(book?.charged)}
            />
          ),
        },
      ]}
    />
  );
}

function measure(name: Exclude<Measure, 'cost'>): Column<Line> {
  return {
    head: labels.measures[name],
    isNumber: true,
    cell: ({ apart, reported, book }) => (
      <Sides
        isApart={apart.includes(name)}
        above={number(reported?.[name])}
        below={number(book?.[name])}
      />
    ),
  };
}

interface SidesProps {
  isApart: boolean;
  above: string;
  below: string;
}

function Sides({ isApart, above, below }: SidesProps): ReactElement {
  return (
    <div className={isApart ? 'font-semibold text-bad' : ''}>
      <div>{above}</div>
      <div>{below}</div>
    </div>
  );
}

const number = (text: string | null | undefined): string =>
  text === null || text === undefined
    ? common.none
    : new Intl.NumberFormat(LOCALE).format(BigInt(text));
const money = (text: string | null | undefined): string =>
  text === null || text === undefined ? common.none : formatCredits(text);
