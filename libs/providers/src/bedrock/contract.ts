import type { ContractDraft } from '@tollgate/contract/request-contract';
import { ANY, NONE, between, oneOf } from '../contract/contract.ts';
import type { ChatRules, HintRules } from '../contract/contract.ts';
import { CACHE_CONTROL, claudeExclusions, claudeRules } from '../claude/rules.ts';
import { chatLineOf } from '../wire/converse/lines.ts';
import type { ChatLine } from '../wire/converse/lines.ts';
import { claudeLineOf } from '../wire/converse/claude.ts';
import { embeddingsContract } from './embeddings-lines.ts';
import { rerankContract } from './rerank.ts';
import { videoContract } from './video-contract.ts';
import { bareModel } from '../wire/converse/model-name.ts';
import { effortsOf } from '../wire/converse/reasoning.ts';

/**
 * What the wire carries for every model. A call can neither be forbidden while tools are sent nor
 * be kept to one at a time.
 */
const SHARED: ChatRules = {
  stream: ANY,
  max_tokens: between(1, Number.MAX_SAFE_INTEGER),
  max_completion_tokens: between(1, Number.MAX_SAFE_INTEGER),
  temperature: between(0, 1),
  top_p: between(0, 1),
  n: oneOf(1),
  stop: ANY,
  seed: NONE,
  presence_penalty: NONE,
  frequency_penalty: NONE,
  logit_bias: NONE,
  logprobs: NONE,
  top_logprobs: NONE,
  response_format: oneOf('text'),
  tools: NONE,
  tool_choice: NONE,
  parallel_tool_calls: NONE,
  reasoning_effort: NONE,
  image_input: NONE,
  document_input: NONE,
};

/** What one model accepts; null for a model that no route of ours serves. */
export function bedrockContract(upstreamModel: string): ContractDraft | null {
  const video = videoContract(upstreamModel);
  if (video !== null) return video;
  const line = chatLineOf(upstreamModel);
  if (line !== undefined) return chatDraft(line, upstreamModel);
  const name = bareModel(upstreamModel);
  return rerankContract(name) ?? embeddingsContract(name);
}

function chatDraft(line: ChatLine, upstreamModel: string): ContractDraft {
  const claude = claudeLineOf(upstreamModel);
  const efforts = effortsOf(upstreamModel);
  const exclusions = claude === null ? [] : claudeExclusions(claude);
  return {
    source: claude?.isAssumed === true ? 'assumed' : 'published',
    capability: 'chat',
    parameters: {
      ...rulesOf(line, claude?.forcedTools !== false),
      ...(efforts.length === 0 ? {} : { reasoning_effort: oneOf(...efforts) }),
      ...(claude === null ? {} : claudeRules(claude)),
    },
    ...(exclusions.length === 0 ? {} : { exclusions }),
    limits: {
      ...(line.context === undefined ? {} : { context_tokens: line.context }),
      ...(line.output === undefined ? {} : { output_tokens: line.output }),
    },
    dimensions: ['input', ...(line.caches === true ? ['cache_read', 'cache_write'] : []), 'output'],
  };
}

function rulesOf(line: ChatLine, isForced: boolean): ChatRules & HintRules {
  return {
    ...SHARED,
    ...(line.tools ? toolRules(line.named === true, isForced) : {}),
    ...(line.schema === true ? { response_format: oneOf('text', 'json_schema') } : {}),
    ...(line.images === true ? { image_input: ANY } : {}),
    // Lines whose results hold pictures read documents too; of the others only the text would be
    // read.
    ...(line.images === true && line.results === true ? { document_input: ANY } : {}),
    ...(line.points === true ? { cache_control: CACHE_CONTROL } : {}),
  };
}

function toolRules(isNamed: boolean, isForced: boolean): Partial<ChatRules> {
  const forced = isForced ? ['required', ...(isNamed ? ['named'] : [])] : [];
  return {
    tools: ANY,
    tool_choice: oneOf('auto', ...forced),
    parallel_tool_calls: oneOf(true),
  };
}
