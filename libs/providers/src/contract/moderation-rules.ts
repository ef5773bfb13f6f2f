import type { ContractDraft } from '@tollgate/contract/request-contract';
import { ANY, NONE } from './contract.ts';

/** Names of OpenAI's models that judge, wherever they are served; `omni` ones see pictures. */
const OPENAI = /^(?<line>omni|text)-moderation-(?:latest|stable|\d{3}|\d{4}-\d{2}-\d{2})$/u;
/** https://platform.openai.com/docs/models/text-moderation-latest, read on 2026-11-28. */
const TEXT_TOKENS = 32_768;

/**
 * What one of OpenAI's models that judge accepts; null for other names. OpenAI bills nothing for
 * them: their calls have a price of their own, which may be zero.
 */
export function openaiModeration(model: string): ContractDraft | null {
  const { line } = OPENAI.exec(model)?.groups ?? {};
  if (line === undefined) return null;
  return {
    source: 'published',
    capability: 'moderation',
    parameters: { image_input: line === 'omni' ? ANY : NONE },
    limits: { context_tokens: TEXT_TOKENS },
    dimensions: ['request'],
  };
}

/** What a model that judges texts accepts, billed by tokens. */
export function moderationDraft(limits: ContractDraft['limits'] = {}): ContractDraft {
  return {
    source: 'assumed',
    capability: 'moderation',
    parameters: { image_input: NONE },
    limits,
    dimensions: ['input'],
  };
}
