import { parseCookie, stringifySetCookie } from 'cookie';
import { COOKIE } from '@tollgate/contract/headers';

type CookieName = (typeof COOKIE)[keyof typeof COOKIE];

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The value of a cookie; the first one counts when a name occurs twice, an empty one counts as
 * absent.
 */
export function readCookie(header: string | undefined, name: CookieName): string | undefined {
  if (header === undefined) return undefined;
  const value = parseCookie(header, { decode: (text) => text })[name];
  return value === undefined || value === '' ? undefined : value;
}

/** What a cookie is made of. */
export interface CookieOptions {
  value: string;
  lifeSeconds: number;
  /** False only where the service is reached over plain http on this very machine. */
  secure: boolean;
}

/** A `Set-Cookie` line. Users' cookies follow links into the console; administrators' do not. */
export function cookieLine(name: CookieName, options: CookieOptions): string {
  return stringifySetCookie({
    name,
    value: options.value,
    maxAge: options.lifeSeconds,
    path: '/',
    httpOnly: true,
    secure: options.secure,
    sameSite: name === COOKIE.platformAccess ? 'strict' : 'lax',
  });
}

/** A `Set-Cookie` line that makes a browser forget the cookie. */
export function clearingCookieLine(name: CookieName, secure: boolean): string {
  return cookieLine(name, { value: '', lifeSeconds: 0, secure });
}

/**
 * Whether cookies must be marked Secure: always, but for plain http on the local machine.
 * @param publicBaseUrl the address by which browsers reach the service
 */
export function cookiesAreSecure(publicBaseUrl: string | undefined): boolean {
  if (publicBaseUrl === undefined) return true;
  const url = new URL(publicBaseUrl);
  return url.protocol !== 'http:' || !LOCAL_HOSTS.has(url.hostname);
}
