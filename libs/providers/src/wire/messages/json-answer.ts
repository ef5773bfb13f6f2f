import type { JsonObject } from '../../json.ts';
import type { WireBlock } from './types.ts';

/**
 * The provider has no mode for "any JSON object". The model is made to call this tool instead, and
 * what it hands to the tool is the answer.
 */
export const JSON_TOOL_NAME = 'tollgate_json_object';

/** The definition of the tool that the provider gets. */
export const JSON_TOOL: JsonObject = {
  name: JSON_TOOL_NAME,
  description: 'Gives the answer to the user. The input is the answer: any one JSON object.',
  input_schema: { type: 'object', additionalProperties: true },
};

/** Whether a block is a JSON answer in the form of a call of our tool. */
export function isJsonAnswer(block: WireBlock): boolean {
  return block.type === 'tool_use' && block['name'] === JSON_TOOL_NAME;
}
