import { openaiCompatible } from '../openai-compatible/index.ts';
import type { Family } from '../adapter.ts';
import { deepseekContract } from './contract.ts';

const { embeddings: _hasNone, ...compatible } = openaiCompatible;

/** DeepSeek: a compatible provider whose address and models are known. */
export const deepseek: Family = {
  ...compatible,
  id: 'deepseek',
  provider: 'deepseek',
  baseUrl: 'https://api.deepseek.com',
  contract: deepseekContract,
};
