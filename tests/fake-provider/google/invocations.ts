import type { Answer } from '../answer.ts';
import { isJson } from '../openai/chat-request.ts';
import { refuse } from './refuse.ts';
import { signatureOf } from './signature.ts';
import type { Json, Turn } from './turns.ts';

/** Lines that run their own tools beside functions. */
const COMBINES = /^gemini-(?:3|flash-|pro-)/u;
const SEARCH = 'GOOGLE_SEARCH_WEB';
const PAGES = 'URL_CONTEXT';
const TYPES: ReadonlySet<unknown> = new Set([SEARCH, PAGES, 'GOOGLE_SEARCH_IMAGE']);

/** What of a request decides whether runs are shown and taken back. */
interface Asked {
  model: string;
  /** Whether there are functions. */
  hasFunctions: boolean;
  /** Whether there are tools that this provider runs. */
  hasOwn: boolean;
  turns: readonly Turn[];
}

/**
 * Whether the answer shows the runs of this provider's tools as parts. Throws a refusal where the
 * provider would: both kinds of tools, and runs of earlier turns, need the setting in every turn,
 * which leaves no other mode than VALIDATED.
 * @see https://ai.google.dev/gemini-api/docs/tool-combination
 */
export function readInvocations(toolConfig: unknown, asked: Asked): boolean {
  const config = isJson(toolConfig) ? toolConfig : {};
  const isShown = config['includeServerSideToolInvocations'] === true;
  if (isShown && !COMBINES.test(asked.model)) {
    refuse('include_server_side_tool_invocations is not supported for this model.');
  }
  const isCombined = asked.hasFunctions && asked.hasOwn;
  if (isCombined && !isShown) {
    refuse(
      'Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with Function calling.',
    );
  }
  const { functionCallingConfig: calling } = config;
  if (isCombined && isJson(calling) && calling['mode'] !== 'VALIDATED') {
    refuse('Only the mode VALIDATED is supported with include_server_side_tool_invocations.');
  }
  const runs = asked.turns.map((turn) => assertRuns(turn, asked.model));
  if (runs.includes(true) && !isShown) {
    refuse('Please enable tool_config.include_server_side_tool_invocations to send tool calls.');
  }
  return isShown;
}

/** Whether a turn holds runs: each as it was made, with its one result behind it. */
function assertRuns({ role, parts }: Turn, model: string): boolean {
  const open = new Map<unknown, unknown>();
  let hasRuns = false;
  for (const { toolCall: call, toolResponse: result, thoughtSignature: signature } of parts) {
    if (!isJson(call) && !isJson(result)) continue;
    hasRuns = true;
    if (role !== 'model') refuse('Tool calls are part of the turns of the model.');
    if (isJson(call)) {
      const { id, toolType: type, args } = call;
      if (typeof id !== 'string' || !TYPES.has(type))
        refuse('tool_call.id and tool_type: Required.');
      if (signature !== signatureOf(model, [type, args])) refuse('Corrupted thought signature.');
      open.set(id, type);
    } else if (isJson(result)) {
      const { id, toolType: type } = result;
      if (!open.has(id) || open.get(id) !== type)
        refuse('tool_response does not match a tool_call.');
      open.delete(id);
    }
  }
  if (open.size > 0) refuse('tool_call is missing its tool_response.');
  return hasRuns;
}

/** The parts of the runs of an answer: each search has a query of its own. */
export function runParts(
  { searches, pages }: { searches: number; pages: number },
  model: string,
): Json[] {
  const made = [
    ...Array.from({ length: searches }, (_, at) => ({
      type: SEARCH,
      args: { queries: [`query ${at}`] },
      response: { search_suggestions: '<div></div>' },
    })),
    ...(pages === 0
      ? []
      : [{ type: PAGES, args: { urls: ['https://example.com/0'] }, response: { text: 'Page' } }]),
  ];
  return made.flatMap(({ type, args, response }, at) => [
    {
      toolCall: { toolType: type, args, id: `tool${at}` },
      thoughtSignature: signatureOf(model, [type, args]),
    },
    { toolResponse: { toolType: type, response, id: `tool${at}` } },
  ]);
}

/** How many searches an answer makes. */
export function searchesOf({ searches }: Answer, most: number | undefined): number {
  return searches?.reported ?? Math.min(searches?.ran ?? 0, most ?? 0);
}
