/**
 * A segment of a path in the one spelling that the edge lets through: no escapes, and no segment of
 * dots alone.
 */
const SEGMENT = "(?!\\.{1,2}(?:/|$))[A-Za-z0-9._~:@!$&'()*+,=-]+";

/** One segment of a path, as a pattern of JSON Schema. */
export const PATH_SEGMENT_PATTERN = `^${SEGMENT}$`;
/** Segments of a path from its middle on, such as the id of a model. */
export const PATH_PATTERN = `^${SEGMENT}(?:/${SEGMENT})*$`;
/** A whole path, with its first slash. */
export const WHOLE_PATH_PATTERN = `^(?:/${SEGMENT})*/?$`;
