import { THINKING_SHARES } from '../../contract/thinking-shares.ts';

/**
 * The wire's form of an effort for a line of models: a budget in tokens, at least `least`, or a
 * level.
 */
export type Thinking =
  | { kind: 'budget'; tokens: Readonly<Record<string, number>>; least: number }
  | { kind: 'level'; levels: readonly string[] };

/** One line of models: every name that the pattern fits takes the same parameters. */
export interface ChatLine {
  models: RegExp;
  output: number;
  /** Absent for models that do not think. */
  thinking?: Thinking;
  /** The most alternatives of one answer. */
  alternatives: number;
  penalties: boolean;
  /** Whether an answer may be bound to JSON while there are tools. */
  jsonWithTools: boolean;
  /** Whether the models take back earlier calls only with their signature. */
  signedCalls: boolean;
  /** Models of generations that are not known yet have the most that those before them take. */
  isAssumed?: true;
  /**
   * What the provider bills of searches of the web: an answer that rests on pages, or a query;
   * absent for models that are not offered with a search. By its list of prices, November 2026.
   */
  searchUnit?: 'answer' | 'query';
  /** Whether the provider runs code for the models. */
  runsCode?: true;
  /** Whether the provider fetches pages for the models. */
  fetchesPages?: true;
  /**
   * Whether the provider runs its tools beside functions, of Gemini 3 as a preview:
   * https://ai.google.dev/gemini-api/docs/tool-combination, read on 2026-11-29.
   */
  combinesTools?: true;
}

const DATED = String.raw`(?:-preview)?(?:-\d{2}-\d{2,4}|-\d{3})?$`;
const line = (names: string): RegExp => new RegExp(`^gemini-(?:${names})${DATED}`, 'u');

const OUTPUT_TOKENS = 65_536;
/** The provider's own table of efforts in tokens. */
const BUDGETS = { minimal: 1_024, low: 1_024, medium: 8_192, high: 24_576 };
const LINE_2_5 = {
  output: OUTPUT_TOKENS,
  alternatives: 8,
  penalties: false,
  jsonWithTools: false,
  signedCalls: false,
  searchUnit: 'answer',
  runsCode: true,
  fetchesPages: true,
} as const;
/** What later generations take too; nothing is published of their searches. */
const FROM_3_ON = {
  output: OUTPUT_TOKENS,
  alternatives: 1,
  penalties: false,
  jsonWithTools: true,
  signedCalls: true,
};
const LINE_3 = {
  ...FROM_3_ON,
  searchUnit: 'query',
  runsCode: true,
  fetchesPages: true,
  combinesTools: true,
} as const;
/**
 * Named among the models that run code:
 * https://docs.cloud.google.com/gemini-enterprise-agent-platform/reference/models/code-execution-api,
 * read on 2026-11-29.
 */
const LINE_4 = { ...FROM_3_ON, runsCode: true } as const;

/**
 * "The supported values for 3.8 Flash are LOW, MEDIUM (default), and HIGH", likewise for 3.7 Flash
 * and the pro models: https://ai.google.dev/gemini-api/docs/generate-content/thinking, read on
 * 2026-11-28. The alias `gemini-flash-latest` leads to these.
 */
const UP_FROM_LOW = { kind: 'level', levels: ['low', 'medium', 'high'] } as const;
/**
 * "Hydrogen supports LOW, MEDIUM, HIGH (default), and XHIGH", and its siblings the first three:
 * https://docs.cloud.google.com/gemini-enterprise-agent-platform/models/guides/gemini-4-hydrogen
 * and -argon and -carbon beside it, read on 2026-11-28.
 */
const UP_TO_XHIGH = { kind: 'level', levels: [...UP_FROM_LOW.levels, 'xhigh'] } as const;
/** A form of a pro model that prefers the caller's own tools. */
const CUSTOM_TOOLS = '(?:-preview-customtools)?';
/** Parts of the names of models that answer no chat, or not in text. */
const NOT_TEXT =
  'audio|banana|computer|decision|embedding|image|live|native|omni|robotics|transcribe|tts';
const LATER = `(?!.*(?:${NOT_TEXT}))(?:[4-9]|[1-9]\\d)(?:\\.\\d+)?-[a-z]+(?:-[a-z]+)*?`;

/**
 * Text models; names that fit none, such as those of image, speech and live models, are not
 * exposed.
 */
const CHAT_LINES: readonly ChatLine[] = [
  {
    models: line('2\\.0-flash(?:-lite)?'),
    output: 8_192,
    alternatives: 8,
    penalties: true,
    jsonWithTools: false,
    signedCalls: false,
  },
  // The one line of its generation whose thinking cannot be turned off.
  {
    models: line('2\\.5-pro'),
    thinking: { kind: 'budget', tokens: BUDGETS, least: 128 },
    ...LINE_2_5,
  },
  {
    models: line('2\\.5-flash-lite'),
    thinking: { kind: 'budget', tokens: { none: 0, ...BUDGETS }, least: 512 },
    ...LINE_2_5,
  },
  {
    models: line('2\\.5-flash'),
    thinking: { kind: 'budget', tokens: { none: 0, ...BUDGETS }, least: 1 },
    ...LINE_2_5,
  },
  { models: line('3-pro'), thinking: { kind: 'level', levels: ['low', 'high'] }, ...LINE_3 },
  { models: line(`3\\.\\d+-pro${CUSTOM_TOOLS}|pro-latest`), thinking: UP_FROM_LOW, ...LINE_3 },
  { models: line('3\\.[7-9]-flash|flash-latest'), thinking: UP_FROM_LOW, ...LINE_3 },
  {
    models: line('3(?:\\.\\d+)?-flash(?:-lite)?|flash-lite-latest'),
    thinking: { kind: 'level', levels: ['minimal', ...UP_FROM_LOW.levels] },
    ...LINE_3,
  },
  { models: line('4-(?:argon|carbon)(?:-cyber-permissive)?'), thinking: UP_FROM_LOW, ...LINE_4 },
  { models: line('4-hydrogen'), thinking: UP_TO_XHIGH, ...LINE_4 },
  // Later generations take what those before them do, and the provider has the last word.
  { models: line(LATER), thinking: UP_TO_XHIGH, ...FROM_3_ON, isAssumed: true },
];

/**
 * What `reasoning_effort` means to a model on the wire; undefined when it does not think.
 * @param ceiling output tokens in all; the provider counts thinking among them, so that the budget
 *   is a share of them
 */
export function thinkingOf(
  model: string,
  effort: string,
  ceiling: number,
): Record<string, unknown> | undefined {
  const thinking = lineOf(model)?.thinking;
  if (thinking === undefined) return undefined;
  const config =
    thinking.kind === 'budget'
      ? { thinkingBudget: budgetWithin(thinking, effort, ceiling) }
      : { thinkingLevel: effort };
  // A caller that asks for an effort wants to see reasoning, which comes as summaries and only on
  // request.
  return effort === 'none' ? config : { ...config, includeThoughts: true };
}

function budgetWithin(
  { tokens, least }: Thinking & { kind: 'budget' },
  effort: string,
  ceiling: number,
): number | undefined {
  const budget = tokens[effort];
  if (budget === undefined) return undefined;
  const share = Math.floor(ceiling * (THINKING_SHARES[effort] ?? 1));
  return Math.min(budget, Math.max(least, share));
}

/** Whether a model takes back earlier calls only with their signature. */
export function wantsSignedCalls(model: string): boolean {
  return lineOf(model)?.signedCalls === true;
}

/** The line that a model belongs to; undefined for a model that is not exposed. */
export function lineOf(model: string): ChatLine | undefined {
  return CHAT_LINES.find(({ models }) => models.test(model));
}

/** The efforts that a model takes, by their names on our routes. */
export function effortsOf(thinking: Thinking): readonly string[] {
  return thinking.kind === 'budget' ? Object.keys(thinking.tokens) : thinking.levels;
}
