import type { UsageMetrics } from '@tollgate/contract/usage-report';

/** Tokens of a group of requests, by dimension. */
export interface TokenSums {
  input: bigint;
  cacheRead: bigint;
  cacheWrite: bigint;
  output: bigint;
  reasoning: bigint;
}

/** A row as PostgreSQL gives sums: those beyond 64 bits are text. */
export type Texts<Row> = { [Name in keyof Row]: Row[Name] extends bigint ? string : Row[Name] };

/** The sums of these names, out of their texts. */
export function sumsOf<Name extends string>(
  names: readonly Name[],
  row: Readonly<Record<Name, string>>,
): Record<Name, bigint> {
  return Object.fromEntries(names.map((name) => [name, BigInt(row[name])])) as Record<Name, bigint>;
}

/** Tokens as both planes show them, with their total. */
export function tokensOf(sums: TokenSums): UsageMetrics['tokens'] {
  const tokens = {
    input: Number(sums.input),
    cache_read: Number(sums.cacheRead),
    cache_write: Number(sums.cacheWrite),
    output: Number(sums.output),
    reasoning: Number(sums.reasoning),
  };
  return { ...tokens, total: Object.values(tokens).reduce((sum, count) => sum + count, 0) };
}
