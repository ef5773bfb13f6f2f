import { useEffect, useRef } from 'react';
import type { ReactElement } from 'react';
import uPlot from 'uplot';
import { toNano } from '../money.ts';

const HEIGHT = 220;
const SECOND_MS = 1_000;
const NANO = 1e9;
const BAR = { size: [0.7, 60] as [number, number] };

/** One step of time. */
export interface ChartPoint {
  at: string;
  /** Credits, which the bars show. */
  amount: string;
  count: number;
}

/** Bars of credits over time, in UTC unless a zone is named; the figures themselves stand in the table under the chart. */
export function TimeChart({
  label,
  points,
  timeZone = 'Etc/UTC',
}: {
  label: string;
  points: readonly ChartPoint[];
  timeZone?: string;
}): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const draw = (): uPlot => drawn(element, { points, timeZone });
    let chart = draw();
    const watcher = new ResizeObserver(() => {
      if (chart.width !== element.clientWidth) chart.setSize(sizeOf(element));
    });
    watcher.observe(element);
    const themes = new MutationObserver(() => {
      chart.destroy();
      chart = draw();
    });
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      watcher.disconnect();
      themes.disconnect();
      chart.destroy();
    };
  }, [points, timeZone]);
  return (
    <div ref={place} role="img" aria-label={label} className="w-full min-w-0 overflow-hidden" />
  );
}

const sizeOf = (element: HTMLElement): { width: number; height: number } => ({
  width: Math.max(1, element.clientWidth),
  height: HEIGHT,
});

interface Drawing {
  points: readonly ChartPoint[];
  timeZone: string;
}

const digits = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
const heightText = (height: number): string => digits.format(height);

function drawn(element: HTMLElement, { points, timeZone }: Drawing): uPlot {
  const style = getComputedStyle(document.documentElement);
  const ink = style.getPropertyValue('--dim');
  const line = style.getPropertyValue('--line');
  const accent = style.getPropertyValue('--accent');
  const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
  const bars = uPlot.paths.bars?.(BAR);
  const series = { stroke: accent, fill: accent, ...(bars === undefined ? {} : { paths: bars }) };
  const options: uPlot.Options = {
    ...sizeOf(element),
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * SECOND_MS), timeZone),
    legend: { show: false },
    scales: { y: { range: (_chart, _least, most) => [0, most === 0 ? 1 : most] } },
    axes: [axis, { ...axis, size: 70, values: (_chart, splits) => splits.map(heightText) }],
    series: [{}, { ...series, points: { show: false } }],
  };
  const times = points.map(({ at }) => new Date(at).getTime() / SECOND_MS);
  // Heights of bars may be rounded: the amounts themselves stand in the table.
  const heights = points.map(({ amount }) => Number(toNano(amount)) / NANO);
  return new uPlot(options, [times, heights], element);
}
