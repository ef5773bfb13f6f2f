import type { CustomFormat } from './chat.ts';

/** The one field of a function that represents a custom tool. */
const FIELD = 'input';

/**
 * The parameters of a function that represents a custom tool: one text. A grammar is given where
 * the text is described, since some providers bound the description of a function.
 */
export function customParameters({
  format,
}: {
  format?: CustomFormat | undefined;
}): Record<string, unknown> {
  const description = `One text, written as it is and not as JSON within.${grammarOf(format)}`;
  return {
    type: 'object',
    properties: { [FIELD]: { type: 'string', description } },
    required: [FIELD],
    additionalProperties: false,
  };
}

function grammarOf(format: CustomFormat | undefined): string {
  if (format?.type !== 'grammar') return '';
  const kind = format.syntax === 'lark' ? 'Lark grammar' : 'regular expression';
  return ` The text has to match this ${kind}:\n${format.definition}`;
}

/** The arguments of the function for a text that a caller hands back. */
export function toArguments(input: string): string {
  return JSON.stringify({ [FIELD]: input });
}

/**
 * The text that a model has written; arguments of any other shape are the text themselves, so that
 * nothing is lost.
 */
export function toInput(given: string): string {
  try {
    const parsed: unknown = JSON.parse(given);
    const input: unknown = Object.getOwnPropertyDescriptor(parsed ?? {}, FIELD)?.value;
    return typeof input === 'string' ? input : given;
  } catch {
    return given;
  }
}
