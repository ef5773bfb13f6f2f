import { GatewayError } from '@tollgate/contract/error-codes';
import { CONSOLE_PATH } from '@tollgate/contract/platform/sign-in';
import { startPlatformSignIn } from '@tollgate/contract/routes/admin/auth';
import { route } from '@tollgate/http/route';
import type { MountedRoute } from '@tollgate/http/route';
import { assertOwnPage, credentialsOf } from '@tollgate/identity/credentials';
import { signInCookieLine } from '@tollgate/identity/sign-in-cookie';
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import type { AdminDeps } from '../../deps.ts';
import { ProviderAway } from '../../oidc/provider-fetch.ts';
import { SIGN_IN_SECONDS } from '../../oidc/sign-in-seal.ts';

export const handleStartPlatformSignIn = (deps: AdminDeps): MountedRoute =>
  route(startPlatformSignIn, async ({ body }, { request, response }) => {
    if (deps.oidc === null) throw noProvider();
    // The browser of a victim must not begin what an attacker goes on with.
    assertOwnPage(credentialsOf(request), deps.settings.publicOrigin);
    const { provider, seal } = deps.oidc;
    const checks = {
      state: randomState(),
      nonce: randomNonce(),
      verifier: randomPKCECodeVerifier(),
    };
    const url = await provider.begin(checks).catch((error: unknown) => {
      throw error instanceof ProviderAway ? away(error) : error;
    });
    const value = await seal.seal({ ...checks, returnTo: body.return_to ?? CONSOLE_PATH });
    const secure = deps.settings.cookiesAreSecure;
    const line = signInCookieLine({ value, lifeSeconds: SIGN_IN_SECONDS, secure });
    response.appendHeader('set-cookie', line);
    return { authorization_url: url.href };
  });

/** The error where no provider is configured. */
export function noProvider(): GatewayError {
  return new GatewayError('not_found', 'No OpenID provider is configured here.');
}

/** The error while the provider gives no answer. */
export function away(cause: ProviderAway): GatewayError {
  return new GatewayError(
    'sign_in_unavailable',
    'The OpenID provider gives no answer. Local administrators can sign in with their passwords.',
    { detail: cause.message, cause, retryAfterSeconds: 5 },
  );
}
