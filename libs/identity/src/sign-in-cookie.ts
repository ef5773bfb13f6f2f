import { parseCookie, stringifySetCookie } from 'cookie';
import type { CookieOptions } from './cookies.ts';

const NAME = 'svc_platform_sign_in';

/**
 * With the prefix, browsers take the cookie from this very host alone: a neighbour under the same
 * domain cannot plant one.
 */
const nameOf = (secure: boolean): string => (secure ? `__Host-${NAME}` : NAME);

/**
 * A `Set-Cookie` line of a sealed sign-in, empty to forget the sign-in; Lax, because the browser
 * comes back from the provider by a link.
 */
export function signInCookieLine({ value, lifeSeconds, secure }: CookieOptions): string {
  return stringifySetCookie({
    name: nameOf(secure),
    value,
    maxAge: lifeSeconds,
    path: '/',
    httpOnly: true,
    secure,
    sameSite: 'lax',
  });
}

/** The sealed sign-in that a browser has brought along. */
export function readSignInCookie(header: string | undefined, secure: boolean): string | undefined {
  if (header === undefined) return undefined;
  return parseCookie(header, { decode: (text) => text })[nameOf(secure)];
}
