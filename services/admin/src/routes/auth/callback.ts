import { ERROR_CODES, GatewayError } from '@tollgate/contract/error-codes';
import { COOKIE } from '@tollgate/contract/headers';
import { SIGN_IN_FAULTS } from '@tollgate/contract/platform/sign-in';
import { finishPlatformSignIn } from '@tollgate/contract/routes/admin/auth';
import { route } from '@tollgate/http/route';
import type { MountedRoute, RouteContext } from '@tollgate/http/route';
import { cookieLine } from '@tollgate/identity/cookies';
import { useSignIn } from '@tollgate/identity/oidc-accounts';
import { readSignInCookie, signInCookieLine } from '@tollgate/identity/sign-in-cookie';
import { timingSafeEqual } from 'node:crypto';
import type { AdminDeps } from '../../deps.ts';
import { enter, noteRefused } from '../../oidc/enter.ts';
import { ProviderAway } from '../../oidc/provider-fetch.ts';
import { SignInRefused } from '../../oidc/provider.ts';
import { answerPage, faultPath } from '../../oidc/sign-in-page.ts';
import { SIGN_IN_SECONDS } from '../../oidc/sign-in-seal.ts';
import type { BegunSignIn } from '../../oidc/sign-in-seal.ts';
import { away, noProvider } from './start.ts';

type Oidc = NonNullable<AdminDeps['oidc']>;

export const handleFinishPlatformSignIn = (deps: AdminDeps): MountedRoute =>
  route(finishPlatformSignIn, async ({ query }, context) => {
    const { oidc } = deps;
    if (oidc === null) throw noProvider();
    const { request, response, address } = context;
    try {
      const takeBack = await oidc.throttle.take({
        account: `callback ${address}`,
        address,
        addressIsKnown: false,
      });
      const path = await finish(deps, { oidc, state: query.state, context });
      await takeBack();
      answerPage(response, { status: 200, text: 'You are signed in.', path });
    } catch (error) {
      const reported = error instanceof ProviderAway ? away(error) : error;
      if (!(reported instanceof GatewayError) || !asksForPage(request.headers.accept))
        throw reported;
      const fault = reported.facts?.['reason'] ?? reported.code;
      const { status } = ERROR_CODES[reported.code];
      answerPage(response, { status, text: reported.message, path: faultPath(fault) });
    }
    return undefined;
  });

const asksForPage = (accept: string | undefined): boolean => accept?.includes('text/html') === true;

interface Callback {
  oidc: Oidc;
  state: string | undefined;
  context: RouteContext<unknown>;
}

/** Signs in; gives the page to go on with. @throws GatewayError or ProviderAway */
async function finish(deps: AdminDeps, callback: Callback): Promise<string> {
  const { oidc, context } = callback;
  const { response, request } = context;
  const secure = deps.settings.cookiesAreSecure;
  try {
    const begun = await begunBy(deps, callback);
    // Whatever comes now, this sign-in was the only one that the cookie was good for.
    const forgotten = signInCookieLine({ value: '', lifeSeconds: 0, secure });
    response.appendHeader('set-cookie', forgotten);
    const { search } = new URL(request.originalUrl, 'http://localhost');
    const claims = await oidc.provider.finish(search, begun);
    const { accessToken: value, lifeSeconds } = await enter(deps, { oidc, claims, context });
    const line = cookieLine(COOKIE.platformAccess, { value, lifeSeconds, secure });
    response.appendHeader('set-cookie', line);
    return begun.returnTo;
  } catch (error) {
    if (error instanceof SignInRefused) throw await refusal(deps, callback, error);
    if (error instanceof ProviderAway) await noteRefused(deps, callback, 'unavailable');
    throw error;
  }
}

/**
 * The sign-in that this browser has begun, used up.
 * @throws SignInRefused `stale`, which leaves the cookie to the tab that it belongs to
 */
async function begunBy(deps: AdminDeps, { oidc, state, context }: Callback): Promise<BegunSignIn> {
  const sealed = readSignInCookie(context.request.headers.cookie, deps.settings.cookiesAreSecure);
  const begun = sealed === undefined ? null : await oidc.seal.open(sealed);
  if (begun === null || state === undefined || !isSame(begun.state, state)) {
    throw new SignInRefused('stale', 'no sign-in of this browser');
  }
  if (await useSignIn(deps.db, state, SIGN_IN_SECONDS)) return begun;
  throw new SignInRefused('stale', 'used before');
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

async function refusal(
  deps: AdminDeps,
  callback: Callback,
  error: SignInRefused,
): Promise<GatewayError> {
  const { fault: reason } = error;
  // The trail has more of somebody whom the provider proved; that was written with the refusal.
  if (!error.isReported) await noteRefused(deps, callback, reason);
  return new GatewayError('sign_in_refused', SIGN_IN_FAULTS[reason], {
    facts: { reason },
    detail: error.message,
    cause: error,
  });
}
