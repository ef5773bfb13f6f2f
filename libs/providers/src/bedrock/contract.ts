import type { ContractDraft } from '@tollgate/contract/request-contract';
import { PLAIN_CHAT_RULES } from '../contract/chat-rules.ts';
import { ANY, NONE, between, oneOf } from '../contract/contract.ts';
import type { ChatRules, HintRules } from '../contract/contract.ts';
import { CACHE_CONTROL, claudeExclusions, claudeRules } from '../claude/rules.ts';
import { chatLineOf } from '../wire/converse/lines.ts';
import type { ChatLine } from '../wire/converse/lines.ts';
import { claudeLineOf } from '../wire/converse/claude.ts';
import { embeddingsContract } from './embeddings-lines.ts';
import { bedrockImageContract } from './image-lines.ts';
import { rerankContract } from './rerank.ts';
import { videoContract } from './video-contract.ts';
import { bareModel } from '../wire/converse/model-name.ts';
import { effortsOf } from '../wire/converse/reasoning.ts';

/** What one model accepts; null for a model that no route of ours serves. */
export function bedrockContract(upstreamModel: string): ContractDraft | null {
  const video = videoContract(upstreamModel);
  if (video !== null) return video;
  const line = chatLineOf(upstreamModel);
  if (line !== undefined) return chatDraft(line, upstreamModel);
  const name = bareModel(upstreamModel);
  return rerankContract(name) ?? embeddingsContract(name) ?? bedrockImageContract(name);
}

function chatDraft(line: ChatLine, upstreamModel: string): ContractDraft {
  const claude = claudeLineOf(upstreamModel);
  const efforts = effortsOf(upstreamModel);
  const exclusions = claude === null ? [] : claudeExclusions(claude);
  return {
    source: line.isAssumed === true || claude?.isAssumed === true ? 'assumed' : 'published',
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
  const ceiling = between(line.leastOutput ?? 1, Number.MAX_SAFE_INTEGER);
  return {
    ...PLAIN_CHAT_RULES,
    max_tokens: ceiling,
    max_completion_tokens: ceiling,
    ...(line.unsampled === true ? { temperature: NONE, top_p: NONE } : {}),
    ...(line.unstopped === true ? { stop: NONE } : {}),
    ...(line.tools ? toolRules(line.named === true, isForced && line.free !== true) : {}),
    ...(line.schema === true ? { response_format: oneOf('text', 'json_schema') } : {}),
    ...(line.images === true ? { image_input: ANY } : {}),
    // Lines whose results hold pictures read documents too; of the others only the text would be
    // read.
    ...(line.images === true && line.results === true ? { document_input: ANY } : {}),
    ...(line.points === true ? { cache_control: CACHE_CONTROL } : {}),
  };
}

/** Calls can neither be forbidden while tools are sent nor be kept to one at a time. */
function toolRules(isNamed: boolean, isForced: boolean): Partial<ChatRules> {
  const forced = isForced ? ['required', ...(isNamed ? ['named'] : [])] : [];
  return {
    tools: ANY,
    tool_choice: oneOf('auto', ...forced),
    parallel_tool_calls: oneOf(true),
  };
}
