/**
 * Options of every Ajv instance that checks values against schemas of this repository. The schemas
 * are made by TypeBox, so checking them against the meta-schema at each start of a process finds
 * nothing and takes most of the time of a small check. Ajv's own optimizer takes as long as the
 * rest of compiling, for code that V8 optimizes anyway.
 */
export const OWN_SCHEMAS = {
  strict: false,
  validateSchema: false,
  meta: false,
  code: { optimize: false },
} as const;
