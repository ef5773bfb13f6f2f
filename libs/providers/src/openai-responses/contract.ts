import type { ContractDraft } from '@tollgate/contract/request-contract';
import { ANY, NONE } from '../contract/contract.ts';
import { openaiContract } from '../openai/contract.ts';
import { compatibleContract } from '../openai-compatible/contract.ts';
import { compatibleVideoContract } from '../openai-compatible/video-contract.ts';
import { responsesHintsOf, promptHintRules } from '../contract/prompt-hints.ts';
import { RESPONSES_RULES, SUMMARIES } from '../wire/openai-rules.ts';

/**
 * What any model of a provider of this wire accepts, but for what the wire cannot say: OpenAI's
 * models, wherever they are served, what they accept at OpenAI; others as over chat completions.
 * Limits that are not known an administrator adds. Null for models that make videos.
 */
export function responsesContract(model: string): ContractDraft | null {
  if (compatibleVideoContract(model) !== null) return null;
  const own = openaiContract(model.slice(model.lastIndexOf('/') + 1));
  const draft = own ?? compatibleContract(model);
  if (draft.capability !== 'chat') return draft;
  const reasons = draft.parameters['reasoning_effort']?.supported === true;
  const { exclusions: all = [], ...rest } = draft;
  // Most exclusions of OpenAI's lines name the parameters that chat completions alone have; the
  // rules below refuse these anyway.
  const exclusions = all.filter(({ refuse }) =>
    Object.keys(refuse).some((name) => !(name in RESPONSES_RULES)),
  );
  return {
    ...rest,
    ...(exclusions.length === 0 ? {} : { exclusions }),
    parameters: {
      ...draft.parameters,
      ...RESPONSES_RULES,
      prompt_cache_key: ANY,
      name: NONE,
      ...promptHintRules(responsesHintsOf(model)),
      ...(reasons ? { reasoning_summary: SUMMARIES } : {}),
    },
  };
}
