import type { CustomTool } from '@tollgate/contract/responses';

/** The one field of a function that stands for a custom tool. */
const FIELD = 'input';

/** What a function takes that stands for a custom tool: one text. */
export const CUSTOM_PARAMETERS = {
  type: 'object',
  properties: { [FIELD]: { type: 'string' } },
  required: [FIELD],
  additionalProperties: false,
} as const;

/** What a model is told of a custom tool, its grammar last. */
export function customDescription({ description, format }: CustomTool): string {
  const about = description ? `${description}\n\n` : '';
  const taken = `\`${FIELD}\` is one text, written as it is and not as JSON within.`;
  if (format?.type !== 'grammar') return about + taken;
  const kind = format.syntax === 'lark' ? 'Lark grammar' : 'regular expression';
  return `${about}${taken} The text has to match this ${kind}:\n${format.definition}`;
}

/** The arguments of the function for a text that a caller hands back. */
export function toArguments(input: string): string {
  return JSON.stringify({ [FIELD]: input });
}

/** The text that a model has written; arguments of any other shape are the text themselves, so that nothing is lost. */
export function toInput(given: string): string {
  try {
    const parsed: unknown = JSON.parse(given);
    const input: unknown = Object.getOwnPropertyDescriptor(parsed ?? {}, FIELD)?.value;
    return typeof input === 'string' ? input : given;
  } catch {
    return given;
  }
}
