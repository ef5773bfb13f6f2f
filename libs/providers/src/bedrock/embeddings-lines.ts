import type { ContractDraft, ParameterRule } from '@tollgate/contract/request-contract';
import { NONE, oneOf } from '../contract/contract.ts';
import { COHERE_FACTS, TITAN_FACTS } from './facts.ts';

/**
 * The most calls that one request becomes, where a call takes one text: more would keep a caller
 * waiting for minutes.
 */
const CALLS_MAX = 128;

/** One line of embedding models. */
interface EmbeddingsLine {
  models: RegExp;
  kind: 'cohere' | 'titan';
  context: number;
  dimensions: ParameterRule;
}

const LINES: readonly EmbeddingsLine[] = [
  {
    models: /^cohere\.embed-(?:english|multilingual)-v3(?::\d+\w*)*$/u,
    kind: 'cohere',
    context: 512,
    dimensions: NONE,
  },
  {
    models: /^cohere\.embed-v4(?::\d+\w*)*$/u,
    kind: 'cohere',
    context: 128_000,
    dimensions: oneOf(256, 512, 1_024, 1_536),
  },
  {
    models: /^amazon\.titan-embed-(?:text-v1|g1-text-02)(?::\d+\w*)*$/u,
    kind: 'titan',
    context: 8_192,
    dimensions: NONE,
  },
  {
    models: /^amazon\.titan-embed-text-v2(?::\d+\w*)*$/u,
    kind: 'titan',
    context: 8_192,
    dimensions: oneOf(256, 512, 1_024),
  },
];

/**
 * What one embedding model accepts, by its name without the group of regions; null for an unknown
 * one.
 */
export function embeddingsContract(name: string): ContractDraft | null {
  const line = LINES.find(({ models }) => models.test(name));
  if (line === undefined) return null;
  const isCohere = line.kind === 'cohere';
  return {
    source: 'published',
    capability: 'embeddings',
    parameters: {
      encoding_format: oneOf('float', 'base64'),
      dimensions: line.dimensions,
      input_type: isCohere
        ? {
            ...oneOf('search_document', 'search_query', 'classification', 'clustering'),
            required: true,
          }
        : NONE,
      truncate: isCohere ? oneOf('NONE', 'START', 'END') : NONE,
      token_input: NONE,
    },
    limits: {
      context_tokens: line.context,
      inputs: isCohere ? COHERE_FACTS.inputs.value : CALLS_MAX * TITAN_FACTS.inputs.value,
    },
    dimensions: ['input'],
  };
}
