import type { SignInFault } from '@tollgate/contract/platform/sign-in';
import {
  allowInsecureRequests,
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client';
import type { OutboundProxy } from '@tollgate/providers/engine/outbound-proxy';
import type { OidcSettings } from './config.ts';
import { hasGroups } from './groups.ts';
import type { Claims } from './groups.ts';
import { createProviderFetch, ProviderAway } from './provider-fetch.ts';

/** How long the description of a provider serves. */
const KEEP_MS = 3_600_000;
/** How long a provider that did not answer is left alone. */
const LEAVE_ALONE_MS = 3_000;
const SUBJECT_CHARACTERS_MAX = 255;

/** The secrets of one sign-in, which its browser carries sealed. */
export interface SignInChecks {
  state: string;
  nonce: string;
  verifier: string;
}

/** A sign-in that came to nothing, by the provider's word or ours. */
export class SignInRefused extends Error {
  readonly fault: SignInFault;
  /** The trail has it already. */
  readonly isReported: boolean;

  constructor(
    fault: SignInFault,
    message: string,
    { isReported = false, ...options }: ErrorOptions & { isReported?: boolean } = {},
  ) {
    super(message, options);
    this.fault = fault;
    this.isReported = isReported;
  }
}

/** The OpenID provider of this installation. It is asked when somebody signs in, never before. */
export interface OidcProvider {
  readonly settings: OidcSettings;
  /** Where a browser signs in. @throws ProviderAway */
  begin(checks: SignInChecks): Promise<URL>;
  /**
   * Exchanges what a browser came back with for what the provider says of its user; issuer,
   * audience, time, nonce and signature hold.
   * @param query of the callback, with its `?`
   * @throws SignInRefused or ProviderAway
   */
  finish(query: string, checks: SignInChecks): Promise<Claims & { sub: string }>;
  close(): Promise<void>;
}

/** Makes the client of a provider; asks nobody. */
export function createOidcProvider(
  settings: OidcSettings,
  proxy?: OutboundProxy | null,
): OidcProvider {
  const asking = createProviderFetch(settings, proxy);
  const found = keepDiscovered(() => discover(settings, asking.fetch));
  return {
    settings,
    close: () => asking.close(),
    async begin({ state, nonce, verifier }) {
      return buildAuthorizationUrl(await found(), {
        redirect_uri: settings.redirectUri,
        scope: settings.scopes,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
    },
    async finish(query, checks) {
      const config = await found();
      try {
        return await claimsOf(config, settings, { query, checks });
      } catch (error) {
        throw asRefusal(error);
      }
    },
  };
}

async function discover(
  { issuer, clientId, clientSecret }: OidcSettings,
  fetch: ReturnType<typeof createProviderFetch>['fetch'],
): Promise<Configuration> {
  const isPlain = new URL(issuer).protocol === 'http:';
  const insecure = isPlain ? [allowInsecureRequests] : [];
  const known = await discovery(new URL(issuer), clientId, undefined, undefined, {
    [customFetch]: fetch,
    execute: insecure,
  });
  const metadata = known.serverMetadata();
  const methods = metadata.token_endpoint_auth_methods_supported;
  const isBasic = methods === undefined || methods.includes('client_secret_basic');
  const auth = isBasic ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret);
  const config = new Configuration(metadata, clientId, undefined, auth);
  config[customFetch] = fetch;
  // The token came over our own connection; its signature is checked all the same.
  enableNonRepudiationChecks(config);
  for (const allow of insecure) allow(config);
  return config;
}

/**
 * One look at a time, kept for a while; an old description serves as long as there is no newer one.
 */
function keepDiscovered(look: () => Promise<Configuration>): () => Promise<Configuration> {
  let kept: { config: Configuration; atMs: number } | undefined;
  let failure: { error: ProviderAway; atMs: number } | undefined;
  let asking: Promise<Configuration> | undefined;
  const isFresh = (one: { atMs: number } | undefined, ms: number): boolean =>
    one !== undefined && performance.now() - one.atMs < ms;

  async function ask(): Promise<Configuration> {
    try {
      const config = await look();
      kept = { config, atMs: performance.now() };
      return config;
    } catch (error) {
      const away = awayIn(error) ?? new ProviderAway(messageOf(error), { cause: error });
      failure = { error: away, atMs: performance.now() };
      if (kept !== undefined) return kept.config;
      throw away;
    } finally {
      asking = undefined;
    }
  }

  return async () => {
    if (kept !== undefined && isFresh(kept, KEEP_MS)) return kept.config;
    if (failure !== undefined && isFresh(failure, LEAVE_ALONE_MS)) {
      if (kept !== undefined) return kept.config;
      throw failure.error;
    }
    asking ??= ask();
    return asking;
  };
}

async function claimsOf(
  config: Configuration,
  { redirectUri, groupsClaim }: OidcSettings,
  { query, checks }: { query: string; checks: SignInChecks },
): Promise<Claims & { sub: string }> {
  const tokens = await authorizationCodeGrant(config, new URL(redirectUri + query), {
    expectedState: checks.state,
    expectedNonce: checks.nonce,
    pkceCodeVerifier: checks.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined || claims.sub.length > SUBJECT_CHARACTERS_MAX) {
    throw new SignInRefused('rejected', 'no subject that can be kept');
  }
  const mayAsk = config.serverMetadata().userinfo_endpoint !== undefined;
  if (hasGroups(claims, groupsClaim) || !mayAsk) return claims;
  // Providers may name groups there only. The subject has to be the same.
  return { ...(await fetchUserInfo(config, tokens.access_token, claims.sub)), ...claims };
}

function asRefusal(error: unknown): Error {
  const away = awayIn(error);
  if (away !== undefined) return away;
  if (error instanceof SignInRefused) return error;
  const fault = error instanceof AuthorizationResponseError ? 'denied' : 'rejected';
  return new SignInRefused(fault, messageOf(error), { cause: error });
}

/** The library wraps what its transport throws. */
function awayIn(error: unknown): ProviderAway | undefined {
  if (error instanceof ProviderAway) return error;
  return error instanceof Error && error.cause !== undefined ? awayIn(error.cause) : undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
