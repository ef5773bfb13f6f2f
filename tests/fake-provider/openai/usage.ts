import type { Answer, Tokens } from '../answer.ts';

/** The usage object of a chat completion. */
export function completionUsage(tokens: Tokens): Record<string, unknown> {
  return {
    prompt_tokens: tokens.input,
    completion_tokens: tokens.output,
    total_tokens: tokens.input + tokens.output,
    prompt_tokens_details: {
      cached_tokens: tokens.cached,
      ...(tokens.written > 0 ? { cache_write_tokens: tokens.written } : {}),
      audio_tokens: 0,
    },
    completion_tokens_details: {
      reasoning_tokens: tokens.reasoning,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}

/** A usage object with the lies that were asked for, as it goes over the wire. */
export function changedUsage(usage: Record<string, unknown>, { usage: report }: Answer): unknown {
  if ('whole' in report) return report.whole;
  const change = report.number;
  return change ? mapNumbers(usage, change) : usage;
}

function mapNumbers(value: unknown, change: (value: number) => unknown): unknown {
  if (typeof value === 'number') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => [key, mapNumbers(member, change)]);
  return Object.fromEntries(members);
}
