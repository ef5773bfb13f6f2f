import { openaiCompatible } from '../openai-compatible/index.ts';
import type { Family } from '../adapter/adapter.ts';
import { withWireLimits } from '../contract/wire-limits.ts';
import { deepseekContract } from './contract.ts';
import { DEEPSEEK_FACTS } from './facts.ts';

const { embeddings: _hasNone, ...compatible } = openaiCompatible;

/** DeepSeek: a compatible provider whose address and models are known. */
export const deepseek: Family = {
  ...compatible,
  id: 'deepseek',
  provider: 'deepseek',
  baseUrl: 'https://api.deepseek.com',
  contract: (model) => withWireLimits(deepseekContract(model), DEEPSEEK_FACTS),
  facts: () => DEEPSEEK_FACTS,
};
