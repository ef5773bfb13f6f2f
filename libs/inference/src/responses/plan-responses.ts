import { GatewayError } from '@tollgate/contract/error-codes';
import type { ChatRequest } from '@tollgate/contract/chat';
import { isWebSearch } from '@tollgate/contract/web-search';
import type { InputItem, ResponsesRequest, ResponsesTool } from '@tollgate/contract/responses';
import type { PlanInput } from '../plan.ts';
import { planChat } from '../chat/plan-chat.ts';
import type { ChatPlan, ChatPlanOptions } from '../chat/plan-chat.ts';
import type { ResolveDeps } from '../catalogue/resolve.ts';
import { toChatRequest } from './chat-request.ts';
import { assertApprovals } from './approvals.ts';
import { drawnBytes, imageTool } from './image-tool.ts';
import { withOpenaiTools } from './openai-tools.ts';
import { approvalsIn } from '@tollgate/structure/approvals';
import { toConversation } from '@tollgate/structure/conversation';
import type { Origin } from '@tollgate/structure/conversation';
import { bringsTools, isToolLeftOut } from '@tollgate/structure/flat-tools';
import { imageMade, showsImages } from '@tollgate/structure/made-images';
import { isLeftOut } from '@tollgate/structure/plain-items';
import type { OpenedRequest } from '../seals/reasoning-seal.ts';
import { inRoutePath, inRouteTerms } from './terms.ts';

/** Hints of this route that no provider gets. */
const NOT_CARRIED = [
  'prompt_cache_retention',
  'safety_identifier',
  'client_metadata',
] as const satisfies readonly (keyof ResponsesRequest)[];

/** The plan of a responses call: that of the same chat call, and what the caller really sent. */
export interface ResponsesPlan extends ChatPlan {
  asked: ResponsesRequest;
  /** Where each message of the chat request came from. */
  origins: readonly Origin[];
  /** The bytes that an answer with images may have; absent: none are made. */
  drawnBytes?: number;
}

/**
 * Steps 3 to 6 for a responses call, which are those of chat.
 * @returns a plan for each target, the first to be tried first
 * @throws GatewayError 400, 402, 404 or 503, naming fields of this route
 */
export function planResponses(deps: ResolveDeps, input: PlanInput<OpenedRequest>): ResponsesPlan[] {
  const { request: asked } = input;
  const { messages, origins } = toConversation(asked);
  const approvals = approvalsIn(asked.input);
  assertApprovals(approvals.live, asked, messages);
  try {
    const { request, ...options } = withRuns(deps, input, toChatRequest(asked, messages));
    const plans = planChat(deps, { ...input, request }, options);
    const isSearched = request.hosted?.tools.some(isWebSearch) === true;
    const here = [...notCarried(asked, isSearched), ...approvals.leftOut];
    const unknown = new Set(asked.unknown?.fields.map(({ param }) => param));
    return plans.map((plan) => {
      // Unknown fields are named by their paths in the request.
      const inRoute = (path: string): string =>
        unknown.has(path) ? path : inRoutePath(path, { origins, asked });
      const unopened = asked.unopened ?? [];
      const ignored = [...here, ...unbounded(plan), ...unopened, ...plan.ignored.map(inRoute)];
      const signedLeftOut = [...unopened, ...plan.signedLeftOut.map(inRoute)];
      return { ...plan, asked, origins, ignored, signedLeftOut, ...roomOf(request) };
    });
  } catch (error) {
    const isUnknown = asked.unknown?.fields.some(({ param }) => param === paramOf(error));
    throw isUnknown === true ? error : inRouteTerms(error, { origins, asked });
  }
}

/** The bound of a request, where the provider takes none and runs tools. */
function unbounded({ runs, target, request }: ChatPlan): string[] {
  const isTaken = runs === undefined || target.family.runsAtMost === undefined;
  return isTaken || request.hosted?.isBound !== true ? [] : ['max_tool_calls'];
}

/** The room of an answer with images, which is too large to be kept for later. */
function roomOf({ hosted }: ChatRequest): Pick<ResponsesPlan, 'drawnBytes' | 'onlyWaited'> {
  const tool = imageTool(hosted?.tools ?? []);
  if (hosted === undefined || tool === undefined) return {};
  return { drawnBytes: drawnBytes(tool, hosted.calls), onlyWaited: true };
}

function paramOf(error: unknown): string | null {
  return error instanceof GatewayError ? error.param : null;
}

/** The request with the tools that its targets run. */
function withRuns(
  deps: ResolveDeps,
  { caller, request: asked }: PlanInput<OpenedRequest>,
  request: ChatRequest,
): ChatPlanOptions & { request: ChatRequest } {
  if (request.hosted === undefined) return { request };
  return withOpenaiTools(deps, { caller, asked, request });
}

function notCarried(asked: ResponsesRequest, isSearched: boolean): string[] {
  const fields = NOT_CARRIED.filter((name) => asked[name] !== undefined && asked[name] !== null);
  const { input, tools } = asked;
  const items = typeof input === 'string' ? [] : input;
  const shows = showsImages(asked);
  const left = items.flatMap((item, at) =>
    isLeftOut(item) && !(shows && imageMade(item) !== null) ? [`input[${at}]`] : [],
  );
  const brought = items.flatMap((item, at) =>
    bringsTools(item) ? toolsLeftOut(item.tools, `input[${at}].tools`) : [],
  );
  const obfuscation =
    asked.stream_options?.include_obfuscation === true
      ? ['stream_options.include_obfuscation']
      : [];
  const details = items.flatMap((item, at) => detailsOfFiles(item, `input[${at}]`));
  return [
    ...fields,
    ...obfuscation,
    ...toolsLeftOut(tools ?? [], 'tools').filter(
      (path) => !isSearched || !isSearchAt(tools ?? [], path),
    ),
    ...left,
    ...brought,
    ...details,
  ];
}

/** Whether the first search of the web is at a path: the one that goes to the provider. */
function isSearchAt(tools: readonly ResponsesTool[], path: string): boolean {
  return path === `tools[${tools.findIndex(isWebSearch)}]`;
}

/** The details for the pages of files, which no wire takes. */
function detailsOfFiles(item: InputItem, path: string): string[] {
  if (isLeftOut(item)) return [];
  const [name, parts] = 'output' in item ? ['output', item.output] : ['content', contentOf(item)];
  const list: readonly unknown[] = Array.isArray(parts) ? parts : [];
  return list.flatMap((part, at) => {
    const { type, detail } = part as { type?: unknown; detail?: unknown };
    const isReported = type === 'input_file' && detail !== undefined && detail !== null;
    return isReported ? [`${path}.${name}[${at}].detail`] : [];
  });
}

function contentOf(item: InputItem): unknown {
  return 'content' in item ? item.content : undefined;
}

/** Tools, and wishes about when a model learns of them, that no model gets. */
function toolsLeftOut(tools: readonly ResponsesTool[], path: string): string[] {
  return tools.flatMap((tool, at) => {
    const here = `${path}[${at}]`;
    if (isToolLeftOut(tool)) return [here];
    const inner = tool.type === 'namespace' ? toolsLeftOut(tool.tools, `${here}.tools`) : [];
    const isDeferred = 'defer_loading' in tool && tool.defer_loading === true;
    return [...(isDeferred ? [`${here}.defer_loading`] : []), ...inner];
  });
}
