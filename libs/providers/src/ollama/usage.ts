import type { MappedAnswer, Usage } from '../adapter.ts';
import type { JsonObject } from '../json.ts';

/** The counts of a reply: of the whole call, or of the part that the server reported. */
export type ReportedUsage = Pick<MappedAnswer, 'usage' | 'promptUsage' | 'answerUsage'>;

/** More tokens than any model takes or gives: such a number is a fault, not a count. */
const TOKENS_MAX = 1_000_000_000;

/**
 * What a server counted. Older servers leave out the prompt's count when the prompt was still in their memory; the whole usage is then null, because the
 * prompt was not empty, and the count of the answer stands alone.
 */
export function usageFromWire(reply: JsonObject): ReportedUsage {
  const input = tokens(reply['prompt_eval_count']);
  const output = tokens(reply['eval_count']);
  const prompt = input === null ? null : { input, cache_read: 0, cache_write: 0 };
  const answer = output === null ? null : { output, reasoning: 0 };
  if (prompt !== null && answer !== null) return { usage: { ...prompt, ...answer } };
  return {
    usage: null,
    ...(prompt === null ? {} : { promptUsage: prompt }),
    ...(answer === null ? {} : { answerUsage: answer }),
  };
}

/** The usage of a call for vectors, which has no output. */
export function inputUsageFromWire(reply: JsonObject): Usage | null {
  const input = tokens(reply['prompt_eval_count']);
  return input === null ? null : { input, cache_read: 0, cache_write: 0, output: 0, reasoning: 0 };
}

function tokens(value: unknown): number | null {
  const usable = typeof value === 'number' && Number.isSafeInteger(value);
  return usable && value >= 0 && value <= TOKENS_MAX ? value : null;
}
