import type { ChatRequest } from '@tollgate/contract/chat';
import { ProviderError } from '../adapter.ts';
import type { Refusal } from '../refusal.ts';
import { isObject } from '../json.ts';
import { toFailure } from '../wire/failures.ts';

/** The parts of this runtime's `JSON` that the compiler does not know yet. */
interface ExactJson {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): unknown;
}

const exactJson = JSON as unknown as ExactJson;
const BAD_REQUEST = 400;

const FAULT = 'The arguments of a call are no JSON object, and this model takes nothing else.';

/** Why earlier calls of a request cannot be sent on this wire; null when they can. */
export function refusedArguments({ messages }: ChatRequest): Refusal | null {
  const position = messages.findIndex((message) => {
    const calls = message.role === 'assistant' ? message.tool_calls : undefined;
    return calls?.some((call) => objectIn(call.function.arguments) === undefined) === true;
  });
  return position < 0 ? null : { param: `messages[${position}].tool_calls`, message: FAULT };
}

/**
 * The arguments of an earlier call as an object whose JSON keeps every number as it was written,
 * even numbers that no double can hold. Missing arguments are an empty object.
 * @throws ProviderError `rejected` for arguments that are no object, for which this wire has no place
 */
export function argumentsObject(text: string): object {
  const made = objectIn(text);
  if (made !== undefined) return made;
  throw new ProviderError(toFailure('rejected', { status: BAD_REQUEST, text: FAULT }));
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
