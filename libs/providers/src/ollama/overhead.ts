import type { Endpoint, TokenOverhead } from '../adapter/adapter.ts';
import { overheadOf } from '../openai-compatible/overhead.ts';

/**
 * Lines whose templates on a local server are shorter than what other hosts put around the same
 * models.
 */
const LINES: readonly [RegExp, Partial<TokenOverhead>][] = [
  [/qwen-?3(?!\.)/iu, { request: 10, message: 6, tools: 90, tool: 10 }],
];

/** What a local server counts beside the text: a model's template is the same wherever it runs. */
export function ollamaOverhead(endpoint: Endpoint): TokenOverhead {
  const line = LINES.find(([models]) => models.test(endpoint.upstreamModel));
  return { ...overheadOf(endpoint), ...line?.[1] };
}
