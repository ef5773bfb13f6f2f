import type { SessionUsage } from '@tollgate/contract/usage-report';
import { formatCredits } from '@tollgate/money/credits';
import type { SessionSums } from './session.queries.ts';
import { tokensOf } from './sums.ts';

/** The sums of a session as both planes show them. */
export function sessionUsage(sums: SessionSums): SessionUsage {
  return {
    session_id: sums.sessionId,
    first_at: sums.firstAt.toISOString(),
    last_at: sums.lastAt.toISOString(),
    requests: Number(sums.requests),
    tokens: tokensOf(sums),
    credits: formatCredits(sums.charged),
  };
}
