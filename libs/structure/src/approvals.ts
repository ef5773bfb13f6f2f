import { GatewayError } from '@tollgate/contract/error-codes';
import type {
  InputItem,
  McpApprovalResponseItem,
  ResponsesRequest,
} from '@tollgate/contract/responses';

/** An answer to a request to call a tool of an MCP server, and its path in the request. */
export interface Approval {
  item: McpApprovalResponseItem;
  /** Such as `input[4]`. */
  path: string;
}

/** What a request says of calls of MCP servers that wait for an approval. */
export interface Approvals {
  /** The answers of the tool loop that the model is to go on with, in their order. */
  live: readonly Approval[];
  /** The paths of requests and answers that the provider does not get. */
  leftOut: readonly string[];
}

const NONE: Approvals = { live: [], leftOut: [] };

/**
 * Reads the approvals of an input. Those are live that belong to a tool loop whose last items are
 * answers: the model has not gone on from these yet. The provider would call a server once more for
 * an answer that has been followed already, so that others are left out, as are requests that
 * nobody has answered.
 * @throws GatewayError for two answers to one request
 */
export function approvalsIn(input: ResponsesRequest['input']): Approvals {
  if (typeof input === 'string' || !input.some(isOfApprovals)) return NONE;
  const begin = beginOfLoop(input);
  const ids = new Set<string>();
  const live = input.flatMap((item, at): Approval[] => {
    if (item.type !== 'mcp_approval_response' || at < begin) return [];
    const path = `input[${at}]`;
    if (ids.has(item.approval_request_id)) throw twice(path);
    ids.add(item.approval_request_id);
    return [{ item, path }];
  });
  const leftOut = input.flatMap((item, at) => {
    if (!isOfApprovals(item)) return [];
    const id = item.type === 'mcp_approval_request' ? item.id : item.approval_request_id;
    return at >= begin && ids.has(id) ? [] : [`input[${at}]`];
  });
  return { live, leftOut };
}

/** Where the open tool loop begins; behind all items where it does not end with an answer. */
function beginOfLoop(input: readonly InputItem[]): number {
  const lastMade = input.findLastIndex(isMade);
  const isOpen = input.some((item, at) => at > lastMade && item.type === 'mcp_approval_response');
  if (!isOpen) return input.length;
  return (
    input.findLastIndex(
      (item, at) =>
        at < lastMade && isSaid(item) && input[at - 1]?.type !== 'mcp_approval_response',
    ) + 1
  );
}

type OfApprovals = Extract<InputItem, { type: 'mcp_approval_request' | 'mcp_approval_response' }>;

function isOfApprovals(item: InputItem): item is OfApprovals {
  return item.type === 'mcp_approval_request' || item.type === 'mcp_approval_response';
}

function isSaid(item: InputItem): boolean {
  return 'role' in item && item.role === 'user';
}

const MADE = /^(?:reasoning|mcp_approval_request|mcp_list_tools|[a-z_]+_call)$/u;

/** Whether the model, or a tool that its provider runs, has made an item. */
function isMade(item: InputItem): boolean {
  if (item.type === 'additional_tools') return false;
  return 'role' in item ? item.role === 'assistant' : MADE.test(item.type ?? '');
}

function twice(path: string): GatewayError {
  const param = `${path}.approval_request_id`;
  const message = `${param} is answered twice: send one answer to each request.`;
  return new GatewayError('invalid_request', message, { param });
}
