import { Type } from 'typebox';
import { cookiesAreSecure } from './cookies.ts';

/** The variable of a service that sets cookies. */
export const cookieVariables = {
  COOKIE_SECURE: Type.Optional(
    Type.Boolean({
      description: 'mark cookies Secure; by default always but for plain http on localhost',
    }),
  ),
};

/** How a service deals with browsers. */
export interface BrowserSettings {
  /** The origin of the service as browsers see it, where it is configured. */
  publicOrigin: string | undefined;
  cookiesAreSecure: boolean;
}

/**
 * What follows from the address that browsers use; COOKIE_SECURE decides about cookies where it is
 * set.
 */
export function browserSettings({
  PUBLIC_BASE_URL: publicUrl,
  COOKIE_SECURE: secure,
}: Readonly<{ PUBLIC_BASE_URL?: string; COOKIE_SECURE?: boolean }>): BrowserSettings {
  return {
    publicOrigin: publicUrl === undefined ? undefined : new URL(publicUrl).origin,
    cookiesAreSecure: secure ?? cookiesAreSecure(publicUrl),
  };
}
