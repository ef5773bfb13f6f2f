import { GatewayError } from '@tollgate/contract/errors';

/**
 * The versions of the wire that this route speaks. The later one only takes something away from requests, so that whatever is asked in it can be asked in the
 * earlier one, in which every request leaves.
 */
const VERSIONS: readonly string[] = ['2023-06-01', '2026-10-21'];
/** The most features that a request may name. */
const BETAS_MAX = 64;
const BETA = /^[A-Za-z0-9._-]{1,100}$/u;
/** Features that change what a call may cost without a field of the body: a context at another price than the model's. */
const PRICED = /^context-1m-/u;

/** Headers that go to a provider of this shape. */
export type MessagesHeaders = Readonly<{ 'anthropic-beta'?: string }>;

/**
 * The headers of a request that mean something to the provider. Features in trial are an open list and pass; one that is priced apart is left out, since the
 * hold is made for the context that the model's contract has.
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
  const kept = betas.filter((beta) => !PRICED.test(beta));
  return kept.length === 0 ? {} : { 'anthropic-beta': kept.join(',') };
}

function invalid(param: string, words: string): GatewayError {
  return new GatewayError('invalid_header', `${param} ${words}.`, { param });
}
