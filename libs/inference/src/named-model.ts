/** The ids that models and aliases can have, which records can store: visible ASCII, so long at most. */
const MODEL_NAME = /^[\u0021-\u007e]{1,200}$/u;

/** The model that a body names, read before its shape is checked, so that the record of a refused body has it; null where it names none. */
export function namedModel(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('model' in body)) return null;
  const { model } = body;
  return typeof model === 'string' && MODEL_NAME.test(model) ? model : null;
}
