import type { ChatRequest } from '@tollgate/contract/chat';
import { GatewayError } from '@tollgate/contract/error-codes';
import { openaiRuns, openaiToolOf, priceOfTool } from '@tollgate/contract/openai-runs';
import type { OpenaiTools } from '@tollgate/contract/openai-runs';
import type { PricedTool } from '@tollgate/contract/priced-dimensions';
import { TOOL_TOKENS, runsOn } from '@tollgate/contract/server-tools';
import type { ResponsesRequest } from '@tollgate/contract/responses';
import type { ChatPlanOptions } from '../chat/plan-chat.ts';
import { resolve } from '../catalogue/resolve.ts';
import type { ResolveDeps, Target } from '../catalogue/resolve.ts';
import type { PlanInput } from '../plan.ts';

type Tool = OpenaiTools['tools'][number];

interface Asked {
  caller: PlanInput<unknown>['caller'];
  /** As the caller sent it. */
  asked: ResponsesRequest;
  request: ChatRequest;
}

/**
 * The request with the targets whose provider runs all of its tools at a price. Where none does, a
 * search without access to anything changes no answer and is left out.
 * @throws GatewayError for another tool that no target runs
 */
export function withOpenaiTools(
  deps: ResolveDeps,
  { caller, asked, request }: Asked,
): ChatPlanOptions & { request: ChatRequest } {
  const { hosted, ...rest } = request;
  if (hosted === undefined) return { request };
  const resolved = resolve(deps, caller, request.model);
  const wanted = hosted.tools;
  const needed = wanted.filter((tool) => !reachesNothing(tool));
  for (const tools of [wanted, needed]) {
    if (tools.length === 0) return { request: rest, resolved };
    const targets = resolved.targets.filter((target) =>
      tools.every((tool) => runsAt(deps, target, tool)),
    );
    if (targets.length === 0) continue;
    return {
      request: { ...request, hosted: { ...hosted, tools } },
      resolved: { ...resolved, targets },
      tokens: TOOL_TOKENS * tools.length,
      runs: openaiRuns(tools, hosted.calls),
    };
  }
  const missing =
    needed.find((tool) => !resolved.targets.some((target) => runsAt(deps, target, tool))) ??
    needed[0];
  throw refusalOf(asked, missing);
}

function runsAt({ catalog }: ResolveDeps, { publicId }: Target, tool: Tool): boolean {
  const model = catalog.models.get(publicId);
  const price = priceOfTool(tool);
  return model !== undefined && price !== null && runsOn('responses', price, model.contract);
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
