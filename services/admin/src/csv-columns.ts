import type { UsageMetrics } from '@tollgate/contract/usage-report';

/** The columns that tokens fill in every export. */
export const TOKEN_COLUMNS = [
  'input_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
  'output_tokens',
  'reasoning_tokens',
] as const;

/** The fields of tokens in one line; empty where nothing was counted. */
export function tokenFields(
  tokens: Omit<UsageMetrics['tokens'], 'total'> | null,
): Record<(typeof TOKEN_COLUMNS)[number], number | null> {
  return {
    input_tokens: tokens?.input ?? null,
    cache_read_tokens: tokens?.cache_read ?? null,
    cache_write_tokens: tokens?.cache_write ?? null,
    output_tokens: tokens?.output ?? null,
    reasoning_tokens: tokens?.reasoning ?? null,
  };
}
