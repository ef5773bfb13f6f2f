import type { WaitingAtProvider } from '@tollgate/requests/batches/batch-job.queries';

/**
 * What one account may have waiting at one credential of a provider, so that none fills what the
 * provider lets the whole installation queue.
 */
export const WAITING_MAX: Readonly<WaitingAtProvider> = Object.freeze({
  jobs: 16,
  lines: 20_000,
  bytes: 134_217_728,
  tokens: 20_000_000,
});

/**
 * Counts a further line in, unless the account has enough waiting. A line that is larger than all
 * may be waits for no other.
 * @param line its bytes, and the most tokens of its prompt
 * @returns whether the line may go to the provider
 */
export function takeRoom(
  waiting: WaitingAtProvider,
  line: Pick<WaitingAtProvider, 'bytes' | 'tokens'>,
): boolean {
  const isAbove =
    waiting.jobs >= WAITING_MAX.jobs ||
    waiting.lines + 1 > WAITING_MAX.lines ||
    waiting.bytes + line.bytes > WAITING_MAX.bytes ||
    waiting.tokens + line.tokens > WAITING_MAX.tokens;
  if (isAbove && waiting.lines > 0) return false;
  waiting.lines += 1;
  waiting.bytes += line.bytes;
  waiting.tokens += line.tokens;
  return true;
}
