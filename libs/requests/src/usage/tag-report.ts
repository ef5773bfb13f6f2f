import type { TagUsage } from '@tollgate/contract/tag-usage';
import { formatCredits } from '@tollgate/money/credits';
import { tokensOf } from './sums.ts';
import type { TokenSums } from './sums.ts';
import type { TagDaySums } from './tag.queries.ts';

type Sums = Omit<TagDaySums, 'tag' | 'bucket'>;

const DATE_CHARACTERS = 10;

/**
 * Sums of tags as callers see them, in the order of the rows.
 * @param rows the days of one tag follow one another
 */
export function tagUsage(rows: readonly TagDaySums[]): TagUsage[] {
  return [...Map.groupBy(rows, ({ tag }) => tag)].map(([tag, days]) => ({
    tag: tag === '' ? null : tag,
    ...sumsOut(days.reduce<Sums>((sum, day) => added(sum, day), NOTHING)),
    series: days.map((day) => ({
      date: day.bucket.toISOString().slice(0, DATE_CHARACTERS),
      ...sumsOut(day),
    })),
  }));
}

const NOTHING: Sums & TokenSums = {
  requests: 0n,
  charged: 0n,
  input: 0n,
  cacheRead: 0n,
  cacheWrite: 0n,
  output: 0n,
  reasoning: 0n,
};

const added = (one: Sums, other: Sums): Sums => ({
  requests: one.requests + other.requests,
  charged: one.charged + other.charged,
  input: one.input + other.input,
  cacheRead: one.cacheRead + other.cacheRead,
  cacheWrite: one.cacheWrite + other.cacheWrite,
  output: one.output + other.output,
  reasoning: one.reasoning + other.reasoning,
});

const sumsOut = (sums: Sums) => ({
  requests: Number(sums.requests),
  tokens: tokensOf(sums),
  credits: formatCredits(sums.charged),
});
