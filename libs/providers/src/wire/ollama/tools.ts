import { asUnreadable } from '../../adapter/call-arguments.ts';
import { isObject } from '../../json.ts';

/** The parts of this runtime's `JSON` that the compiler does not know yet. */
interface ExactJson {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): unknown;
}

const exactJson = JSON as unknown as ExactJson;

/**
 * The arguments of an earlier call as an object whose JSON keeps every number as it was written,
 * even numbers that no double can hold. Missing arguments are an empty object, and arguments that
 * are no object go as a text within one.
 */
export function argumentsObject(text: string): object {
  return objectIn(text) ?? asUnreadable(text);
}

function objectIn(text: string): object | undefined {
  const written = text.trim();
  if (written === '') return {};
  // The exact parsing would turn a lone number into an object, too.
  const made = written.startsWith('{') ? parseExactly(written) : undefined;
  return isObject(made) ? made : undefined;
}

function parseExactly(text: string): unknown {
  try {
    return exactJson.parse(text, (_key, value, { source }) =>
      typeof value === 'number' && source !== undefined && source !== String(value)
        ? exactJson.rawJSON(source)
        : value,
    );
  } catch {
    return undefined;
  }
}
