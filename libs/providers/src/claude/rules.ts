import type { Exclusion } from '@tollgate/contract/request-contract';
import { NONE, PRESENT, between, oneOf } from '../contract/contract.ts';
import type { ChatRules } from '../contract/contract.ts';
import type { ModelLine } from './lines.ts';
import { BUDGET_TOKENS_MIN } from './thinking.ts';

/** The smallest `top_p` that goes together with thinking. */
const TOP_P_MIN = 0.95;
/** The one temperature that goes together with thinking. */
const TEMPERATURE = 1;

/**
 * How long Claude may be asked to keep a prompt. An hour costs more than five minutes, and a price
 * version has one price for written tokens, so the administrator who sets the price decides about
 * the hour.
 */
export const CACHE_CONTROL = oneOf('5m');

/** The rules of a line for sampling and thinking, wherever its models are hosted. */
export function claudeRules({
  sampling,
  efforts,
}: ModelLine): Pick<ChatRules, 'temperature' | 'top_p' | 'reasoning_effort'> {
  const isFree = sampling !== 'default';
  return {
    temperature: isFree ? between(0, 1) : oneOf(TEMPERATURE),
    top_p: isFree ? between(0, 1) : NONE,
    reasoning_effort: efforts.length === 0 ? NONE : oneOf(...efforts),
  };
}

/** What the provider refuses together, wherever the models of a line are hosted. */
export function claudeExclusions({ sampling, thinking, efforts }: ModelLine): Exclusion[] {
  const when = { reasoning_effort: efforts.filter((effort) => effort !== 'none') };
  const ceiling = { below: BUDGET_TOKENS_MIN + 1 };
  const hasEfforts = when.reasoning_effort.length > 0;
  return [
    ...(sampling === 'either'
      ? [{ when: { temperature: [PRESENT] }, refuse: { top_p: [PRESENT] } }]
      : []),
    ...(hasEfforts && sampling !== 'default'
      ? [{ when, refuse: { temperature: { below: TEMPERATURE }, top_p: { below: TOP_P_MIN } } }]
      : []),
    // The budget is part of the output, something has to be left for the answer, and a forced call
    // leaves no room for thinking.
    ...(hasEfforts && thinking === 'budget'
      ? [
          {
            when,
            refuse: {
              tool_choice: ['required', 'named'],
              response_format: ['json_object'],
              max_tokens: ceiling,
              max_completion_tokens: ceiling,
            },
          },
        ]
      : []),
  ];
}
