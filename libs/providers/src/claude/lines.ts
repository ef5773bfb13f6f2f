/** The properties of one line of Claude models, wherever they are hosted. */
export interface ModelLine {
  models: RegExp;
  /** Tokens. */
  context: number;
  /** Tokens, thinking included. */
  output: number;
  /** `budget`: a number of output tokens; `adaptive`: the model decides, steered by effort. */
  thinking: 'none' | 'budget' | 'adaptive';
  /** The values of `reasoning_effort`. `none` is among them where thinking can be turned off. */
  efforts: readonly string[];
  /** Whether a request can force a call of a tool. */
  forcedTools: boolean;
  /** Whether the provider holds an answer, or the arguments of a strict tool, to a JSON Schema. */
  schemas: boolean;
  /** Which sampling parameters may be set together; `default`: only their default values. */
  sampling: 'both' | 'either' | 'default';
  /** The lowest setting of lines that refuse `disabled`: only between calls of tools they think. */
  rests?: 'between_tools';
  /** Models of generations that are not known yet have the most that those before them take. */
  isAssumed?: true;
}

const DATED = String.raw`(?:-\d{8}|-latest)?$`;
const line = (names: string): RegExp => new RegExp(`^claude-(?:${names})${DATED}`, 'u');

const BUDGETS = ['none', 'low', 'medium', 'high'];
const ALWAYS = ['low', 'medium', 'high', 'xhigh', 'max'];
const EVERY = ['none', ...ALWAYS];

const CURRENT = {
  context: 1_000_000,
  output: 128_000,
  thinking: 'adaptive',
  efforts: EVERY,
  forcedTools: true,
  schemas: true,
  sampling: 'default',
} as const;
const BUDGETED = {
  context: 200_000,
  output: 64_000,
  thinking: 'budget',
  efforts: BUDGETS,
  forcedTools: true,
  schemas: true,
  sampling: 'either',
} as const;
const THOUGHTLESS = { ...BUDGETED, thinking: 'none', efforts: [], schemas: false } as const;

/** Newest first, but for those that are not known; names that fit none are not exposed. */
const LINES: readonly ModelLine[] = [
  // Generations 5.1 and 5.5 always decide themselves whether to call a tool.
  {
    ...CURRENT,
    models: line('opus-5-5|(?:fable|mythos)-5-[12]'),
    efforts: ALWAYS,
    forcedTools: false,
  },
  // "To turn off up-front thinking on Claude Sonnet 5.5, send between_tools instead of disabled":
  // https://platform.claude.com/docs/en/models/sonnet-5-5/whats-new-sonnet-5-5, 2026-11-28.
  { ...CURRENT, models: line('sonnet-5-5'), rests: 'between_tools', forcedTools: false },
  { ...CURRENT, models: line('(?:fable|mythos)-5'), efforts: ALWAYS },
  { ...CURRENT, models: line('haiku-5-5|(?:opus|sonnet)-5|opus-4-[78]') },
  {
    ...CURRENT,
    models: line('(?:opus|sonnet)-4-6'),
    efforts: EVERY.filter((effort) => effort !== 'xhigh'),
    sampling: 'either',
  },
  { ...BUDGETED, models: line('(?:opus|sonnet|haiku)-4-5') },
  { ...BUDGETED, models: line('opus-4-1'), output: 32_000, schemas: false },
  {
    ...BUDGETED,
    models: line('opus-4(?:-0)?'),
    output: 32_000,
    schemas: false,
    sampling: 'both',
  },
  { ...BUDGETED, models: line('sonnet-4(?:-0)?|3-7-sonnet'), schemas: false, sampling: 'both' },
  { ...THOUGHTLESS, models: line('3-5-(?:sonnet|haiku)'), output: 8_192, sampling: 'both' },
  { ...THOUGHTLESS, models: line('3-(?:opus|sonnet|haiku)'), output: 4_096, sampling: 'both' },
  { ...CURRENT, models: line('[a-z]+-(?:4-[7-9]|[5-9](?:-\\d)?)'), isAssumed: true },
];

/** The line that a model belongs to by its provider's own name, or null. */
export function lineOf(model: string): ModelLine | null {
  return LINES.find(({ models }) => models.test(model)) ?? null;
}
