import type { CatalogAlias } from './snapshot.ts';

/**
 * The targets of an alias in the order in which one call tries them: as they are listed, or drawn
 * one after the other, each with its share of the weight that is left.
 * @param random gives numbers from 0 to below 1
 */
export function inOrder<Target extends { weight: number }>(
  strategy: CatalogAlias['strategy'],
  targets: readonly Target[],
  random: () => number,
): readonly Target[] {
  if (strategy !== 'weighted') return targets;
  const left = [...targets];
  const drawn: Target[] = [];
  while (left.length > 0) {
    let point = random() * left.reduce((sum, { weight }) => sum + weight, 0);
    const index = left.findIndex(({ weight }) => (point -= weight) < 0);
    drawn.push(...left.splice(Math.max(0, index), 1));
  }
  return drawn;
}
