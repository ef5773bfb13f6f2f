import { AddressRefused, assertUpstream } from './address-guard.ts';
import type { AllowedUpstreams } from './address-guard.ts';

/** The URL of a proxy: whole, for connecting, and as anybody may see it. */
export interface ProxyAddress {
  /** Scheme, user name and password, host and port. */
  url: string;
  /** The URL with `***` in place of user name and password. */
  shown: string;
}

/** Stands for a user name and a password that are not shown. */
const HIDDEN = '***';

/**
 * Checks and normalises the URL of a proxy that an administrator enters. Its address has to pass
 * the guard that targets pass: https to a public address at a usual port, or allowed by name.
 * @throws AddressRefused with a sentence for the administrator, which repeats nothing of the URL
 */
export function proxyAddress(
  text: string,
  { allowed }: { allowed: AllowedUpstreams },
): ProxyAddress {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || /[\s\p{Cc}\\]/u.test(text)) throw new AddressRefused('This is no URL.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new AddressRefused('A proxy is reached by http or https.');
  }
  if (url.pathname !== '/' || text.includes('?') || text.includes('#')) {
    throw new AddressRefused('The URL of a proxy must not hold a path, a query or a fragment.');
  }
  assertUserInfo(url);
  assertReachable(url, allowed);
  const { protocol, username, password, host } = url;
  const hasUser = username !== '' || password !== '';
  return {
    url: `${protocol}//${hasUser ? `${username}:${password}@` : ''}${host}`,
    shown: `${protocol}//${hasUser ? `${HIDDEN}@` : ''}${host}`,
  };
}

function assertUserInfo({ username, password }: URL): void {
  if (username === HIDDEN && password === '') {
    throw new AddressRefused(
      'Send the user name and the password of the proxy, not what is shown.',
    );
  }
  if (/%3a/iu.test(username)) {
    throw new AddressRefused('The user name of a proxy must not hold a colon.');
  }
  if (!isEncoded(username) || !isEncoded(password)) {
    throw new AddressRefused('The user name and the password of a proxy must be percent-encoded.');
  }
}

function isEncoded(text: string): boolean {
  try {
    return decodeURIComponent(text).length <= text.length;
  } catch {
    return false;
  }
}

function assertReachable(url: URL, allowed: AllowedUpstreams): void {
  try {
    assertUpstream(url, allowed);
  } catch (cause) {
    throw new AddressRefused(
      'A proxy without TLS, at another port than 443 and 8443, or at an address that is not public has to be in ALLOWED_PRIVATE_UPSTREAMS.',
      { cause },
    );
  }
}
