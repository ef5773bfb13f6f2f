const BASIS_POINTS = 100;
const PERCENT = /^(\d{1,4})(?:\.(\d{1,2}))?$/u;

/** Basis points of a percentage as it is typed; null when it is none. */
export function basisPointsOf(text: string): number | null {
  const match = PERCENT.exec(text.trim());
  if (match === null) return null;
  const [, whole = '0', fraction = ''] = match;
  return Number(whole) * BASIS_POINTS + Number(fraction.padEnd(2, '0'));
}

/** A percentage as it is typed. */
export const percentOf = (points: number): string => String(points / BASIS_POINTS);
