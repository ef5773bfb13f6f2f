import type { ChatRequest } from '@tollgate/contract/chat';
import type { ToolRuns } from '@tollgate/contract/server-tools';
import { WEB_SEARCH_TOKENS } from '@tollgate/contract/web-search';
import type { MappedEvent } from '../../adapter/adapter.ts';
import type { UsageReading } from '../../adapter/usage.ts';
import type { Refusal } from '../../adapter/refusal.ts';
import { isObject } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { lineOf } from './lines.ts';
import type { ChatLine } from './lines.ts';

/**
 * Tools that Google runs while a model answers. The wire has no field for a bound of their runs, so
 * that ours are held and none is sent. Runs of code and fetched pages cost tokens alone: the prompt
 * of each further turn is counted in `toolUsePromptTokenCount`.
 * @see https://ai.google.dev/gemini-api/docs/google-search
 * @see https://ai.google.dev/gemini-api/docs/code-execution
 * @see https://ai.google.dev/gemini-api/docs/url-context
 */
export type GoogleTool = 'web_search' | 'code_execution' | 'web_fetch';

/** What the replies of one answer say of one of these tools. */
export interface RunReader {
  /** The runs that a candidate of a reply shows for the first time, and those that have ended. */
  read(candidate: JsonObject): MappedEvent[];
  /** The report of usage with the runs so far, of which usage says nothing. */
  counted(reading: UsageReading): UsageReading;
  /** The events that are left, once the answer is whole. */
  end(): MappedEvent[];
}

/** The member of the wire for each tool. */
const ON_WIRE: Readonly<Record<GoogleTool, string>> = {
  web_search: 'googleSearch',
  code_execution: 'codeExecution',
  web_fetch: 'urlContext',
};

/**
 * Queries that are believed of one answer: the wire has no field for a bound, and none is
 * published. Recorded answers have one.
 */
export const QUERIES_MAX = 20;
/**
 * Runs of code that are held for one answer: the provider publishes that code which fails is
 * written anew "up to 5 times", and no other bound. More runs are no fault, as none is billed.
 */
export const CODE_RUNS_MAX = 6;
/**
 * Turns of searches that are held for one answer beside functions, where what was found is part of
 * the prompt of each further turn; no bound is published.
 */
const SEARCH_TURNS_MAX = 10;
/** Pages that the provider fetches for one request, by its documentation. */
export const ADDRESSES_MAX = 20;
/**
 * What code prints has no published bound, and a page may have 34 MB, so that each turn may read a
 * full context.
 */
const FULL_CONTEXT = Number.MAX_SAFE_INTEGER;

/** Members of tools that mean nothing here, or what the provider does anyway. */
const HARMLESS: readonly ((tool: JsonObject, member: string) => boolean)[] = [
  // Bounds are named where the route says what is left out.
  (_, member) => ['type', 'container', 'max_uses', 'strict'].includes(member),
  (tool, member) => PLAIN[member]?.(tool[member]) === true,
  // Filters that hold nothing.
  (tool, member) => isObject(tool[member]) && Object.values(tool[member]).every(isEmpty),
];

/** Values of members that ask for what the provider does anyway. */
const PLAIN: Readonly<Record<string, (value: unknown) => boolean>> = {
  external_web_access: (value) => value === true,
  allowed_callers: (value) => Array.isArray(value) && value.every((one) => one === 'direct'),
  response_inclusion: (value) => value === 'full',
  use_cache: (value) => value === true,
  citations: (value) => isObject(value) && value['enabled'] !== true,
  allowed_domains: isEmpty,
  blocked_domains: isEmpty,
};

/** A tool as the request names it. */
interface Asked {
  tool: GoogleTool;
  members: JsonObject & { type?: unknown };
}

function askedIn({ search, hosted }: ChatRequest): Asked[] {
  const chat: Asked[] = search === undefined ? [] : [{ tool: 'web_search', members: {} }];
  const others = (hosted?.tools ?? []).flatMap((members) => {
    const tool = kindOf(members.type);
    return tool === null ? [] : [{ tool, members }];
  });
  return [...chat, ...others];
}

/** Which tool of the provider's does what a type of ours names; null for any other. */
function kindOf(type: string): GoogleTool | null {
  if (type.startsWith('web_search')) return 'web_search';
  if (type.startsWith('web_fetch')) return 'web_fetch';
  return type === 'code_interpreter' || type.startsWith('code_execution') ? 'code_execution' : null;
}

/** The tools of a request that the provider runs, as the wire has them. */
export function wireTools(request: ChatRequest): JsonObject[] {
  const tools = new Set(askedIn(request).map(({ tool }) => tool));
  return [...tools].map((tool) => ({ [ON_WIRE[tool]]: {} }));
}

/** Whether a request has functions and tools that the provider runs. */
export function combinesTools(request: ChatRequest): boolean {
  return (request.tools?.length ?? 0) > 0 && askedIn(request).length > 0;
}

/**
 * The most that the provider may run for a request; null where it runs nothing, or where the model
 * is not offered with a tool.
 */
export function runsAtMost(request: ChatRequest, model: string): ToolRuns | null {
  const line = lineOf(model);
  const tools = new Set(askedIn(request).map(({ tool }) => tool));
  if (line === undefined || tools.size === 0) return null;
  const queries = line.searchUnit === 'query' ? QUERIES_MAX : 1;
  const isCode = tools.has('code_execution');
  const isRead = tools.has('web_fetch');
  const isCombined = combinesTools(request);
  return {
    counts: {
      ...(tools.has('web_search') ? { web_search: queries } : {}),
      ...(isCode ? { code_execution: CODE_RUNS_MAX } : {}),
      ...(isRead ? { web_fetch: ADDRESSES_MAX } : {}),
    },
    unbilled: [],
    found: foundBy(tools, isCombined),
    // Whether the ceiling holds for all turns together is published nowhere.
    isCeilingOfTurns: isCode || isRead || isCombined,
  };
}

/** The tokens that each run of tools brings into a prompt, at most. */
function foundBy(tools: ReadonlySet<GoogleTool>, isCombined: boolean): number[] {
  const turns = (tool: GoogleTool, most: number, tokens: number): number[] =>
    tools.has(tool) ? Array.from({ length: most }, () => tokens) : [];
  return [
    ...turns('web_search', isCombined ? SEARCH_TURNS_MAX : 1, WEB_SEARCH_TOKENS),
    ...turns('web_fetch', 1, FULL_CONTEXT),
    ...turns('code_execution', CODE_RUNS_MAX, FULL_CONTEXT),
  ];
}

/**
 * Why a request that wants such a tool does not go to a model: the provider runs none beside
 * functions but with the lines that combine them, with the older lines none beside JSON, and has no
 * field for the options. Beside such tools a model decides itself whether it calls a function.
 */
export function refusedWithTools(request: ChatRequest, model: string): Refusal | null {
  const asked = askedIn(request);
  if (asked.length === 0) return null;
  if (request.hosted?.choice !== undefined) return beside('tool_choice');
  const param = paramBeside(request, model);
  if (param !== null) return beside(param);
  return together(asked) ?? asked.map(memberRefused).find((refusal) => refusal !== null) ?? null;
}

/** The parameter that does not go together with such a tool. */
function paramBeside(request: ChatRequest, model: string): string | null {
  const { n, response_format: format, search } = request;
  const isJson = format != null && format.type !== 'text';
  const line = lineOf(model);
  const ofFunctions = functionsBeside(request, line);
  if (ofFunctions !== null) return ofFunctions;
  if ((n ?? 1) > 1) return 'n';
  if (isJson && line?.jsonWithTools !== true) return 'response_format';
  const [option] = Object.keys(search?.options ?? {});
  return option === undefined ? null : `web_search_options.${option}`;
}

/** The parameter of functions that does not. */
function functionsBeside(
  { tools, tool_choice: choice }: ChatRequest,
  line: ChatLine | undefined,
): string | null {
  if (!tools?.length) return null;
  if (line?.combinesTools !== true) return 'tools';
  return choice === undefined || choice === null || choice === 'auto' ? null : 'tool_choice';
}

/** Pages and code go together in no documentation of the provider's. */
function together(asked: readonly Asked[]): Refusal | null {
  const code = asked.find(({ tool }) => tool === 'code_execution');
  if (code === undefined || !asked.some(({ tool }) => tool === 'web_fetch')) return null;
  const message = 'This model does not take code_execution together with web_fetch.';
  return { param: `hosted.${String(code.members.type)}.type`, message };
}

function beside(param: string): Refusal {
  const words = 'together with a tool that its provider runs';
  return { param, message: `This model does not take ${param} ${words}.` };
}

/** Versions of Anthropic's code that run Python alone, as the provider does. */
const PYTHON: ReadonlySet<unknown> = new Set(['code_interpreter', 'code_execution_20250522']);

/** The member of a tool that the wire has no field for. */
function memberRefused({ tool, members }: Asked): Refusal | null {
  if (tool === 'code_execution' && !PYTHON.has(members.type)) {
    const message =
      'This model runs Python alone, and no shell or files: send code_execution_20250522.';
    return { param: `hosted.${String(members.type)}.type`, message };
  }
  const odd = Object.keys(members).find(
    (member) => !HARMLESS.some((isHarmless) => isHarmless(members, member)),
  );
  if (odd === undefined) return null;
  const message = `${tool} of this model takes no ${odd}: its provider has no such option. Leave it out, or ask another model.`;
  return { param: `hosted.${String(members.type)}.${odd}`, message };
}

function isEmpty(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}
