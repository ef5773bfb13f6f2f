import type { ContractDraft, Exclusion } from '@tollgate/contract/request-contract';
import { CACHE_CONTROL, claudeExclusions, claudeRules } from '../claude/rules.ts';
import { lineOf } from '../claude/lines.ts';
import type { ModelLine } from '../claude/lines.ts';
import { ANY, NONE, between, oneOf } from '../contract/contract.ts';
import type { ChatRules, HintRules, ToolRules } from '../contract/contract.ts';

/** The models that had gone before the provider ran tools for any. */
const NO_TOOLS = /^claude-3-(?:opus|sonnet|haiku)/u;

/** What the provider runs, each at a price of its own. */
const TOOLS: ToolRules = {
  web_search: oneOf('messages'),
  web_fetch: oneOf('messages'),
  code_execution: oneOf('messages'),
  mcp: oneOf('messages'),
};

const CHOICES = ['auto', 'none', 'required', 'named'];

/**
 * We get a JSON object by forcing a call of a tool of ours, which leaves no choice of tools and no
 * second call.
 */
const JSON_OBJECT_ALONE: Exclusion = {
  when: { response_format: ['json_object'] },
  refuse: { tool_choice: CHOICES, parallel_tool_calls: [true] },
};

/** What one model accepts; null when its line is not known. */
export function anthropicContract(model: string): ContractDraft | null {
  const line = lineOf(model);
  if (line === null) return null;
  const exclusions = exclusionsOf(line);
  return {
    source: line.isAssumed === true ? 'assumed' : 'published',
    capability: 'chat',
    parameters: rulesOf(line, model),
    ...(exclusions.length === 0 ? {} : { exclusions }),
    limits: { context_tokens: line.context, output_tokens: line.output },
    dimensions: [
      'input',
      'cache_read',
      'cache_write',
      'output',
      ...(line.thinking === 'none' ? [] : ['reasoning']),
    ],
  };
}

function rulesOf(line: ModelLine, model: string): ChatRules & HintRules & ToolRules {
  return {
    stream: ANY,
    max_tokens: between(1, Number.MAX_SAFE_INTEGER),
    max_completion_tokens: between(1, Number.MAX_SAFE_INTEGER),
    n: oneOf(1),
    stop: ANY,
    seed: NONE,
    presence_penalty: NONE,
    frequency_penalty: NONE,
    logit_bias: NONE,
    logprobs: NONE,
    top_logprobs: NONE,
    response_format: oneOf(...formatsOf(line)),
    tools: ANY,
    tool_choice: oneOf(...(line.forcedTools ? CHOICES : ['auto', 'none'])),
    parallel_tool_calls: oneOf(true, false),
    image_input: ANY,
    document_input: ANY,
    cache_control: CACHE_CONTROL,
    ...(NO_TOOLS.test(model) ? {} : TOOLS),
    ...claudeRules(line),
  };
}

function formatsOf({ forcedTools, schemas }: ModelLine): string[] {
  return ['text', ...(forcedTools ? ['json_object'] : []), ...(schemas ? ['json_schema'] : [])];
}

function exclusionsOf(line: ModelLine): Exclusion[] {
  return [...(line.forcedTools ? [JSON_OBJECT_ALONE] : []), ...claudeExclusions(line)];
}
