import type { ContractDraft, ParameterRule } from '@tollgate/contract/request-contract';
import { ANY, NONE, between, oneOf } from '../contract/contract.ts';
import type { ChatRules, ToolRules } from '../contract/contract.ts';
import { CHAT_HINTS, responsesHintsOf, promptHintRules } from '../contract/prompt-hints.ts';
import { exclusionsOf } from './wire-choice.ts';
import { OPENAI_EMBEDDINGS_FACTS } from './facts.ts';
import { openaiModeration } from '../contract/moderation-rules.ts';
import { searchContract } from './search-models.ts';
import { speechContract } from './speech-lines.ts';
import { transcriptionContract } from './transcription-lines.ts';
import { imageContract } from './image-lines.ts';
import { lineOf } from './lines.ts';
import type { ChatLine } from './lines.ts';
import { RESPONSES_RULES, SUMMARIES, WIRE_RULES, embeddingsRules } from '../wire/openai-rules.ts';

/**
 * A reasoning model takes sampling parameters only at their defaults, and no stop sequences. With
 * the effort `none`, models from GPT-5.1 on take `temperature` and `top_p`:
 * https://developers.openai.com/api/docs/guides/latest-model?model=gpt-5.2, read on 2026-11-28.
 */
const REASONING: Partial<ChatRules> = {
  temperature: oneOf(1),
  top_p: oneOf(1),
  stop: NONE,
  presence_penalty: NONE,
  frequency_penalty: NONE,
  logit_bias: NONE,
  logprobs: NONE,
  top_logprobs: NONE,
};

/**
 * The models whose pages list `web_search` among the tools of Responses, by
 * https://github.com/pydantic/genai-prices/pull/630 (August 2026), and those of GPT-6 by
 * https://developers.openai.com/api/docs/guides/latest-model, read on 2026-11-28.
 */
const SEARCHES =
  /^(?:gpt-[56](?:\.\d)?(?:-(?:mini|nano|pro|sol|terra|luna|astra))?|gpt-4\.1(?:-mini)?|gpt-4o(?:-mini)?|o3|o4-mini)(?:-\d{4}-\d{2}-\d{2})?$/u;

/**
 * The tools that OpenAI runs for models that search. That they run code, call servers, search files
 * and have images made too is assumed: the provider refuses a model that does not, and then nothing
 * is charged.
 */
const TOOLS = {
  web_search: oneOf('responses', 'chat'),
  code_interpreter: oneOf('responses'),
  code_interpreter_4g: oneOf('responses'),
  code_interpreter_16g: oneOf('responses'),
  code_interpreter_64g: oneOf('responses'),
  mcp: oneOf('responses'),
} as const satisfies ToolRules;

/**
 * OpenAI itself has images made too; elsewhere their model has another name, as a deployment at
 * Azure has, so that nobody knows what they cost.
 */
const TOOLS_AT_HOME = {
  ...TOOLS,
  image_generation: oneOf('responses'),
  file_search: oneOf('responses'),
} as const satisfies ToolRules;

/** Where a model is served. */
interface Served {
  /** By OpenAI itself; absent: elsewhere. */
  isHome?: boolean;
}

interface EmbeddingsLine {
  models: RegExp;
  dimensions: ParameterRule;
}

const EMBEDDINGS_LINES: readonly EmbeddingsLine[] = [
  { models: /^text-embedding-3-small$/u, dimensions: between(1, 1_536) },
  { models: /^text-embedding-3-large$/u, dimensions: between(1, 3_072) },
  { models: /^text-embedding-ada-002$/u, dimensions: NONE },
];
const EMBEDDINGS_LIMITS = {
  context_tokens: 8_192,
  inputs: OPENAI_EMBEDDINGS_FACTS.inputs.value,
  total_tokens: OPENAI_EMBEDDINGS_FACTS.totalTokens.value,
};

/** What one of OpenAI's models accepts; null for a model that no route of ours serves. */
export function openaiContract(
  model: string,
  { isHome = false }: Served = {},
): ContractDraft | null {
  const embeddings = EMBEDDINGS_LINES.find(({ models }) => models.test(model));
  if (embeddings !== undefined) return embeddingsDraft(embeddings);
  const moderation = openaiModeration(model);
  if (moderation !== null) return moderation;
  const found = lineOf(model);
  if (found !== undefined) return chatDraft(found, model, isHome);
  return (
    searchContract(model) ??
    imageContract(model) ??
    speechContract(model) ??
    transcriptionContract(model)
  );
}

function chatDraft(line: ChatLine, model: string, isHome: boolean): ContractDraft {
  const { context, output } = line;
  const exclusions = exclusionsOf(line);
  return {
    source: line.isAssumed === true ? 'assumed' : 'published',
    capability: 'chat',
    parameters: parametersOf(line, model, isHome),
    ...(exclusions.length === 0 ? {} : { exclusions }),
    limits: {
      ...(context === undefined ? {} : { context_tokens: context }),
      ...(output === undefined ? {} : { output_tokens: output }),
    },
    dimensions: [
      'input',
      'cache_read',
      ...(line.writesCache === true ? ['cache_write'] : []),
      'output',
      ...(line.efforts === undefined ? [] : ['reasoning']),
    ],
  };
}

function parametersOf(line: ChatLine, model: string, isHome: boolean): ContractDraft['parameters'] {
  const tools = isHome ? TOOLS_AT_HOME : TOOLS;
  const { efforts, responsesOnly = false, chatRefusesTools } = line;
  const summarises = efforts !== undefined && (responsesOnly || chatRefusesTools !== undefined);
  return {
    ...WIRE_RULES,
    ...thinkingRules(line),
    ...(line.images ? { image_input: ANY } : {}),
    ...(line.documents ? { document_input: ANY } : {}),
    ...(responsesOnly ? RESPONSES_RULES : {}),
    ...line.except,
    ...(SEARCHES.test(model) ? tools : {}),
    prompt_cache_key: ANY,
    service_tier: oneOf('default'),
    ...promptHintRules(responsesOnly ? responsesHintsOf(model) : CHAT_HINTS),
    ...(summarises ? { reasoning_summary: SUMMARIES } : {}),
    ...(line.verbosity === true ? { verbosity: oneOf('low', 'medium', 'high') } : {}),
  };
}

function thinkingRules({ efforts, samples }: ChatLine): Partial<ChatRules> {
  if (efforts === undefined) return {};
  const { temperature, top_p } = WIRE_RULES;
  const sampling = samples === undefined ? {} : { temperature, top_p };
  return { ...REASONING, ...sampling, reasoning_effort: oneOf(...efforts) };
}

function embeddingsDraft({ dimensions }: EmbeddingsLine): ContractDraft {
  return {
    source: 'published',
    capability: 'embeddings',
    parameters: embeddingsRules(dimensions),
    limits: EMBEDDINGS_LIMITS,
    dimensions: ['input'],
  };
}
