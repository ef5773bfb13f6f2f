import { Type } from 'typebox';
import type { TString } from 'typebox';
import { StorableText } from '../text.ts';

/** The longest list that one page carries. */
export const PAGE_ROWS_MAX = 1_000;
/** Rows of a page when the caller does not say. */
export const PAGE_ROWS_DEFAULT = 200;
/** The largest uplift, in basis points: hundred times the list price on top of it. */
const UPLIFT_BP_MAX = 1_000_000;

/** A moment, RFC 3339 in UTC. */
export const Timestamp = Type.String({ format: 'date-time' });

/** An amount of credits as a decimal string with nine decimals, such as `12.345000000`. */
export const Credits = Type.String({ pattern: '^-?(0|[1-9][0-9]{0,9})\\.[0-9]{9}$' });

/**
 * An amount of credits as a caller writes it: a plain decimal above nothing, at most nine decimals.
 */
export const CreditsInput = Type.String({
  pattern: '^(?=.*[1-9])(0|[1-9][0-9]{0,8})(\\.[0-9]{1,9})?$',
  description: 'Credits above 0 as a decimal string, such as "12.5"; at most nine decimals',
});

/** A label for people: one line, no control characters, no blanks at its ends. */
export const Label = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\s\\u0000-\\u001f\\u007f](.*[^\\s\\u0000-\\u001f\\u007f])?$',
  description: 'One line of text without blanks at its ends',
});

/** Why something was done; free text for the audit trail. */
export const Reason = StorableText({ maxLength: 500 });

/** A text that finds rows: what PostgreSQL cannot keep it does not look for either. */
export const soughtText = (maxLength: number): TString => StorableText({ maxLength });

/** A basis point is a hundredth of a percent on top of the list price. */
export const UpliftBp = Type.Integer({ minimum: 0, maximum: UPLIFT_BP_MAX });

/**
 * How far a page of requests may start from the newest one; further back the cursor of an export
 * leads.
 */
export const PAGE_OFFSET_MAX = 100_000;

/** A filter by user, as people write it. */
export const UserFilter = Type.String({
  maxLength: 300,
  description: 'The id of a user, or the e-mail address of the account',
});

/** What people know a user by. */
export const UserEmail = Type.Union([Type.String(), Type.Null()], {
  description: 'The address of the account today, also of a closed one; null where there is none',
});

/** What people know a key by. */
export const KeyName = Type.Union([Type.String(), Type.Null()], {
  description: 'The name of the key today, also of a deleted one; null where there is none',
});

/** Pages of lists that are newest first. */
export const pageProperties = {
  limit: Type.Integer({ minimum: 1, maximum: PAGE_ROWS_MAX, default: PAGE_ROWS_DEFAULT }),
  /** The id of the last row of the page before. */
  before: Type.Optional(Type.String({ maxLength: 100 })),
};
