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

/** Tokens by what is priced apart: kinds that never overlap, as the ledger has them. */
type TokenKinds = Omit<UsageMetrics['tokens'], 'total'>;

/**
 * Tokens as callers count them, out of kinds that never overlap: `input` is the whole prompt and
 * `output` the whole completion, and what was cached or spent on reasoning is a part of these.
 */
export function promptAndCompletion(kinds: TokenKinds): TokenKinds {
  const { input, cache_read: read, cache_write: write, output, reasoning } = kinds;
  return { ...kinds, input: input + read + write, output: output + reasoning };
}

/** Tokens as both planes show them, with their total. */
export function tokensOf(sums: TokenSums): UsageMetrics['tokens'] {
  const tokens = promptAndCompletion({
    input: Number(sums.input),
    cache_read: Number(sums.cacheRead),
    cache_write: Number(sums.cacheWrite),
    output: Number(sums.output),
    reasoning: Number(sums.reasoning),
  });
  return { ...tokens, total: tokens.input + tokens.output };
}
