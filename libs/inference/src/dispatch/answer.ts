import type {
  ChatChunk,
  ChatChunkChoice,
  ChatCompletion,
  ChatUsage,
} from '@tollgate/contract/chat';
import type { UrlCitation } from '@tollgate/contract/search-options';
import { HEADER } from '@tollgate/contract/headers';
import type { SuspectReason } from '@tollgate/contract/suspect-usage';
import { ignoredHeader } from '@tollgate/contract/unknown-fields';
import type { MappedAnswer, Usage } from '@tollgate/providers/adapter/adapter';
import { inputTokensOf, tokensOf } from '@tollgate/money/rating';
import type { UsageCounts } from '@tollgate/money/rating';
import { formatCredits } from '@tollgate/money/credits';
import type { Bill } from '../money/bill.ts';
import type { DeliveredTokens } from './delivered.ts';
import type { Plan } from '../plan.ts';

/**
 * The headers of every served answer: the actual route, the catalogue that it was found in, the
 * output ceiling and what was left out.
 */
export function answerHeaders(plan: Plan, requestId: string): Record<string, string> {
  const ignored = plan.ignored.length === 0 ? null : ignoredHeader(plan.ignored);
  return {
    [HEADER.requestId]: requestId,
    [HEADER.provider]: plan.target.provider,
    [HEADER.model]: plan.target.publicId,
    [HEADER.catalogRevision]: plan.resolved.catalogRevision,
    [HEADER.idempotentReplay]: 'false',
    ...(plan.output === null
      ? {}
      : {
          [HEADER.outputPolicy]: plan.output.policy,
          [HEADER.effectiveMaxTokens]: String(plan.output.effectiveMaxTokens),
        }),
    ...(plan.effortLeftOut === null ? {} : { [HEADER.effortLeftOut]: plan.effortLeftOut }),
    ...(ignored === null ? {} : { [HEADER.ignored]: ignored }),
  };
}

/**
 * The largest charge that a JSON number says exactly, in nano-credits: 15 digits survive a double.
 */
const EXACT_NANO_MAX = 999_999_999_999_999n;

/**
 * The credits that a call was charged, as a number for its `usage`.
 * @returns undefined where the charge is not final, or no number says it exactly
 */
export function costOf({ charged, unsure }: Pick<Bill, 'charged' | 'unsure'>): number | undefined {
  return unsure === true || charged > EXACT_NANO_MAX ? undefined : Number(formatCredits(charged));
}

/** The header that says what a whole answer was charged; none while the charge is not final. */
export function chargedHeader({
  charged,
  unsure,
}: Pick<Bill, 'charged' | 'unsure'>): Record<string, string> {
  return unsure === true ? {} : { [HEADER.charged]: formatCredits(charged) };
}

/** The member of `usage` that says a cost; none where it is not known. */
export function costMember(cost: number | undefined): { cost?: number } {
  return cost === undefined ? {} : { cost };
}

/**
 * A document whose usage, if it has one, says this cost, and none that a provider wrote there.
 * @param cost undefined while the charge is not final
 */
export function withCost<Document extends object>(
  document: Document,
  cost: number | undefined,
): Document {
  const { usage } = document as { usage?: unknown };
  if (typeof usage !== 'object' || usage === null) return document;
  if (cost === undefined && !('cost' in usage)) return document;
  const { cost: _foreign, ...counts } = usage as { cost?: unknown };
  return { ...document, usage: { ...counts, ...costMember(cost) } };
}

/** The public document of a whole answer; ids and times are ours. */
export function toCompletion(
  plan: Plan,
  answer: MappedAnswer,
  given: { usage: UsageCounts; createdMs: number },
): ChatCompletion {
  return {
    id: completionId(plan),
    object: 'chat.completion',
    created: Math.floor(given.createdMs / 1_000),
    model: plan.target.publicId,
    choices: withCitations(answer),
    usage: toChatUsage(given.usage),
    ...(answer.systemFingerprint === undefined
      ? {}
      : { system_fingerprint: answer.systemFingerprint }),
  };
}

/** The choices with the citations of a search, which answers of one choice alone have. */
function withCitations({ choices, searched }: MappedAnswer): ChatCompletion['choices'] {
  const annotations = searched?.annotations.map(toUrlCitation) ?? [];
  if (annotations.length === 0) return choices;
  return choices.map((choice) =>
    choice.index === 0 ? { ...choice, message: { ...choice.message, annotations } } : choice,
  );
}

/** A citation as chat completions nest it; Responses has its members beside the type. */
export function toUrlCitation(annotation: Readonly<Record<string, unknown>>): UrlCitation {
  const { type: _, ...members } = annotation;
  return { type: 'url_citation', url_citation: members };
}

/** Makes the chunks of one stream: all carry the same id and time. */
export function chunkMaker(
  plan: Plan,
  createdMs: number,
): (choices: ChatChunkChoice[], usage?: ChatUsage | null) => ChatChunk {
  const frame = {
    id: completionId(plan),
    object: 'chat.completion.chunk' as const,
    created: Math.floor(createdMs / 1_000),
    model: plan.target.publicId,
  };
  return (choices, usage) =>
    usage === undefined ? { ...frame, choices } : { ...frame, choices, usage };
}

/**
 * Public token counts: tokens from a cache and into one are part of the prompt, reasoning is part
 * of the completion.
 */
export function toChatUsage(usage: UsageCounts): ChatUsage {
  const { cache_read: cached, cache_write: written, output, reasoning } = tokensOf(usage);
  const prompt = inputTokensOf(usage);
  const completion = output + reasoning;
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: cached, cache_write_tokens: written },
    completion_tokens_details: {
      reasoning_tokens: reasoning,
      ...(usage.image_output === undefined ? {} : { image_tokens: usage.image_output }),
    },
  };
}

/**
 * Why the usage of an answer is in doubt: what was found when it was read, or that it counts
 * nothing beside content. Null where it is not.
 */
export function suspicionOf(
  { usage, suspect }: Pick<MappedAnswer, 'usage' | 'suspect'>,
  { output, reasoning }: DeliveredTokens,
): SuspectReason | null {
  if (suspect !== undefined) return suspect;
  const countsNothing = usage !== null && !countsSomething(usage);
  return countsNothing && output + reasoning > 0 ? 'nothing_counted' : null;
}

/** Whether a report counts anything at all. */
export function countsSomething(usage: Usage): boolean {
  return Object.values(usage).some((count) => count !== 0);
}

function completionId(plan: Plan): string {
  return `chatcmpl-${plan.opId.replaceAll('-', '')}`;
}
