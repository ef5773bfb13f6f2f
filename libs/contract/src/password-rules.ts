import { Type } from 'typebox';

/** The fewest characters of a password. */
export const PASSWORD_CHARACTERS_MIN = 10;
/** The most characters of a password; in UTF-8 that is 1,024 bytes at most. */
export const PASSWORD_CHARACTERS_MAX = 256;

/** A password that is being chosen. */
export const NewPassword = Type.String({
  minLength: PASSWORD_CHARACTERS_MIN,
  maxLength: PASSWORD_CHARACTERS_MAX,
});

/** A password that is being tried: short ones are wrong, not malformed. */
export const GivenPassword = Type.String({ minLength: 1, maxLength: PASSWORD_CHARACTERS_MAX });
