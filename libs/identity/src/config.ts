import { Type } from 'typebox';

/** The variable of a service that sets cookies. */
export const cookieVariables = {
  COOKIE_SECURE: Type.Optional(
    Type.Boolean({
      description: 'mark cookies Secure; by default always but for plain http on localhost',
    }),
  ),
};
