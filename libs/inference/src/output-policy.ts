import { GatewayError } from '@tollgate/contract/errors';
import type { ChatRequest } from '@tollgate/contract/chat';
import type { RequestContract } from '@tollgate/contract/request-contract';
import type { Refusal } from '@tollgate/providers/refusal';
import { tightestLimits } from '@tollgate/money/limit-set';
import { overflowWords } from '@tollgate/providers/context-overflow';
import type { Caller } from './caller.ts';

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

/** The ceilings that hold for a caller. @param hard an administrator's absolute ceiling for the model */
export function ceilingsOf({ key }: Caller, hard: number | null): OutputCeilings {
  const { outputTokensPerRequest: request } = tightestLimits(key.limits, key.ownerLimits);
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
 * The effective ceiling: what the request asks for, or the managed value, clamped to the model, the room that the prompt
 * leaves and the hard ceiling.
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

/** The names of the field that holds a ceiling; ours stands there where the caller has named a larger one or none. */
const CEILING_FIELDS: readonly string[] = ['max_tokens', 'max_completion_tokens'];

/**
 * A refusal that comes from a ceiling of ours, in terms of what the caller sent: the effort, and whose ceiling it does not fit under. Other refusals as they are.
 * @param refusal of the request in which the effective ceiling stands
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

/** Tokens that the prompt leaves. Near the edge the bound is too careful, so there the likely size decides. */
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
