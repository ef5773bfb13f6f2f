import type { SessionUsage } from '@tollgate/contract/usage-report';
import { formatCredits } from '@tollgate/money/credits';
import type { SessionSums } from './session-queries.ts';

/** The sums of a session as both planes show them. */
export function sessionUsage(sums: SessionSums): SessionUsage {
  const tokens = {
    input: Number(sums.input),
    cache_read: Number(sums.cacheRead),
    cache_write: Number(sums.cacheWrite),
    output: Number(sums.output),
    reasoning: Number(sums.reasoning),
  };
  const total = Object.values(tokens).reduce((sum, count) => sum + count, 0);
  return {
    session_id: sums.sessionId,
    first_at: sums.firstAt.toISOString(),
    last_at: sums.lastAt.toISOString(),
    requests: Number(sums.requests),
    tokens: { ...tokens, total },
    credits: formatCredits(sums.charged),
  };
}
