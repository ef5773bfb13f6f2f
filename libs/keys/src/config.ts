import { Type } from 'typebox';

/** The variable of a service that knows API keys by their hashes. */
export const keyVariables = {
  KEY_PEPPER: Type.String({
    secret: 'bytes',
    minLength: 43,
    description: 'base64, at least 32 bytes, or versions of it as JSON',
  }),
};
