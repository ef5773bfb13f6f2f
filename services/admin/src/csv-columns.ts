import type { TOKEN_COLUMNS } from '@tollgate/contract/csv-columns';
import type { UsageMetrics } from '@tollgate/contract/usage-report';

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
