import { readAt } from '../adapter/facts.ts';
import type { WireFacts } from '../adapter/facts.ts';
import { COMPATIBLE_FACTS } from '../openai-compatible/facts.ts';

const CREATE = readAt('https://api-docs.deepseek.com/api/create-chat-completion', '2026-11-26');

/** What DeepSeek takes: "up to 16 sequences", "A max of 128 functions are supported". */
export const DEEPSEEK_FACTS: WireFacts = {
  ...COMPATIBLE_FACTS,
  stops: CREATE(16),
  tools: CREATE(128),
};
