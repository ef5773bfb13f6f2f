/**
 * Numbers of tokens in a sentence that says by how much a prompt is too long; parts of names are
 * none.
 */
const COUNTS = /(?<![\w.-])\d{1,3}(?:,\d{3})+(?![\w-])|(?<![\w.-])\d+(?![\w-])/gu;
/** Fewer tokens are no context and no prompt that is too long. */
const COUNTED_TOKENS_MIN = 100;

/**
 * A prompt that is too long, in the sentence by which clients of OpenAI's API know an overflow.
 * Undefined where the provider's sentence does not hold two numbers.
 */
export function overflowMessage(reported: string): string | undefined {
  const counts = (reported.match(COUNTS) ?? [])
    .map((digits) => Number(digits.replaceAll(',', '')))
    .filter((count) => count >= COUNTED_TOKENS_MIN);
  const [one, other, ...more] = new Set(counts);
  if (one === undefined || other === undefined || more.length > 0) return undefined;
  return overflowWords(Math.min(one, other), Math.max(one, other));
}

/**
 * The sentence by which clients of OpenAI's API know an overflow, and shorten the conversation by
 * themselves.
 */
export function overflowWords(contextTokens: number, promptTokens: number): string {
  return `This model's maximum context length is ${contextTokens} tokens. However, your messages resulted in ${promptTokens} tokens. Please reduce the length of the messages.`;
}
