import type { Caller } from '../caller/caller.ts';
import type { AnswerSink } from '../call.ts';
import { requestChecksOf } from './checks.ts';
import type { NamedCheck } from './checks.ts';
import type { Limiter } from './shared-or-local.ts';
import { rateHeaders, refusal } from './limit-answers.ts';

/**
 * Bytes of stored answers that one owner may fetch in a minute, test and live apart. They cost the
 * owner nothing.
 */
export const STORED_BYTES_PER_MINUTE = 67_108_864;
/**
 * What a repetition and a poll count at least, in bytes: each is work, however little it fetches.
 */
const BYTES_MIN = { repetition: 16_384, poll: 4_096 };

/** A fetch of what is stored already. */
export interface StoredFetch {
  caller: Caller;
  /**
   * A repetition under an idempotency key is a request like any other; a poll was asked for by us.
   */
  kind: keyof typeof BYTES_MIN;
}

/**
 * Counts a fetch before anything is read. The wallet plays no part: an answer that was paid for is
 * given out also when the wallet is empty.
 * @returns notes how many bytes the fetch came to; these count even when fewer were left
 * @throws GatewayError 429
 */
export async function takeStored(
  limiter: Limiter,
  { caller, kind }: StoredFetch,
  sink: Pick<AnswerSink, 'announce'> = {},
): Promise<(bytes: number) => void> {
  const amount = BYTES_MIN[kind];
  const bytes: NamedCheck = {
    scope: 'user',
    name: 'stored_bytes_per_minute',
    kind: 'minute',
    key: `limit:{${caller.key.ownerId}}:${caller.mode}:stored_bytes`,
    limit: STORED_BYTES_PER_MINUTE,
    amount,
  };
  const checks = [...(kind === 'repetition' ? requestChecksOf(caller) : []), bytes];
  const charge = await limiter.take(checks, () => Promise.resolve([]));
  sink.announce?.(rateHeaders(checks, charge.states));
  if (charge.refused !== null) throw refusal(checks, charge.refused);
  const window = charge.states.at(-1)?.window ?? 0;
  return (sent) => {
    if (sent <= amount) return;
    const { key } = bytes;
    const more = { key, kind: bytes.kind, delta: sent - amount, window, amount, made: 0 };
    void charge.correct([more]);
  };
}
