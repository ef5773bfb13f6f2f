import { useEffect, useRef, useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { charts as labels } from '../texts/charts.ts';
import { stepTime } from '../times.ts';
import { ChartTable } from './chart-table.tsx';
import type { Drawn } from './draw.ts';
import type { ChartGiven } from './given.ts';
import { SWATCHES } from './inks.ts';
import type { ChartModel } from './model.ts';

interface ChartProps extends ChartGiven {
  model: ChartModel;
}

interface Pointed {
  index: number;
  x: number;
}

/** A chart with its legend, the values under the pointer, and the table of its figures. */
export function Chart(props: ChartProps): ReactElement {
  const { model, timeZone } = props;
  const [pointed, setPointed] = useState<Pointed | null>(null);
  if (model.starts.length === 0) return <p className="text-sm text-dim">{labels.nothing}</p>;
  return (
    <figure className="m-0">
      <Legend of={model} />
      <div className="relative overflow-x-clip">
        <Canvas {...props} point={setPointed} />
        {pointed !== null && pointed.index < model.starts.length && (
          <Values {...props} at={pointed} />
        )}
      </div>
      <figcaption className="mt-1 text-xs text-dim">
        {labels.times(timeZone.replace('Etc/', ''))}
      </figcaption>
      <ChartTable {...props} />
    </figure>
  );
}

/** Series and step that the same drawing can go on showing with other figures. */
const shapeOf = ({ kind, series, before }: ChartModel): string =>
  JSON.stringify([kind, series.map(({ name, ink }) => [name, ink]), before === null]);

function Canvas(props: ChartProps & { point: (at: Pointed | null) => void }): ReactElement {
  const { model, timeZone } = props;
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  const chart = useRef<Drawn | null>(null);
  const shape = shapeOf(model);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => chart.current?.update(model), [model]);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    let isGone = false;
    // A page is there before its charts are: their library is a seventh of a first load.
    void import('./draw.ts').then(({ draw }) => {
      if (isGone) return;
      const events = () => latest.current;
      chart.current = draw(element, { model: latest.current.model, timeZone, events });
    });
    return () => {
      isGone = true;
      chart.current?.end();
      chart.current = null;
    };
  }, [shape, timeZone]);
  return (
    <div
      ref={box}
      role="img"
      aria-label={labels.tableOf(model.title)}
      className="min-h-[210px] w-full min-w-0 overflow-hidden"
    />
  );
}

function Legend({ of: { series, before } }: { of: ChartModel }): ReactElement {
  return (
    <ul className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-dim">
      {series.map(({ name, ink }) => (
        <li key={name} className="flex min-w-0 items-center gap-1.5">
          <Swatch ink={ink} />
          <bdi className="min-w-0 break-words">{name}</bdi>
        </li>
      ))}
      {before !== null && (
        <li className="flex items-center gap-1.5">
          <Dash />
          {labels.before}
        </li>
      )}
    </ul>
  );
}

function Swatch({ ink }: { ink: keyof typeof SWATCHES }): ReactElement {
  return <span aria-hidden className={`size-2.5 shrink-0 rounded-xs ${SWATCHES[ink]}`} />;
}

function Dash(): ReactElement {
  return <span aria-hidden className="w-4 shrink-0 border-t-2 border-dashed border-ink" />;
}

const BESIDE_PIXELS = 12;
/** Right of the pointer in the left half of a chart, left of it in the other one. */
const HALF_STEPS = 2;

/** What a step has, beside the pointer; the table has it for readers of tables. */
function Values({ model, timeZone, step, at }: ChartProps & { at: Pointed }): ReactElement {
  const { series, before, totals, starts, kind } = model;
  const { index, x } = at;
  const isLeft = index < starts.length / HALF_STEPS;
  const ordered = kind === 'bars' ? series.toReversed() : series;
  return (
    <div
      aria-hidden
      data-values
      className={`pointer-events-none absolute top-2 z-10 max-w-[60%] rounded-md border border-line bg-card p-2 text-xs shadow-lg ${isLeft ? '' : '-translate-x-full'}`}
      style={{ left: isLeft ? x + BESIDE_PIXELS : x - BESIDE_PIXELS }}
    >
      <p className="mb-1 font-medium">{stepTime(starts[index] ?? '', { timeZone, step })}</p>
      <dl className="space-y-0.5">
        {ordered.map(({ name, ink, texts }) => (
          <Value key={name} name={name} text={texts[index]} mark={<Swatch ink={ink} />} />
        ))}
        {totals !== null && series.length > 1 && (
          <Value name={labels.total} text={totals[index]} mark={null} />
        )}
        {before !== null && (
          <Value name={labels.before} text={before.texts[index]} mark={<Dash />} />
        )}
      </dl>
    </div>
  );
}

interface ValueProps {
  name: string;
  text: string | undefined;
  mark: ReactNode;
}

function Value({ name, text, mark }: ValueProps): ReactElement {
  return (
    <div className="flex items-center gap-2">
      {mark}
      <dt className="min-w-0 grow truncate text-dim">{name}</dt>
      <dd className="whitespace-nowrap tabular-nums">{text}</dd>
    </div>
  );
}
