/** A JSON object whose members are not known yet. */
export type JsonObject = Record<string, unknown>;

/** Whether the value is a JSON object: neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value when it is an object, else an empty one. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The value when it is a string with at least one character, else undefined. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The value when it is an array, else an empty one. */
export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

/** The parsed text, or undefined when it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The members that are neither null nor undefined. */
export function withoutNulls(value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(value).filter(([, part]) => part !== null && part !== undefined),
  );
}
