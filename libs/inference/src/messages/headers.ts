import { GatewayError } from '@tollgate/contract/error-codes';
import { LONG_CONTEXT_BETA, USUAL_CONTEXT } from '@tollgate/providers/claude/facts';
import type { Target } from '../catalogue/resolve.ts';

/**
 * The versions of the wire that this route speaks. The later one only takes something away from
 * requests, so that whatever is asked in it can be asked in the earlier one, in which every request
 * leaves.
 */
const VERSIONS: readonly string[] = ['2023-06-01', '2026-10-21'];
/** The most features that a request may name. */
const BETAS_MAX = 64;
const BETA = /^[A-Za-z0-9._-]{1,100}$/u;

/** Headers that go to a provider of this shape. */
export type MessagesHeaders = Readonly<{ 'anthropic-beta'?: string }>;

/**
 * The headers of a request that mean something to the provider. Features in trial are an open list.
 * @throws GatewayError `invalid_header`
 */
export function readMessagesHeaders(header: (name: string) => string | undefined): MessagesHeaders {
  const version = header('anthropic-version');
  if (version !== undefined && !VERSIONS.includes(version)) {
    throw invalid('anthropic-version', `can only be ${VERSIONS.join(' or ')}`);
  }
  const betas = (header('anthropic-beta') ?? '')
    .split(',')
    .map((beta) => beta.trim())
    .filter((beta) => beta !== '');
  if (betas.length > BETAS_MAX) throw invalid('anthropic-beta', `may name ${BETAS_MAX} at most`);
  if (!betas.every((beta) => BETA.test(beta))) {
    throw invalid('anthropic-beta', 'may name features by letters, digits and dashes only');
  }
  return named(betas);
}

/** What decides whether a longer context was approved and priced. */
export interface ContextTerms {
  /** The context of the contract that the hold is made for, in tokens. */
  contextTokens: number;
  /** The lengths of a prompt above which other prices hold, in tokens. */
  tiersAbove: readonly number[];
}

/** What an administrator has approved and priced for one target. */
export function contextTerms({
  contextTokens,
  price,
}: Pick<Target, 'contextTokens' | 'price'>): ContextTerms {
  const tiers = price?.prices.longContext ?? [];
  return { contextTokens, tiersAbove: tiers.map(({ aboveInputTokens }) => aboveInputTokens) };
}

/**
 * The header as `X-Svc-Ignored` names it, where a feature of it does not go to the provider; it
 * changes nothing about a prompt of the usual length.
 */
export function headersLeftOut(headers: MessagesHeaders, terms: ContextTerms): string[] {
  const sent = headersWithin(headers, terms);
  return sent['anthropic-beta'] === headers['anthropic-beta'] ? [] : ['anthropic-beta'];
}

/**
 * The headers that go to one provider. The feature of a longer context goes on where an
 * administrator has approved such a context and has priced long prompts; elsewhere it is left out,
 * because nothing was held for what it costs.
 */
export function headersWithin(
  headers: MessagesHeaders,
  { contextTokens, tiersAbove }: ContextTerms,
): MessagesHeaders {
  const isPriced = tiersAbove.some((above) => above < contextTokens);
  if (contextTokens > USUAL_CONTEXT.value && isPriced) return headers;
  const betas = headers['anthropic-beta']?.split(',') ?? [];
  return named(betas.filter((beta) => !LONG_CONTEXT_BETA.value.test(beta)));
}

function named(betas: readonly string[]): MessagesHeaders {
  return betas.length === 0 ? {} : { 'anthropic-beta': betas.join(',') };
}

function invalid(param: string, words: string): GatewayError {
  return new GatewayError('invalid_header', `${param} ${words}.`, { param });
}
