/** How a figure differs from that of the period before. */
export interface Change {
  direction: 'more' | 'less' | 'same';
  /** A share of what was before, not negative; null where nothing was. */
  share: number | null;
}

/** Compares a figure with that of the period before; null where there is none to compare. */
export function changeOf(now: number | null, before: number | null): Change | null {
  if (now === null || before === null) return null;
  const direction = now === before ? 'same' : now > before ? 'more' : 'less';
  return { direction, share: before === 0 ? null : Math.abs(now - before) / before };
}
