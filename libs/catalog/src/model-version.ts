/** A group of regions that a host puts before a name, and its own revision behind. */
const HOST_PARTS = /^(?:regional|global|us-gov|us|eu|jp|apac|au|in|ca)\.|-v\d+(?::\d+\w*)*$/gu;
/** A day, a month, or a build: `2025-04-14`, `20250514`, `08-2025`, `001`. */
const DATES = /\d{4}-\d{2}-\d{2}|\d{2}-20\d{2}|\d{3,}/gu;
/** A number of one or two digits that is no part of a word, such as the sizes `70b` and `128k`. */
const NUMBERS = /(?<![a-z0-9])\d{1,2}(?![a-z0-9])/gu;

/** The numbers of a model's version by its name: 5 and 5 of `claude-sonnet-5-5`. */
function versionOf(model: string): number[] {
  const own = model.toLowerCase().slice(model.lastIndexOf('/') + 1);
  const numbers = (own.replace(HOST_PARTS, '').replace(DATES, '').match(NUMBERS) ?? []).map(Number);
  const last = numbers.findLastIndex((number) => number !== 0);
  return numbers.slice(0, last + 1);
}

/**
 * Whether a model is a later version of another one whose name begins as its own does: Sonnet 5.5
 * beside Sonnet 5. Their prices differ.
 */
export function isLaterVersion(model: string, than: string): boolean {
  const [own, other] = [versionOf(model), versionOf(than)];
  return own.length > other.length && other.every((number, at) => own[at] === number);
}
