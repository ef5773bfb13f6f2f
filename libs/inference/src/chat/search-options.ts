import { GatewayError } from '@tollgate/contract/error-codes';
import type { ChatRequest } from '@tollgate/contract/chat';
import type { WebSearchOptions } from '@tollgate/contract/search-options';
import { runsOn, searchRuns } from '@tollgate/contract/server-tools';
import { WEB_SEARCHES_DEFAULT, WEB_SEARCH_TOOL_TOKENS } from '@tollgate/contract/web-search';
import type { OpenaiSearch } from '@tollgate/contract/web-search';
import { resolve } from '../catalogue/resolve.ts';
import type { ResolveDeps } from '../catalogue/resolve.ts';
import type { PlanInput } from '../plan.ts';
import { planChat } from './plan-chat.ts';
import type { ChatPlan } from './plan-chat.ts';

/**
 * Steps 3 to 6 for a call of chat completions: {@link planChat} with the search of the web that the
 * request wants, at the targets whose provider runs one at a price.
 * @returns a plan for each target, the first to be tried first
 * @throws GatewayError 400, 402, 404 or 503
 */
export function planChatCall(deps: ResolveDeps, given: PlanInput<ChatRequest>): ChatPlan[] {
  const { web_search_options: options, ...rest } = given.request;
  if (options === undefined || options === null) return planChat(deps, given);
  const resolved = resolve(deps, given.caller, rest.model);
  const targets = resolved.targets.filter(({ publicId }) => {
    const model = deps.catalog.models.get(publicId);
    return model !== undefined && runsOn('chat', 'web_search', model.contract);
  });
  if (targets.length === 0) {
    throw new GatewayError(
      'unsupported_parameter',
      'web_search_options is for models whose contract has web_search with the value chat, which GET /v1/models shows. Leave it out for this model.',
      { param: 'web_search_options' },
    );
  }
  const request = { ...rest, search: searchOf(options) };
  return planChat(
    deps,
    { ...given, request },
    {
      resolved: { ...resolved, targets },
      tokens: WEB_SEARCH_TOOL_TOKENS,
      runs: searchRuns(WEB_SEARCHES_DEFAULT),
    },
  );
}

/** The options for both interfaces of OpenAI; null means absent. */
function searchOf({
  search_context_size: size,
  user_location: location,
}: WebSearchOptions): OpenaiSearch {
  const own = size === undefined || size === null ? {} : { search_context_size: size };
  const approximate = withoutNulls(location?.approximate ?? {});
  const isSomewhere = Object.keys(approximate).length > 0;
  const kind = { type: 'approximate' };
  return {
    tool: {
      type: 'web_search',
      ...own,
      ...(isSomewhere ? { user_location: { ...kind, ...approximate } } : {}),
    },
    calls: WEB_SEARCHES_DEFAULT,
    options: { ...own, ...(isSomewhere ? { user_location: { ...kind, approximate } } : {}) },
  };
}

function withoutNulls(members: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}
