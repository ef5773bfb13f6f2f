import type { ReactElement } from 'react';

/** The course of a figure, without numbers: the figure stands beside it. */
export function Sparkline({ values }: { values: readonly number[] }): ReactElement | null {
  if (values.length < 2) return null;
  const points = sparkPoints(values);
  return (
    <svg
      aria-hidden
      data-sparkline
      viewBox="0 0 100 24"
      preserveAspectRatio="none"
      className="mt-2 h-6 w-full text-[var(--chart-1)]"
    >
      <polygon points={`0,24 ${points} 100,24`} fill="currentColor" opacity="0.15" />
      <polyline
        points={points}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** The points of a line through values, in a box of 100 by 24 with a margin of 1. */
function sparkPoints(values: readonly number[]): string {
  const most = Math.max(...values, 0);
  const wide = 100 / Math.max(1, values.length - 1);
  return values
    .map((value, index) => {
      const height = most === 0 ? 0 : (value / most) * 22;
      return `${(index * wide).toFixed(1)},${(23 - height).toFixed(1)}`;
    })
    .join(' ');
}
