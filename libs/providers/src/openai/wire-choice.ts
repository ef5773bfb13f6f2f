import type { ChatRequest } from '@tollgate/contract/chat';
import { isIdleHint } from '@tollgate/contract/unknown-fields';
import type { Exclusion } from '@tollgate/contract/request-contract';
import { refusedTogether } from '../contract/check-contract.ts';
import { ABSENT, PRESENT } from '../contract/contract.ts';
import { asObject } from '../json.ts';
import type { Refusal } from '../adapter/refusal.ts';
import { RESPONSES_TOKENS_MIN } from '../wire/openai-rules.ts';
import { isResponsesEffort, isResponsesOnly, lineOf, refusesToolsInChat } from './lines.ts';
import type { ChatLine } from './lines.ts';
import { isSearchModel } from './search-models.ts';

/** The two interfaces of OpenAI that answer chats. */
export type WireName = 'chat_completions' | 'responses';

/**
 * What the Responses interface has no parameter for, of all that a model of these lines takes over
 * chat completions.
 */
const ABSENT_FROM_RESPONSES: Exclusion['refuse'] = {
  n: [PRESENT],
  seed: [PRESENT],
  max_completion_tokens: { below: RESPONSES_TOKENS_MIN },
  max_tokens: { below: RESPONSES_TOKENS_MIN },
};

/** What only chat completions have, beside the above. */
const ONLY_IN_CHAT = [
  'stop',
  'presence_penalty',
  'frequency_penalty',
  'logit_bias',
  'logprobs',
  'top_logprobs',
];

const ABSENT_ONE_BY_ONE = Object.entries(ABSENT_FROM_RESPONSES).map(([name, values]) => ({
  [name]: values,
}));

/** Sampling at other than its defaults, which a thinking model refuses. */
const SAMPLING: Exclusion['refuse'] = { temperature: { below: 1 }, top_p: { below: 1 } };

/**
 * What a line does not take together: what the Responses interface lacks with tools or an effort
 * that chat completions refuse, and sampling with thinking. A table of combinations cannot say
 * "unless the effort is none", so that a line which refuses tools without an effort refuses these
 * combinations with each effort.
 */
export function exclusionsOf(line: ChatLine): Exclusion[] {
  const { efforts = [], samples, responsesOnly } = line;
  const thinking = efforts.filter((effort) => effort !== 'none');
  const overResponses = responsesOnly === true ? [] : efforts.filter(isResponsesEffort);
  return [
    ...exclusionsWithTools(line, thinking),
    ...(overResponses.length === 0 ? [] : absentWhen({ reasoning_effort: overResponses })),
    ...samplingExclusions(samples, thinking),
  ];
}

function samplingExclusions(samples: ChatLine['samples'], thinking: string[]): Exclusion[] {
  if (samples === undefined) return [];
  const efforts = samples === 'with_none' ? [ABSENT, ...thinking] : thinking;
  return [{ when: { reasoning_effort: efforts }, refuse: SAMPLING }];
}

function exclusionsWithTools(
  { chatRefusesTools: fact, responsesOnly }: ChatLine,
  thinking: string[],
): Exclusion[] {
  if (fact === undefined || responsesOnly === true) return [];
  const efforts = fact.value === 'with_an_effort' ? { reasoning_effort: thinking } : {};
  return absentWhen({ tools: [PRESENT], ...efforts });
}

function absentWhen(when: Exclusion['when']): Exclusion[] {
  return ABSENT_ONE_BY_ONE.map((refuse) => ({ when, refuse }));
}

const ABSENT_WITH_RUNS: Exclusion[] = [
  ...ABSENT_ONE_BY_ONE,
  ...ONLY_IN_CHAT.map((name) => ({ [name]: [PRESENT] })),
].map((refuse) => ({ when: {}, refuse }));

const ALWAYS_ABSENT = absentWhen({});

/**
 * The interface that a request to one of OpenAI's models goes to. Where chat completions may refuse
 * function tools, all requests with tools go to the Responses interface, which takes them with each
 * effort and keeps the thinking between calls; but for those that ask for what only chat
 * completions have.
 */
export function wireNameOf(model: string, request: ChatRequest): WireName {
  if (isSearchModel(model)) return 'chat_completions';
  if (isResponsesOnly(model) || isRun(request)) return 'responses';
  if (lineOf(model)?.chatRefusesTools === undefined && !isExtended(request)) {
    return 'chat_completions';
  }
  return gainsByResponses(request) && absentFromResponses(request) === null
    ? 'responses'
    : 'chat_completions';
}

/** Why neither interface takes a request to one of OpenAI's models; null where one of them does. */
export function refusedByBoth(model: string, request: ChatRequest): Refusal | null {
  if (isResponsesOnly(model) || isSearchModel(model)) return null;
  if (isRun(request)) return absentWithRuns(request);
  const { reasoning_effort: effort } = request;
  if (!isResponsesEffort(effort) && !refusesTools(model, request)) return null;
  const refusal = absentFromResponses(request);
  if (refusal === null) return null;
  const { param } = refusal;
  if (isResponsesEffort(effort)) {
    return { param, message: `This model does not take ${param} with this reasoning_effort.` };
  }
  const canRest = lineOf(model)?.efforts?.includes('none') === true;
  const unless = canRest ? ', unless reasoning_effort is "none"' : '';
  return { param, message: `This model does not take ${param} together with tools${unless}.` };
}

function absentFromResponses(request: ChatRequest): Refusal | null {
  return refusedTogether(ALWAYS_ABSENT, request);
}

/** Whether the provider is to run a tool, which it does over the Responses interface. */
function isRun({ search, hosted }: ChatRequest): boolean {
  return search !== undefined || hosted !== undefined;
}

/** The provider runs tools over the Responses interface alone, which lacks these parameters. */
function absentWithRuns(request: ChatRequest): Refusal | null {
  const refusal = refusedTogether(ABSENT_WITH_RUNS, request);
  if (refusal === null) return null;
  const message = `This model does not take ${refusal.param} together with a tool that the provider runs.`;
  return { param: refusal.param, message };
}

function refusesTools(model: string, { tools, reasoning_effort: effort }: ChatRequest): boolean {
  return (tools ?? []).length > 0 && refusesToolsInChat(model, effort);
}

/**
 * Whether a request holds what only the Responses interface, which its route has the shape of, may
 * know. All models take such requests.
 */
function isExtended({ unknown }: ChatRequest): boolean {
  return unknown?.route === 'responses' && unknown.fields.some(({ param }) => !isIdleHint(param));
}

/**
 * Tools, an effort of that interface, a summary of the thinking, unknown fields, and items of an
 * earlier answer, which only the Responses interface takes back.
 */
function gainsByResponses(request: ChatRequest): boolean {
  const { tools, messages, reasoning_summary: summary, reasoning_effort: effort } = request;
  return (
    isExtended(request) ||
    isResponsesEffort(effort) ||
    (tools ?? []).length > 0 ||
    Boolean(summary) ||
    messages.some(({ role, ...message }) => role === 'assistant' && hasItems(message))
  );
}

function hasItems(message: object): boolean {
  const { extra_content: extra } = message as { extra_content?: unknown };
  return asObject(asObject(extra)['openai'])['items'] !== undefined;
}
