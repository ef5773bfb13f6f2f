type Json = Record<string, unknown>;

/** A request for one of Claude's models, freed from the wire on which it came. */
export interface ClaudeAsk {
  model: string;
  /** Null where the host puts the model's own in. */
  maxTokens: number | null;
  temperature: unknown;
  topP: unknown;
  stop: string[];
  thinking: unknown;
  effort: unknown;
  isForced: boolean;
  endsWithAssistant: boolean;
}

const BUDGET_TOKENS_MIN = 1_024;
const TOP_P_MIN = 0.95;
/** Lines, by what their provider documents of them. */
const NEWEST = /claude-(?:[a-z]+-4-[7-9]|[a-z]+-[5-9])/u;
const ADAPTIVE = /claude-(?:[a-z]+-4-[6-9]|[a-z]+-[5-9])/u;
const EITHER = /claude-(?:opus-4-1|[a-z]+-4-[56])/u;
const THOUGHTLESS = /claude-3-(?:5|opus|sonnet|haiku)/u;
/** Lines that think up front always, and the one that can leave it between calls. */
const NEVER_RESTS = /claude-(?:opus-5-5|(?:fable|mythos)-)/u;
const RESTS_BETWEEN = /claude-sonnet-5-5/u;
/** Lines that rest at no more than the effort `high`. */
const RESTS_LOW = /claude-(?:haiku-5-5|sonnet-5-5|opus-5(?:-\d{8}|-v\d|$))/u;
const ABOVE_HIGH: readonly unknown[] = ['xhigh', 'max'];
const NEVER_FORCED = /claude-(?:(?:opus|sonnet)-5-5|(?:fable|mythos)-5-[12])/u;
const OUTPUTS: readonly [RegExp, number][] = [
  [/claude-3-(?:opus|sonnet|haiku)/u, 4_096],
  [/claude-3-5/u, 8_192],
  [/claude-opus-4(?:-[01])?(?:-\d{8}|-v1|$)/u, 32_000],
  [/claude-(?:3-7-sonnet|sonnet-4|(?:opus|haiku)-4-5)/u, 64_000],
];
const OUTPUT_MAX = 128_000;
const EFFORTS: Readonly<Record<string, RegExp>> = {
  low: ADAPTIVE,
  medium: ADAPTIVE,
  high: ADAPTIVE,
  xhigh: NEWEST,
  max: ADAPTIVE,
};

/**
 * Why the provider of Claude refuses, in its words; null when it does not. The same wherever its
 * models are hosted.
 */
export function claudeFault(ask: ClaudeAsk): string | null {
  return (
    samplingFault(ask) ??
    ceilingFault(ask) ??
    thinkingFault(ask) ??
    effortFault(ask) ??
    choiceFault(ask) ??
    stopFault(ask) ??
    endFault(ask)
  );
}

function samplingFault({ model, temperature, topP }: ClaudeAsk): string | null {
  if (outside(temperature)) return 'temperature: range: 0..1';
  if (outside(topP)) return 'top_p: range: 0..1';
  if (EITHER.test(model) && temperature !== undefined && topP !== undefined) {
    return '`temperature` and `top_p` cannot both be specified for this model. Please use only one.';
  }
  if (!NEWEST.test(model)) return null;
  if (temperature !== undefined && temperature !== 1) {
    return '`temperature` is deprecated for this model.';
  }
  return topP === undefined ? null : '`top_p` is deprecated for this model.';
}

function outside(value: unknown): boolean {
  return value !== undefined && !(typeof value === 'number' && value >= 0 && value <= 1);
}

function ceilingFault({ model, maxTokens }: ClaudeAsk): string | null {
  const most = OUTPUTS.find(([models]) => models.test(model))?.[1] ?? OUTPUT_MAX;
  if (maxTokens === null) return null;
  if (maxTokens < 1) return 'max_tokens: Input should be greater than or equal to 1';
  if (maxTokens <= most) return null;
  return (
    `max_tokens: ${maxTokens} > ${most}, which is the maximum allowed number of output tokens ` +
    `for ${model}`
  );
}

function thinkingFault(ask: ClaudeAsk): string | null {
  const { model, thinking, temperature, topP } = ask;
  if (thinking === undefined) return null;
  const type = (thinking as Json)['type'];
  if (THOUGHTLESS.test(model)) return 'thinking: This model does not support thinking.';
  if (type === 'disabled' || type === 'between_tools') return restFault(ask, type);
  if (type === 'adaptive' && !ADAPTIVE.test(model)) {
    return 'adaptive thinking is not supported on this model';
  }
  if (type === 'enabled' && NEWEST.test(model)) {
    return '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive".';
  }
  if (type !== 'adaptive' && type !== 'enabled') return 'thinking.type: Input tag is not expected';
  if (temperature !== undefined && temperature !== 1) {
    return '`temperature` may only be set to 1 when thinking is enabled.';
  }
  if (typeof topP === 'number' && topP < TOP_P_MIN) {
    return '`top_p` must be greater than or equal to 0.95 or unset when thinking is enabled.';
  }
  return type === 'enabled' ? budgetFault(ask) : null;
}

function restFault({ model, effort }: ClaudeAsk, type: string): string | null {
  const taken = RESTS_BETWEEN.test(model) ? 'between_tools' : 'disabled';
  if (NEVER_RESTS.test(model) || type !== taken) {
    return `"thinking.type.${type}" is not supported for this model.`;
  }
  return RESTS_LOW.test(model) && ABOVE_HIGH.includes(effort)
    ? `"thinking.type.${type}" is not supported with effort "${String(effort)}".`
    : null;
}

function budgetFault({ thinking, maxTokens }: ClaudeAsk): string | null {
  const budget = Number((thinking as Json)['budget_tokens']);
  if (!(budget >= BUDGET_TOKENS_MIN)) {
    return 'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024';
  }
  if (maxTokens === null || budget < maxTokens) return null;
  return '`max_tokens` must be greater than `thinking.budget_tokens`.';
}

function effortFault({ model, effort }: ClaudeAsk): string | null {
  if (effort === undefined) return null;
  const models = typeof effort === 'string' ? EFFORTS[effort] : undefined;
  if (models === undefined) return 'output_config.effort: Input should be a known effort';
  return models.test(model) ? null : 'This model does not support the effort parameter.';
}

function choiceFault({ model, isForced, thinking }: ClaudeAsk): string | null {
  if (!isForced) return null;
  if (NEVER_FORCED.test(model))
    return 'tool_choice forces tool use is not supported on this model.';
  const isBudget = (thinking as Json | undefined)?.['type'] === 'enabled';
  return isBudget ? 'Thinking may not be enabled when tool_choice forces tool use.' : null;
}

function stopFault({ stop }: ClaudeAsk): string | null {
  if (!stop.some((sequence) => sequence.trim() === '')) return null;
  return 'stop_sequences: each stop sequence must contain non-whitespace';
}

/** Whether the last turn is one of the assistant, to be gone on with. */
function endFault({ model, endsWithAssistant, thinking }: ClaudeAsk): string | null {
  if (!endsWithAssistant) return null;
  if (ADAPTIVE.test(model)) {
    return 'This model does not support assistant message prefill. The conversation must end with a user message.';
  }
  const isBudget = (thinking as Json | undefined)?.['type'] === 'enabled';
  return isBudget ? 'When thinking is enabled, a final assistant message is not supported.' : null;
}
