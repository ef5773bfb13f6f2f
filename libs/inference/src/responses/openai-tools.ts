import type { ChatRequest } from '@tollgate/contract/chat';
import { GatewayError } from '@tollgate/contract/error-codes';
import {
  isChosen,
  openaiRuns,
  openaiToolOf,
  priceOfTool,
  pricesOfTool,
} from '@tollgate/contract/openai-runs';
import type { OpenaiTools } from '@tollgate/contract/openai-runs';
import type { PricedTool } from '@tollgate/contract/priced-dimensions';
import { TOOL_TOKENS, runsOn } from '@tollgate/contract/server-tools';
import type { ImageRun } from '@tollgate/contract/server-tools';
import type { ResponsesRequest } from '@tollgate/contract/responses';
import { serverAddressFault } from '@tollgate/providers/engine/server-address';
import type { ChatPlanOptions } from '../chat/plan-chat.ts';
import { resolve } from '../catalogue/resolve.ts';
import type { Resolved, ResolveDeps, Target } from '../catalogue/resolve.ts';
import type { PlanInput } from '../plan.ts';
import { reachesStores, storesOutOfReach, withSearchedStores } from './searched-stores.ts';
import type { SearchedStores } from './searched-stores.ts';
import { imageCalls, imageRun, imageTool, withImageModel } from './image-tool.ts';

type Tool = OpenaiTools['tools'][number];

interface Asked {
  caller: PlanInput<unknown>['caller'];
  /** As the caller sent it. */
  asked: ResponsesRequest;
  request: ChatRequest;
}

/**
 * The request with the targets whose provider runs all of its tools at a price. Where none does, or
 * none takes a search without access to anything, that search changes no answer and is left out. A
 * target that searches vector stores has the credential that finds them.
 * @throws GatewayError for another tool that no target runs, and for vector stores of others
 */
export function withOpenaiTools(
  deps: ResolveDeps,
  { caller, asked, request }: Asked,
): ChatPlanOptions & { request: ChatRequest } {
  const { hosted, ...rest } = request;
  if (hosted === undefined) return { request };
  const resolved = resolve(deps, caller, request.model);
  assertPublicServers(asked);
  assertChoiceGoes(request);
  const { tools: named, stores } = withSearchedStores(deps, { caller, asked }, hosted.tools);
  const wanted = named.map(withImageModel);
  const drawing = imageTool(wanted);
  const calls =
    drawing === undefined ? hosted.calls : imageCalls(drawing, asked.max_tool_calls ?? null);
  const needed = wanted.filter((tool) => !reachesNothing(tool) || isDemanded(tool, hosted));
  for (const tools of [wanted, needed]) {
    if (tools.length === 0) return { request: rest, resolved };
    const targets = targetsOf(deps, resolved, { tools, stores });
    if (targets.length === 0) continue;
    const { messages } = request;
    const image = drawing && largestRun(targets, { tool: drawing, messages, calls });
    const run = { ...request, hosted: { ...hosted, tools, calls } };
    const isLess = tools.length > needed.length;
    if (isLess && targets.every(({ family, endpoint }) => family.foreignContent?.(run, endpoint)))
      continue;
    return {
      request: run,
      resolved: { ...resolved, targets },
      tokens: TOOL_TOKENS * tools.length,
      runs: openaiRuns(tools, { calls, image }),
    };
  }
  const missing =
    needed.find((tool) => !resolved.targets.some((target) => runsAt(deps, target, tool))) ??
    needed[0];
  throw refusalOf(asked, missing);
}

/** What each image comes to at the target where it comes to most. */
function largestRun(
  targets: readonly Target[],
  asked: Parameters<typeof imageRun>[1],
): ImageRun | undefined {
  const runs = targets.flatMap((target) => imageRun(target, asked) ?? []);
  const [largest] = runs.toSorted((one, other) => other.most.image_output - one.most.image_output);
  return largest;
}

/**
 * The targets that run tools and reach vector stores; none where none runs the tools.
 * @throws GatewayError where those that run the tools reach none of the stores
 */
function targetsOf(
  deps: ResolveDeps,
  { name, targets }: Pick<Resolved, 'name' | 'targets'>,
  { tools, stores }: { tools: readonly Tool[]; stores: SearchedStores | null },
): readonly Target[] {
  const running = targets.filter((target) => tools.every((tool) => runsAt(deps, target, tool)));
  const reaching = running.filter((target) => reachesStores(target, stores));
  if (stores === null || reaching.length > 0 || running.length === 0) return reaching;
  throw storesOutOfReach(stores, { model: name, targets: running });
}

/**
 * A choice among functions goes to the provider beside functions alone.
 * @throws GatewayError for one that would be dropped
 */
function assertChoiceGoes({ tools, tool_choice: choice, hosted }: ChatRequest): void {
  const isFree = choice === undefined || choice === null || choice === 'auto';
  if (isFree || tools?.length || hosted?.choice !== undefined) return;
  throw new GatewayError(
    'unsupported_parameter',
    'tool_choice can be auto, required or none beside tools that the provider runs and no function.',
    { param: 'tool_choice' },
  );
}

/** @throws GatewayError for an address that can be no server on the public internet */
function assertPublicServers({ tools }: ResponsesRequest): void {
  for (const [at, tool] of (tools ?? []).entries()) {
    if (tool.type !== 'mcp' || typeof tool.server_url !== 'string') continue;
    const fault = serverAddressFault(tool.server_url);
    if (fault === null) continue;
    const param = `tools[${at}].server_url`;
    throw new GatewayError('invalid_request', `${param}: ${fault}`, { param });
  }
}

function runsAt({ catalog }: ResolveDeps, target: Target, tool: Tool): boolean {
  const model = catalog.models.get(target.publicId);
  if (model === undefined || !drawsAt(target, tool)) return false;
  return pricesOfTool(tool).some((price) => runsOn('responses', price, model.contract));
}

/** Whether it is known what the images of a tool come to, where it makes some. */
function drawsAt(target: Target, tool: Tool): boolean {
  const isDrawing = imageTool([tool]) !== undefined;
  return !isDrawing || imageRun(target, { tool, messages: [], calls: 1 }) !== null;
}

/** A tool that the model has to call is never left out. */
function isDemanded(tool: Tool, { choice }: OpenaiTools): boolean {
  return typeof choice === 'object' && isChosen(tool, choice);
}

function reachesNothing(tool: Tool): boolean {
  return openaiToolOf(tool.type) === 'web_search' && tool['external_web_access'] === false;
}

function refusalOf(asked: ResponsesRequest, tool: Tool | undefined): GatewayError {
  const type = tool?.type ?? 'web_search';
  const at = (asked.tools ?? []).findIndex((one) => one.type === type);
  const param = `tools[${at}].type`;
  const price: PricedTool | null = tool === undefined ? null : priceOfTool(tool);
  const advice =
    openaiToolOf(type) === 'web_search'
      ? ' Clients switch it off, Codex by web_search = "disabled".'
      : ' GET /v1/models lists in request_contract what each model runs.';
  return new GatewayError(
    'unsupported_parameter',
    `${param} cannot be ${type}: this model does not run ${price ?? type} on this route, or has no price for it.${advice}`,
    { param },
  );
}
