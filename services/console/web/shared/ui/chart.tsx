import { useEffect, useRef } from 'react';
import type { ReactElement } from 'react';
import type uPlot from 'uplot';
import { LOCALE } from '../locale.ts';
import { toNano } from '../money.ts';
import { common } from '../texts/common.ts';
import { axisTime } from '../times.ts';

const HEIGHT = 220;
const SECOND_MS = 1_000;
const DAY_S = 86_400;
/** Steps of days that an axis may have; a shorter one would show hours that no bar is of. */
const DAY_STEPS = [1, 2, 3, 5, 7, 10, 14, 30, 60, 90, 180, 365].map((days) => days * DAY_S);
/** From this distance on bars are days, one of which may be shorter by an hour. */
const DAY_LEAST_S = 22 * 3_600;
/** The least distance of two labels on the axis of time. */
const LABEL_PIXELS = 64;
const NANO = 1e9;
const BAR = { size: [0.7, 60] as [number, number] };

/** One step of time. */
export interface ChartPoint {
  at: string;
  /** Credits, which the bars show. */
  amount: string;
  count: number;
}

/**
 * Bars of credits over time, in UTC unless a zone is named; the table under the chart has the exact
 * figures.
 */
export function TimeChart({
  label,
  points,
  timeZone = 'Etc/UTC',
}: {
  label: string;
  points: readonly ChartPoint[];
  timeZone?: string;
}): ReactElement {
  const path = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = path.current;
    if (element === null) return undefined;
    let isGone = false;
    let end = (): void => undefined;
    // A page is there before its charts are: their library is a seventh of a first load.
    void import('uplot').then(({ default: library }) => {
      if (!isGone) end = keepDrawn(library, element, { points, timeZone });
    });
    return () => {
      isGone = true;
      end();
    };
  }, [points, timeZone]);
  return (
    <figure className="m-0">
      <figcaption className="mb-1 text-xs text-dim">
        {common.chartUnit(timeZone.replace('Etc/', ''))}
      </figcaption>
      <div
        ref={path}
        role="img"
        aria-label={label}
        className="min-h-[220px] w-full min-w-0 overflow-hidden"
      />
    </figure>
  );
}

type Library = typeof uPlot;

/**
 * Draws, and draws again when width or theme change.
 * @returns what ends that
 */
function keepDrawn(library: Library, element: HTMLElement, drawing: Drawing): () => void {
  const draw = (): uPlot => drawn(library, element, drawing);
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
}

const sizeOf = (element: HTMLElement): { width: number; height: number } => ({
  width: Math.max(1, element.clientWidth),
  height: HEIGHT,
});

interface Drawing {
  points: readonly ChartPoint[];
  timeZone: string;
}

const digits = new Intl.NumberFormat(LOCALE, { maximumSignificantDigits: 3 });
const heightText = (height: number): string => digits.format(height);
const DIGIT_PIXELS = 7;
const TICK_PIXELS = 20;
/** Wide enough for the longest label. */
const widthOf = (_chart: uPlot, labels: readonly string[] | null): number =>
  TICK_PIXELS + DIGIT_PIXELS * Math.max(...(labels ?? []).map(({ length }) => length), 0);

/** Labels of time as the rest of a page writes them. */
function timeAxis(points: readonly ChartPoint[], timeZone: string): uPlot.Axis {
  const [first, second] = points.map(({ at }) => new Date(at).getTime() / SECOND_MS);
  const isDays = first === undefined || second === undefined || second - first >= DAY_LEAST_S;
  const text = axisTime(timeZone);
  return {
    space: LABEL_PIXELS,
    ...(isDays ? { incrs: DAY_STEPS } : {}),
    values: (_chart, splits) => splits.map((at) => text(new Date(at * SECOND_MS), isDays)),
  };
}

function drawn(library: Library, element: HTMLElement, { points, timeZone }: Drawing): uPlot {
  const style = getComputedStyle(document.documentElement);
  const ink = style.getPropertyValue('--dim');
  const line = style.getPropertyValue('--line');
  const accent = style.getPropertyValue('--accent');
  const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
  const bars = library.paths.bars?.(BAR);
  const series = { stroke: accent, fill: accent, ...(bars === undefined ? {} : { paths: bars }) };
  const options: uPlot.Options = {
    ...sizeOf(element),
    tzDate: (seconds) => library.tzDate(new Date(seconds * SECOND_MS), timeZone),
    legend: { show: false },
    scales: { y: { range: (_chart, _least, most) => [0, most === 0 ? 1 : most] } },
    axes: [
      { ...axis, ...timeAxis(points, timeZone) },
      { ...axis, size: widthOf, values: (_chart, splits) => splits.map(heightText) },
    ],
    series: [{}, { ...series, width: 0, points: { show: false } }],
  };
  const times = points.map(({ at }) => new Date(at).getTime() / SECOND_MS);
  // Heights of bars may be rounded: the table has the exact amounts.
  const heights = points.map(({ amount }) => Number(toNano(amount)) / NANO);
  return new library(options, [times, heights], element);
}
