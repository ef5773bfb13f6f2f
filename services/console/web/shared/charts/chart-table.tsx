import { useState } from 'react';
import type { ReactElement } from 'react';
import { charts as labels } from '../texts/charts.ts';
import { stepTime } from '../times.ts';
import { Table } from '../ui/table.tsx';
import type { Column } from '../ui/table.tsx';
import type { ChartGiven } from './given.ts';
import { stepAt, timesOf } from './model.ts';
import type { ChartModel } from './model.ts';

interface Row {
  index: number;
}

type ChartTableProps = ChartGiven & { model: ChartModel };

/** The figures of a chart, newest first, for whom a table says more. */
export function ChartTable(props: ChartTableProps): ReactElement {
  const { model } = props;
  const [isOpen, setOpen] = useState(false);
  const rows = model.starts.map((_start, index) => ({ index })).toReversed();
  return (
    <details className="mt-2 text-sm" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-6 cursor-pointer text-accent">{labels.table}</summary>
      {isOpen && (
        <div className="mt-2 max-h-96 overflow-y-auto">
          <Table
            label={labels.tableOf(model.title)}
            rows={rows}
            keyOf={({ index }) => model.starts[index] ?? ''}
            columns={columnsOf(props)}
          />
        </div>
      )}
    </details>
  );
}

function columnsOf({ model, timeZone, step, link }: ChartTableProps): Column<Row>[] {
  const { series, before, totals, starts } = model;
  const times = timesOf(model);
  const number = (head: string, texts: readonly string[]): Column<Row> => ({
    head,
    isNumber: true,
    cell: ({ index }) => texts[index],
  });
  return [
    {
      head: labels.start(timeZone.replace('Etc/', '')),
      cell: ({ index }) => {
        const text = stepTime(starts[index] ?? '', { timeZone, step });
        return link === undefined ? text : link(stepAt(times, index), text);
      },
    },
    ...series.map(({ name, texts }) => number(name, texts)),
    ...(totals === null || series.length === 1 ? [] : [number(labels.total, totals)]),
    ...(before === null ? [] : [number(labels.before, before.texts)]),
  ];
}
