import type { MappedAnswer } from '../../adapter/adapter.ts';
import type { JsonObject } from '../../json.ts';
import { countOf, inputReading } from '../../adapter/usage-reading.ts';
import type { UsageReading } from '../../adapter/usage.ts';

/** The counts of a reply: of the whole call, or of the part that the server reported. */
export type ReportedUsage = Pick<MappedAnswer, 'usage' | 'promptUsage' | 'answerUsage' | 'suspect'>;

/**
 * What a server counted. Older servers leave out the prompt's count when the prompt was still in
 * their memory; the whole usage is then null, because the prompt was not empty, and only the count
 * of the answer is given.
 */
export function usageFromWire(reply: JsonObject): ReportedUsage {
  const counts = [countOf(reply['prompt_eval_count']), countOf(reply['eval_count'])];
  const [input, output] = counts.map((count) => (Number.isNaN(count) ? undefined : count));
  const prompt = input === undefined ? null : { input, cache_read: 0, cache_write: 0 };
  const answer = output === undefined ? null : { output, reasoning: 0 };
  const suspect = counts.some(Number.isNaN) ? { suspect: 'unreadable' as const } : {};
  if (prompt !== null && answer !== null) return { usage: { ...prompt, ...answer } };
  return {
    usage: null,
    ...suspect,
    ...(prompt === null ? {} : { promptUsage: prompt }),
    ...(answer === null ? {} : { answerUsage: answer }),
  };
}

/** The usage of a call for vectors, which has no output. */
export function inputUsageFromWire(reply: JsonObject): UsageReading {
  return inputReading(countOf(reply['prompt_eval_count']));
}
