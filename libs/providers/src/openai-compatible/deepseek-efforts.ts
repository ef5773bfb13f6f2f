import { readAt } from '../adapter/facts.ts';
import type { Fact } from '../adapter/facts.ts';

/**
 * The efforts that DeepSeek takes for each of its models, which it maps to the `low`, `high` and
 * `max` that it has. Thinking is turned off by another field, which no route of ours has.
 */
export const DEEPSEEK_EFFORTS: Fact<readonly string[]> = readAt(
  'https://api-docs.deepseek.com/guides/thinking_mode',
  '2026-11-28',
)(['minimal', 'low', 'medium', 'high', 'xhigh', 'max']);
