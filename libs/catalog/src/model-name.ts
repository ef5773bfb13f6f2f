/** The longest name of a model at a provider. */
export const MODEL_NAME_CHARACTERS_MAX = 200;

const NAME_PATTERN = /^[A-Za-z0-9@][A-Za-z0-9._:@+-]*(?:\/[A-Za-z0-9@][A-Za-z0-9._:@+-]*)*$/;

/**
 * Whether a name from a provider's list may become part of a public id: plain characters, no dot
 * segments, no markup, nothing that a path, a log line or a page could take for something else.
 */
export function isUsableModelName(name: unknown): name is string {
  return (
    typeof name === 'string' &&
    name.length <= MODEL_NAME_CHARACTERS_MAX &&
    NAME_PATTERN.test(name) &&
    !name.includes('..')
  );
}
