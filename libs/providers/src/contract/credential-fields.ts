import { Type } from 'typebox';

/**
 * A value that fits into a header: visible ASCII without blanks, so that nothing can be smuggled
 * behind it.
 */
const VISIBLE = '^[\\x21-\\x7e]+$';
const SECRET_CHARACTERS_MAX = 4_096;
const VALUE_CHARACTERS_MAX = 256;

/** A secret of a credential: sealed at rest, never shown again. */
export const Secret = Type.String({
  pattern: VISIBLE,
  minLength: 1,
  maxLength: SECRET_CHARACTERS_MAX,
  secret: true,
});

/** A plain value of a credential that is sent in a header. */
export const HeaderValue = Type.String({
  pattern: VISIBLE,
  minLength: 1,
  maxLength: VALUE_CHARACTERS_MAX,
});
