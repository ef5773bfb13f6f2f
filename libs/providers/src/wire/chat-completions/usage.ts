import { asObject, isObject } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import {
  NOTHING_REPORTED,
  UNREADABLE,
  countOf,
  keptForAnHour,
  readingOf,
} from '../../adapter/usage-reading.ts';
import type { UsageReading } from '../../adapter/usage.ts';

/** How a provider counts. */
export interface UsageConvention {
  /**
   * Reasoning tokens lie inside `completion_tokens`, beside them, or are what the total has over
   * the named parts. `total`: beside when the total says so, or when they are more than the
   * completion has, else inside.
   */
  reasoning: 'inside' | 'beside' | 'rest' | 'total';
}

/**
 * A router counts one token more for reasoning that is the whole completion. More reasoning than
 * that lies beside the completion: what Vercel's gateway asks for Gemini is the price of both,
 * although its total leaves them out.
 */
const COUNTED_TWICE_MAX = 1;

interface Counts {
  prompt: number;
  completion: number;
  total: number | undefined;
  reasoning: number;
  cacheRead: number;
  cacheWrite: number;
  /** The part of what was written that is kept for an hour, as LiteLLM reports it. */
  hour: number;
  /** Whether the cached tokens are in the details of the prompt's tokens. */
  isDetailed: boolean;
}

/**
 * Usage in buckets that do not overlap. A missing total, a negative or fractional number, a string
 * and a number beyond reason make a report unreadable; parts that are larger than their whole are
 * cut to it, and the reading says so.
 */
export function usageFromWire(reported: unknown, convention: UsageConvention): UsageReading {
  if (reported === undefined || reported === null) return NOTHING_REPORTED;
  if (!isObject(reported)) return UNREADABLE;
  const counts = countsOf(reported);
  if (counts === null) return isEmpty(reported) ? NOTHING_REPORTED : UNREADABLE;
  const prompt = promptOf(counts);
  const cacheRead = Math.min(counts.cacheRead, prompt);
  const cacheWrite = Math.min(counts.cacheWrite, prompt - cacheRead);
  const made = outputOf({ ...counts, prompt }, convention);
  const sum = prompt + made.output + made.reasoning;
  return readingOf(
    {
      input: prompt - cacheRead - cacheWrite,
      cache_read: cacheRead,
      cache_write: cacheWrite,
      ...keptForAnHour(cacheWrite, counts.hour),
      output: made.output,
      reasoning: made.reasoning,
    },
    {
      parts_exceed_whole: counts.cacheRead + counts.cacheWrite > prompt || made.isOdd,
      total_differs: counts.total !== undefined && counts.total !== sum,
    },
  );
}

/**
 * All tokens of the prompt. Cached tokens are a part of `prompt_tokens` at nearly all providers,
 * above all where its details have them; routers to Anthropic's models report them beside, in
 * Anthropic's manner. The total says which, and so do parts beside that are more than the whole.
 */
function promptOf({
  prompt,
  completion,
  total,
  cacheRead,
  cacheWrite,
  isDetailed,
}: Counts): number {
  const cached = cacheRead + cacheWrite;
  const isInTotal = cached > 0 && total === prompt + cached + completion;
  return isInTotal || (cached > prompt && !isDetailed) ? prompt + cached : prompt;
}

function outputOf(
  counts: Counts,
  convention: UsageConvention,
): { output: number; reasoning: number; isOdd: boolean } {
  const { prompt, completion, reasoning } = counts;
  const total = counts.total ?? prompt + completion;
  if (convention.reasoning === 'rest') {
    const rest = Math.max(total - prompt - completion, 0);
    return { output: completion, reasoning: rest, isOdd: false };
  }
  const isInTotal = reasoning > 0 && total === prompt + completion + reasoning;
  const isMore = reasoning > completion + COUNTED_TWICE_MAX;
  const { reasoning: rule } = convention;
  if (rule === 'beside' || (rule === 'total' && (isInTotal || isMore))) {
    return { output: completion, reasoning, isOdd: rule === 'total' && !isInTotal };
  }
  const inside = Math.min(reasoning, completion);
  return { output: completion - inside, reasoning: inside, isOdd: reasoning > completion };
}

function countsOf(reported: JsonObject): Counts | null {
  const input = asObject(reported['prompt_tokens_details']);
  const output = asObject(reported['completion_tokens_details']);
  const lives = asObject(input['cache_creation_token_details'] ?? reported['cache_creation']);
  const counts = {
    prompt: countOf(reported['prompt_tokens'] ?? reported['input_tokens']),
    completion: countOf(reported['completion_tokens'] ?? reported['output_tokens']),
    total: countOf(reported['total_tokens']),
    reasoning: firstOf(output['reasoning_tokens'], reported['reasoning_tokens']),
    cacheRead: firstOf(
      input['cached_tokens'],
      reported['prompt_cache_hit_tokens'],
      reported['num_cached_tokens'],
      reported['cached_tokens'],
      reported['cache_read_input_tokens'],
    ),
    cacheWrite: firstOf(
      input['cache_write_tokens'],
      input['cache_creation_tokens'],
      reported['cache_write_tokens'],
      reported['cache_creation_input_tokens'],
    ),
    hour: firstOf(lives['ephemeral_1h_input_tokens']),
  };
  if (counts.prompt === undefined || counts.completion === undefined) return null;
  if (Object.values(counts).some(Number.isNaN)) return null;
  const isDetailed = Object.keys(input).some((name) => name.startsWith('cache'));
  return { ...counts, prompt: counts.prompt, completion: counts.completion, isDetailed };
}

/** The first of several names for one number that the provider used; 0 when it used none. */
function firstOf(...values: unknown[]): number {
  const reported = values.map(countOf).find((value) => value !== undefined);
  return reported ?? 0;
}

/** Providers report counts of nothing in the first events of a stream. */
function isEmpty(reported: JsonObject): boolean {
  return Object.values(reported).every((value) => value === null);
}
