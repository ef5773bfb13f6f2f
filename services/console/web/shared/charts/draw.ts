import uPlot from 'uplot';
import { axisTime } from '../times.ts';
import { variableOf } from './inks.ts';
import { seriesAt, stacked, stepAt, stepsWithin, ticksFor, timesOf } from './model.ts';
import type { ChartModel, StepTimes, TimeRange } from './model.ts';

const HEIGHT = 210;
const SECOND_MS = 1_000;
const HOUR_S = 3_600;
const DAY_S = 86_400;
/** Steps that an axis may have; shorter ones would show times that no bar is of. */
const DAY_STEPS = [1, 2, 3, 5, 7, 10, 14, 30, 60, 90, 180, 365].map((days) => days * DAY_S);
const HOUR_STEPS = [1, 2, 3, 4, 6, 8, 12, 24].map((hours) => hours * HOUR_S);
/** From this length on steps are days, one of which may be shorter by an hour. */
const DAY_LEAST_S = 22 * HOUR_S;
/** The least distance of two labels on the axis of time. */
const LABEL_PIXELS = 64;
const BAR = { size: [0.75, 48] as [number, number] };
/** A shorter drag is a click. */
const DRAG_PIXELS = 6;
const LINE_WIDTH = 1.75;
const POINT_PIXELS = 7;
const DIGIT_PIXELS = 7;
const TICK_PIXELS = 20;
/** Labels of time take one line. */
const TIME_PIXELS = 34;
const DASH = [4, 4];
/** Points are drawn on lines whose steps are few, so that a step between two gaps is seen. */
const POINTS_MAX = 60;

/** What people do with a chart. */
export interface ChartEvents {
  /** The pointer is over a step; `x` is its middle in pixels from the left. Null: over none. */
  point: (at: { index: number; x: number } | null) => void;
  /** Absent: dragging selects nothing. */
  select?: ((range: TimeRange) => void) | undefined;
  /** Absent: clicks do nothing. `id` is that of the series under the pointer, if any. */
  open?: ((range: TimeRange, id: string | null) => void) | undefined;
}

/** A chart that stands in a page. */
export interface Drawn {
  /** Shows other figures of the same series. */
  update: (model: ChartModel) => void;
  end: () => void;
}

interface Drawing {
  model: ChartModel;
  timeZone: string;
  /** Read when something happens, so that it may change. */
  events: () => ChartEvents;
}

/** Draws, and draws again when width or theme change. */
export function draw(element: HTMLElement, given: Drawing): Drawn {
  const drawing = { ...given };
  let chart = drawn(element, drawing);
  const watcher = new ResizeObserver(() => {
    if (chart.width !== element.clientWidth) chart.setSize(sizeOf(element));
  });
  watcher.observe(element);
  const themes = new MutationObserver(() => {
    chart.destroy();
    chart = drawn(element, drawing);
  });
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return {
    update: (model) => {
      drawing.model = model;
      chart.setData(dataOf(model));
    },
    end: () => {
      watcher.disconnect();
      themes.disconnect();
      chart.destroy();
    },
  };
}

const sizeOf = (element: HTMLElement): { width: number; height: number } => ({
  width: Math.max(1, element.clientWidth),
  height: HEIGHT,
});

/** Stacks are drawn from the highest to the lowest, each over what is above it. */
function dataOf(model: ChartModel): uPlot.AlignedData {
  const { middles } = timesOf(model);
  const heights =
    model.kind === 'bars'
      ? stacked(model.series).toReversed()
      : model.series.map(({ values }) => [...values]);
  const before = model.before === null ? [] : [[...model.before.values]];
  return [[...middles], ...heights, ...before];
}

/** Wide enough for the longest label. */
const widthOf = (_chart: uPlot, texts: readonly string[] | null): number =>
  TICK_PIXELS + DIGIT_PIXELS * Math.max(...(texts ?? []).map(({ length }) => length), 0);

/** Labels of time as the rest of a page writes them. */
function timeAxis({ model, timeZone }: Drawing): uPlot.Axis {
  const { starts, drawn: ends } = timesOf(model);
  const isDays = (ends.at(-1) ?? 0) - (starts.at(-1) ?? 0) >= DAY_LEAST_S;
  const text = axisTime(timeZone);
  return {
    space: LABEL_PIXELS,
    size: TIME_PIXELS,
    incrs: isDays ? DAY_STEPS : HOUR_STEPS,
    values: (_chart, splits) => splits.map((at) => text(new Date(at * SECOND_MS), isDays)),
  };
}

const heightsOf = (drawing: Drawing, most: number): number[] =>
  ticksFor(most, drawing.model.isWhole);

function drawn(element: HTMLElement, drawing: Drawing): uPlot {
  const { model, timeZone } = drawing;
  const style = getComputedStyle(document.documentElement);
  const ink = style.getPropertyValue('--dim');
  const line = style.getPropertyValue('--line');
  const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
  const options: uPlot.Options = {
    ...sizeOf(element),
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * SECOND_MS), timeZone),
    legend: { show: false },
    cursor: cursorOf(model, drawing),
    scales: {
      x: { range: () => endsOf(timesOf(drawing.model)) },
      y: { range: (_chart, _least, most) => [0, heightsOf(drawing, most ?? 0).at(-1) ?? 1] },
    },
    axes: [
      { ...axis, ...timeAxis(drawing) },
      {
        ...axis,
        size: widthOf,
        splits: (...[, , , most]) => heightsOf(drawing, most),
        values: (_chart, splits) => splits.map((height) => drawing.model.axis(height)),
      },
    ],
    series: [{}, ...seriesOf(model, style)],
    hooks: hooksOf(drawing),
  };
  const chart = new uPlot(options, dataOf(model), element);
  if (drawing.events().open !== undefined) chart.over.classList.add('cursor-pointer');
  listen(chart, drawing);
  return chart;
}

const endsOf = ({ starts, drawn: ends }: StepTimes): [number, number] => [
  starts[0] ?? 0,
  ends.at(-1) ?? 1,
];

function seriesOf({ series, kind, before, starts }: ChartModel, style: CSSStyleDeclaration) {
  const bars = uPlot.paths.bars?.(BAR);
  const ordered = kind === 'bars' ? series.toReversed() : series;
  const shown: uPlot.Series[] = ordered.map(({ ink }) => {
    const colour = style.getPropertyValue(variableOf(ink));
    if (kind === 'bars') {
      return {
        stroke: colour,
        fill: colour,
        width: 0,
        points: { show: false },
        ...(bars === undefined ? {} : { paths: bars }),
      };
    }
    const points = { show: starts.length <= POINTS_MAX, size: POINT_PIXELS - 2, fill: colour };
    return { stroke: colour, width: LINE_WIDTH, points };
  });
  const dashed = { stroke: style.getPropertyValue('--ink'), width: LINE_WIDTH, dash: DASH };
  return before === null ? shown : [...shown, { ...dashed, points: { show: false } }];
}

function cursorOf({ kind }: ChartModel, { events }: Drawing): uPlot.Cursor {
  return {
    y: false,
    points: { show: kind === 'lines', size: POINT_PIXELS },
    bind: { dblclick: () => () => null },
    drag: {
      x: events().select !== undefined,
      y: false,
      setScale: false,
      dist: DRAG_PIXELS,
      click: () => undefined,
    },
  };
}

const hooksOf = ({ events }: Drawing): uPlot.Hooks.Arrays => ({
  setCursor: [
    (chart) => {
      const { idx } = chart.cursor;
      const middle = typeof idx === 'number' ? chart.data[0][idx] : undefined;
      if (typeof idx !== 'number' || middle === undefined) events().point(null);
      else events().point({ index: idx, x: chart.over.offsetLeft + chart.valToPos(middle, 'x') });
    },
  ],
});

/** Clicks open a step, drags select several; a finger looks first and opens then. */
function listen(chart: uPlot, drawing: Drawing): void {
  let wasDrag = false;
  let looked: number | null = null;
  chart.hooks.setSelect = [
    () => {
      const { left, width } = chart.select;
      if (width <= 0) return;
      wasDrag = true;
      chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
      const [from, until] = [chart.posToVal(left, 'x'), chart.posToVal(left + width, 'x')];
      const range = stepsWithin(timesOf(drawing.model), { from, until });
      if (range !== null) drawing.events().select?.(range);
    },
  ];
  chart.over.addEventListener('mousedown', () => {
    wasDrag = false;
  });
  chart.over.addEventListener('click', (event) => {
    const { idx, top } = chart.cursor;
    if (wasDrag || typeof idx !== 'number') return;
    const isTouch = event instanceof PointerEvent && event.pointerType === 'touch';
    const isSecond = looked === idx;
    looked = idx;
    if (isTouch && !isSecond) return;
    open(drawing, { index: idx, height: chart.posToVal(top ?? 0, 'y') });
  });
}

function open({ model, events }: Drawing, at: { index: number; height: number }): void {
  const series = model.kind === 'bars' ? seriesAt(model.series, at) : null;
  events().open?.(stepAt(timesOf(model), at.index), series?.id ?? null);
}
