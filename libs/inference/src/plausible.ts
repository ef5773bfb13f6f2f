import type { PromptUsage, Usage } from '@tollgate/providers/adapter';

/**
 * Output tokens of each choice that a provider may count above the ceiling that was sent. None of the 147 recorded answers to requests with a ceiling
 * lies above it, 21 lie exactly on it, and one counts a reasoning token more than its completion has; marks of an answer's end, which some
 * servers count, are a few tokens.
 */
export const OUTPUT_SLACK_TOKENS = 16;
/**
 * How far a prompt may be counted above the context limit of a contract: limits are published in round thousands or in powers of two (1,000,000 and
 * 1,048,576 are told of one model), and servers add a few tokens of their template.
 */
export const CONTEXT_SLACK = 1.05;

/** The most that a provider can have used for a call by the model's contract and the ceiling that was sent, in tokens. */
export interface PossibleUsage {
  input: number;
  output: number;
}

/** What is known of a call before it is sent; null where usage is not what the provider reports. */
interface Planned {
  possible: PossibleUsage | null;
}

/** The usage that is possible. @param given.choices how many answers were asked for, each under the ceiling */
export function possibleUsage(given: {
  contextTokens: number;
  effectiveMaxTokens: number;
  choices: number;
}): PossibleUsage {
  const { contextTokens, effectiveMaxTokens, choices } = given;
  return {
    input: Math.ceil(contextTokens * CONTEXT_SLACK),
    output: choices * (effectiveMaxTokens + OUTPUT_SLACK_TOKENS),
  };
}

/** Stands for the prompt in a report that has the counts of the answer alone. */
export const NO_PROMPT: PromptUsage = { input: 0, cache_read: 0, cache_write: 0 };

/** Whether a provider can have used what it reports. Nothing of a report that is impossible in one number is believed. */
export function isPlausible({ possible }: Planned, usage: PromptUsage & Partial<Usage>): boolean {
  if (possible === null) return true;
  const { input, cache_read, cache_write, output = 0, reasoning = 0 } = usage;
  return (
    input + cache_read + cache_write <= possible.input && output + reasoning <= possible.output
  );
}

/** The usage where it is plausible, else null. */
export function believed(plan: Planned, usage: Usage | null): Usage | null {
  return usage !== null && isPlausible(plan, usage) ? usage : null;
}
