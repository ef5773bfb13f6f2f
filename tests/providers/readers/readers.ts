import { bedrockReader } from './bedrock.ts';
import { anthropicReader } from './anthropic.ts';
import { googleReader } from './google.ts';
import { ollamaReader } from './ollama.ts';
import { openaiReader } from './openai.ts';
import { responsesReader } from './responses.ts';
import type { Reader } from './reader.ts';

/**
 * The reader of each wire, by the id of its family, and of the wire that several families speak.
 */
export const READERS: Readonly<Record<string, Reader>> = {
  anthropic: anthropicReader,
  bedrock: bedrockReader,
  google: googleReader,
  ollama: ollamaReader,
  openai: openaiReader,
  'openai-compatible': openaiReader,
  'openai-responses': responsesReader,
  responses: responsesReader,
};
