import type { BatchUsage } from '@tollgate/requests/batches/batch.queries';

/** The usage of a line without an answer. */
export const NO_USAGE: BatchUsage = { input: 0, cached: 0, output: 0, reasoning: 0 };

/** Where each endpoint counts the tokens of an answer; the first that is there counts. */
const PATHS: Readonly<Record<keyof BatchUsage, readonly (readonly string[])[]>> = {
  input: [['prompt_tokens'], ['input_tokens']],
  cached: [
    ['prompt_tokens_details', 'cached_tokens'],
    ['input_tokens_details', 'cached_tokens'],
    ['cache_read_input_tokens'],
  ],
  output: [['completion_tokens'], ['output_tokens']],
  reasoning: [
    ['completion_tokens_details', 'reasoning_tokens'],
    ['output_tokens_details', 'reasoning_tokens'],
  ],
};

/** What `/v1/messages` counts beside the tokens of its prompt. */
const BESIDE_INPUT = ['cache_read_input_tokens', 'cache_creation_input_tokens'];

/** The tokens of an answer of any endpoint. @param body JSON */
export function usageOf(body: string): BatchUsage {
  const { usage } = JSON.parse(body) as { usage?: unknown };
  const count = (name: keyof BatchUsage): number => {
    const found = PATHS[name].map((path) => countAt(usage, path));
    return found.find((one) => one !== null) ?? 0;
  };
  const beside = BESIDE_INPUT.reduce((sum, name) => sum + (countAt(usage, [name]) ?? 0), 0);
  return {
    input: count('input') + beside,
    cached: count('cached'),
    output: count('output'),
    reasoning: count('reasoning'),
  };
}

function countAt(usage: unknown, path: readonly string[]): number | null {
  let value = usage;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return null;
    value = (value as Record<string, unknown>)[name];
  }
  return typeof value === 'number' ? value : null;
}
