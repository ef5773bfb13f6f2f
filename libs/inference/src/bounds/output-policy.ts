import { GatewayError } from '@tollgate/contract/error-codes';
import type { ChatRequest } from '@tollgate/contract/chat';
import { IMAGE_TOOL_TOKENS, PRICED_TOOLS } from '@tollgate/contract/priced-dimensions';
import type { RequestContract } from '@tollgate/contract/request-contract';
import type { ToolCounts, ToolRuns } from '@tollgate/contract/server-tools';
import type { Refusal } from '@tollgate/providers/adapter/refusal';
import { NO_LIMITS, tightestLimits } from '@tollgate/money/limit-set';
import { overflowWords } from '@tollgate/providers/contract/context-overflow';
import type { Caller } from '../caller/caller.ts';
import type { PromptUsage, Usage } from '@tollgate/providers/adapter/adapter';

/** The output ceiling when neither the request nor the key nor the user sets one, in tokens. */
export const MANAGED_OUTPUT_TOKENS = 16_384;
/** How far the upper bound of a prompt may lie above its true size, at the median. */
const BOUND_SLACK = 1.5;

/** The ceiling that holds for one request. */
export interface OutputPolicy {
  policy: 'managed' | 'explicit';
  /** Tokens of one choice, reasoning included. */
  effectiveMaxTokens: number;
}

/** Where a managed ceiling may come from, the narrower first. */
export interface OutputCeilings {
  key: number | null;
  user: number | null;
  /** An administrator's absolute ceiling for the model. */
  hard: number | null;
  /** The hard ceiling of the key or of its user, of all choices of a request together. */
  request: number | null;
}

/**
 * The ceilings that hold for a caller.
 * @param hard an administrator's absolute ceiling for the model
 */
export function ceilingsOf({ key, isUnlimited }: Caller, hard: number | null): OutputCeilings {
  const { outputTokensPerRequest: request } =
    isUnlimited === true ? NO_LIMITS : tightestLimits(key.limits, key.ownerLimits);
  return { key: key.maxOutputTokens, user: key.ownerMaxOutputTokens, hard, request };
}

/**
 * The managed and the hard ceiling of a model for one caller, before a prompt takes its share.
 * @param choices that share the ceiling of a request
 */
export function ceilingsFor(
  limits: RequestContract['limits'],
  ceilings: OutputCeilings,
  choices = 1,
): { managed: number; hard: number } {
  const model = limits.output_tokens ?? 0;
  const ofEach = Math.max(1, Math.floor((ceilings.request ?? model * choices) / choices));
  const hard = Math.min(model, ceilings.hard ?? model, ofEach);
  const managed = Math.min(hard, ceilings.key ?? ceilings.user ?? MANAGED_OUTPUT_TOKENS);
  return { managed, hard };
}

/**
 * The effective ceiling: what the request asks for, or the managed value, clamped to the model, the
 * room that the prompt leaves and the hard ceiling.
 * @param inputBound upper bound of the prompt as people write it, in tokens
 * @throws GatewayError `context_length_exceeded` when the prompt alone cannot fit
 */
export function decideOutput(
  request: ChatRequest,
  limits: RequestContract['limits'],
  given: { ceilings: OutputCeilings; inputBound: number },
): OutputPolicy {
  const asked = request.max_completion_tokens ?? request.max_tokens ?? null;
  const { managed, hard } = ceilingsFor(limits, given.ceilings, request.n ?? 1);
  const wanted = Math.min(asked ?? managed, hard);
  return {
    policy: asked === null ? 'managed' : 'explicit',
    effectiveMaxTokens: Math.min(wanted, roomFor(limits.context_tokens, given.inputBound)),
  };
}

/**
 * The names of the field that holds a ceiling; ours is there where the caller has named a larger
 * one or none.
 */
const CEILING_FIELDS: readonly string[] = ['max_tokens', 'max_completion_tokens'];

/**
 * A refusal that comes from a ceiling of ours, in terms of what the caller sent: the effort, and
 * the owner of the ceiling that it exceeds. Other refusals stay as they are.
 * @param refusal of the request that has the effective ceiling
 */
export function inCallersTerms(
  refusal: Refusal | null,
  { sent, output, ceilings }: { sent: ChatRequest; output: OutputPolicy; ceilings: OutputCeilings },
): Refusal | null {
  const { reasoning_effort: effort } = sent;
  if (refusal === null || !effort || !CEILING_FIELDS.includes(refusal.param)) return refusal;
  const { effectiveMaxTokens: tokens } = output;
  if (tokens === (sent.max_completion_tokens ?? sent.max_tokens)) return refusal;
  const needed = refusal.below === undefined ? '' : `at least ${refusal.below} `;
  return {
    param: 'reasoning_effort',
    message:
      `reasoning_effort ${JSON.stringify(effort)} needs ${needed}output tokens with this model, but ` +
      `${sourceOf(tokens, ceilings)} is ${tokens}. Leave reasoning_effort out, or have that ceiling raised.`,
  };
}

function sourceOf(tokens: number, { key, user, hard, request }: OutputCeilings): string {
  if (tokens === request) return 'the limit output_tokens_per_request of this key or account';
  if (tokens === key) return "this key's output ceiling";
  if (tokens === user) return "this account's output ceiling";
  return tokens === hard ? "this model's hard ceiling" : 'the room that the prompt leaves';
}

/**
 * Tokens that the prompt leaves. Near the edge the bound is too careful, so there the likely size
 * decides.
 */
function roomFor(contextTokens: number, inputBound: number): number {
  if (inputBound < contextTokens) return contextTokens - inputBound;
  const likely = likelyOf(inputBound);
  if (likely >= contextTokens) {
    throw new GatewayError('context_length_exceeded', overflowWords(contextTokens, likely), {
      param: 'messages',
    });
  }
  return contextTokens - likely;
}

/** The likely size of a prompt, in tokens, by its upper bound as people write it. */
export function likelyOf(inputBound: number): number {
  return Math.ceil(inputBound / BOUND_SLACK);
}

/**
 * Output tokens of each choice that a provider may count above the ceiling that was sent. None of
 * the 147 recorded answers to requests with a ceiling lies above it, 21 lie exactly on it, and one
 * counts a reasoning token more than its completion has; marks of an answer's end, which some
 * servers count, are a few tokens.
 */
export const OUTPUT_SLACK_TOKENS = 16;
/**
 * How far a prompt may be counted above the context limit of a contract: limits are published in
 * round thousands or in powers of two (1,000,000 and 1,048,576 are published for one model), and
 * servers add a few tokens of their template.
 */
export const CONTEXT_SLACK = 1.05;

/**
 * The most that a provider can have used for a call by the model's contract and the ceiling that
 * was sent, in tokens.
 */
export interface PossibleUsage {
  input: number;
  output: number;
  /** Runs of tools of the provider's; absent: none. */
  tools?: ToolCounts;
}

/** A call as planned before it is sent; null where usage is not what the provider reports. */
interface Planned {
  possible: PossibleUsage | null;
}

/**
 * The usage that is possible.
 * @param given.choices how many answers were asked for, each under the ceiling
 * @param given.runs after each of which the model takes a turn of its own, with a prompt that may
 *   fill the context
 */
export function possibleUsage(given: {
  contextTokens: number;
  effectiveMaxTokens: number;
  choices: number;
  runs?: ToolRuns;
}): PossibleUsage {
  const { contextTokens, effectiveMaxTokens, choices, runs } = given;
  const turns = (runs?.found.length ?? 0) + 1;
  const ceilings = runs?.isCeilingOfTurns === true ? turns : 1;
  return {
    input: Math.ceil(contextTokens * CONTEXT_SLACK * turns),
    output: choices * (effectiveMaxTokens + OUTPUT_SLACK_TOKENS) * ceilings,
    ...(runs === undefined ? {} : { tools: runs.counts }),
  };
}

/** Represents the prompt in a report that has the counts of the answer alone. */
export const NO_PROMPT: PromptUsage = { input: 0, cache_read: 0, cache_write: 0 };

const COUNTED = [...PRICED_TOOLS, ...IMAGE_TOOL_TOKENS] as const;

/**
 * Whether a provider can have used what it reports. Nothing of a report that is impossible in one
 * number is believed.
 */
export function isPlausible({ possible }: Planned, usage: PromptUsage & Partial<Usage>): boolean {
  if (possible === null) return true;
  const { input, cache_read, cache_write, output = 0, reasoning = 0 } = usage;
  return (
    input + cache_read + cache_write <= possible.input &&
    output + reasoning <= possible.output &&
    COUNTED.every((tool) => (usage[tool] ?? 0) <= (possible.tools?.[tool] ?? 0))
  );
}

/** The usage where it is plausible, else null. */
export function believed(plan: Planned, usage: Usage | null): Usage | null {
  return usage !== null && isPlausible(plan, usage) ? usage : null;
}
