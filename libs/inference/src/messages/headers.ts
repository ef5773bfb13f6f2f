import { GatewayError } from '@tollgate/contract/errors';

/** The version of the wire that this route speaks. */
const VERSION = '2023-06-01';
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
  if (version !== undefined && version !== VERSION) {
    throw invalid('anthropic-version', `can only be ${VERSION}`);
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
