import { Ajv } from 'ajv';
import { OWN_SCHEMAS } from '@tollgate/contract/own-schemas';
import { GatewayError } from '@tollgate/contract/error-codes';
import { MessagesSearchTool } from '@tollgate/contract/search-tool';
import { WEB_SEARCHES_DEFAULT, isSearchTool } from '@tollgate/contract/web-search';
import { checkLater } from './check-later.ts';
import { toRequestError } from './request-error.ts';

const validate = checkLater<MessagesSearchTool>(
  new Ajv({ ...OWN_SCHEMAS, verbose: true }),
  MessagesSearchTool,
);

/** The one version of the tool that only the model calls where the request does not say who may. */
const CALLED_BY_MODEL = 'web_search_20250305';

/**
 * Checks a search of the web among the tools of `/v1/messages`.
 * @param at its index
 * @throws GatewayError that names the field
 */
export function assertSearch(tool: Fields, at: number): void {
  if (!validate(tool)) {
    const errors = (validate.errors ?? []).map((error) => ({
      ...error,
      instancePath: `/tools/${at}${error.instancePath}`,
    }));
    throw toRequestError(errors, '/v1/messages');
  }
  if (tool.type === CALLED_BY_MODEL || (tool.allowed_callers ?? null) !== null) return;
  const param = `tools[${at}].allowed_callers`;
  const words = `must be ["direct"] with ${tool.type}: code that the provider runs has no price here`;
  throw new GatewayError('unsupported_parameter', `${param} ${words}.`, { param });
}

/** The most searches that a request to `/v1/messages` allows; 0 without the tool. */
export function searchesIn({ tools }: Fields): number {
  const tool = toolsIn(tools).find(({ type }) => isSearchTool(type));
  return tool === undefined ? 0 : Number(tool['max_uses'] ?? WEB_SEARCHES_DEFAULT);
}

/** The body with our bound on searches where the caller has named none. */
export function withSearchBound(body: Fields): Fields {
  const tools = toolsIn(body['tools']);
  const isUnbound = ({ type, max_uses: most }: Fields): boolean =>
    isSearchTool(type) && (most ?? null) === null;
  if (!tools.some(isUnbound)) return body;
  const bound = tools.map((tool) =>
    isUnbound(tool) ? { ...tool, max_uses: WEB_SEARCHES_DEFAULT } : tool,
  );
  return { ...body, tools: bound };
}

type Fields = Readonly<Record<string, unknown>>;

function toolsIn(tools: unknown): readonly Fields[] {
  return Array.isArray(tools) ? (tools as readonly Fields[]) : [];
}
